package ledger

import (
	"bytes"
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
// other in a circle. Requests of a key arrived at the same time, so their order is free:
// debits go first, by secret.
type batch struct {
	requests []*request
	wanted   []*request // those of a step whose clients are still there
	low      []Low
}

func newBatch(requests []*request) *batch {
	slices.SortStableFunc(requests, func(a, b *request) int {
		switch order := strings.Compare(a.keyID, b.keyID); {
		case order != 0:
			return order
		case a.isDebit() && b.isDebit():
			return bytes.Compare(a.hash[:], b.hash[:])
		case a.isDebit():
			return -1
		case b.isDebit():
			return 1
		}
		return 0
	})
	return &batch{requests: requests}
}

func (r *request) isDebit() bool { return r.apply == nil }

// apply makes the changes and sets the outcome of every request.
func (b *batch) apply(tx *transaction) error {
	defer func() { b.low = tx.low }()
	for rest := b.requests; len(rest) > 0; {
		first, n := rest[0], 1
		for first.isDebit() && n < len(rest) && rest[n].isDebit() && rest[n].keyID == first.keyID && rest[n].hash == first.hash {
			n++
		}
		b.wanted = b.wanted[:0]
		for _, r := range rest[:n] {
			if r.err, r.remaining = r.ctx.Err(), 0; r.err == nil {
				b.wanted = append(b.wanted, r)
			}
		}
		rest = rest[n:]
		switch {
		case len(b.wanted) == 0:
		case first.isDebit():
			if err := tx.debit(b.wanted); err != nil {
				return err
			}
		default:
			if first.err = first.apply(tx); first.err != nil && !isOutcome(first.err) {
				return first.err
			}
		}
	}
	return nil
}
