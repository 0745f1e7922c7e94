package ledger

import (
	"context"
	"slices"
	"strings"
)

// request is one change that waits for the writer.
type request struct {
	ctx   context.Context
	keyID string
	// apply decides the change and makes it; nil for a debit, which is made together with
	// others. It may run again, and writes nothing if it returns an outcome, unless the
	// outcome demands it.
	apply func(tx *transaction) error
	// takeBack, if set, undoes a change whose caller was told that it failed.
	takeBack func(tx *transaction) error

	// Of a debit.
	hash      secretHash
	operation string
	credits   int64
	remaining int64

	err  error
	done chan struct{}
}

// batch is the requests of one transaction. All requests of a key come together, and the
// keys in the order of their ids: transactions that lock several keys never wait for each
// other in a circle.
type batch struct {
	requests []*request
	low      []Low
}

func newBatch(requests []*request) *batch {
	slices.SortStableFunc(requests, func(a, b *request) int { return strings.Compare(a.keyID, b.keyID) })
	return &batch{requests: requests}
}

// apply makes the changes and sets the outcome of every request.
func (b *batch) apply(tx *transaction) error {
	b.low = nil
	for rest := b.requests; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].keyID == rest[0].keyID {
			n++
		}
		if err := b.applyTo(tx, rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// applyTo makes the changes of one key. They arrived at the same time, so the order is
// free: debits go first.
func (b *batch) applyTo(tx *transaction, requests []*request) error {
	var debits, others []*request
	for _, r := range requests {
		r.err, r.remaining = r.ctx.Err(), 0
		switch {
		case r.err != nil:
		case r.apply == nil:
			debits = append(debits, r)
		default:
			others = append(others, r)
		}
	}
	for len(debits) > 0 {
		n := 1 // those by the same secret
		for n < len(debits) && debits[n].hash == debits[0].hash {
			n++
		}
		if err := b.debit(tx, debits[:n]); err != nil {
			return err
		}
		debits = debits[n:]
	}
	if len(others) > 0 && others[0].keyID != "" {
		if err := tx.lock(others[0].keyID); err != nil {
			return err
		}
	}
	for _, r := range others {
		if r.err = r.apply(tx); r.err != nil && !isOutcome(r.err) {
			return r.err
		}
	}
	return nil
}

// debit charges calls of one key together if it can pay all of them, or else one by one.
func (b *batch) debit(tx *transaction, calls []*request) error {
	var sum int64
	for _, r := range calls {
		sum += r.credits
	}
	left, err := tx.charge(calls[0].keyID, calls[0].hash, sum)
	if isOutcome(err) && len(calls) > 1 {
		for i := range calls {
			if err := b.debit(tx, calls[i:i+1]); err != nil {
				return err
			}
		}
		return nil
	}
	if err != nil {
		calls[0].err = err
		if isOutcome(err) {
			err = nil
		}
		return err
	}
	b.low = append(b.low, tx.low(calls[0].keyID, sum, left)...)
	balance := left.balance + sum
	used := map[string]int64{}
	for _, r := range calls {
		balance -= r.credits
		r.remaining = balance
		used[r.operation] += r.credits
	}
	for operation, credits := range used {
		if err := tx.use(calls[0].keyID, operation, credits); err != nil {
			return err
		}
	}
	return nil
}
