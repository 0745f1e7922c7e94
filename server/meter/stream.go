package meter

import (
	"context"
	"errors"
	"io"

	"github.com/payslate/payslate/server/ledger"
)

// Lines are the requests of a stream and the way of their answers.
type Lines interface {
	// Begin is called once the stream may be answered.
	Begin()
	// Next reads the lines at hand, one at least, into the room; a nil line is one that was
	// too large. The error is io.EOF after the last.
	Next(ctx context.Context, room *Room) ([][]byte, error)
	// Send sends the answers to some lines. It fails where the client is gone.
	Send(answer []byte) error
}

// Ended is why a stream ended before its last line.
type Ended struct {
	Cause error
	// Paid is how many results were paid, Line the index in its block of the line to go on
	// with.
	Paid int64
	Line int
}

func (e *Ended) Error() string { return e.Cause.Error() }

// Unwrap returns the cause.
func (e *Ended) Unwrap() error { return e.Cause }

// Stream answers the lines of a body while it arrives, one block at a time: the results of a
// block are debited, then its first line goes, and who leaves inside it has paid it. A block
// that the balance cannot carry is answered as far as it pays. The stream counts as one call
// towards the rate limit, and once more for each block that pays nothing: otherwise one call
// could ask for any number of free lines. The error is a failure before the stream began, an
// *Ended, or that of Lines.Send.
func (m *Meter) Stream(ctx context.Context, call *Call, lines Lines) (err error) {
	defer func() { m.Leave(ctx, call) }()
	if err := m.identify(ctx, call); err != nil {
		return err
	}
	if err := m.limit(call); err != nil {
		return err
	}
	if _, err := m.reserve(ctx, call); err != nil {
		return err
	}
	if call.Operation, err = call.Operation.Select(call.Query); err != nil {
		return err
	}
	call.room = m.room(&call.account)
	lines.Begin()
	ended := &Ended{}
	for unpaid := false; ; {
		call.room.Release() // while it waits for lines
		items, err := lines.Next(ctx, &call.room)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			ended.Cause, ended.Line = err, 0
			return ended
		}
		if unpaid { // the block before, so this one is a further call
			call.counted = false
			if err := m.Count(call); err != nil {
				ended.Cause, ended.Line = err, 0
				return ended
			}
		}
		paid := ended.Paid
		if err := m.block(ctx, call, lines, items, ended); err != nil {
			return err
		}
		unpaid = ended.Paid == paid
	}
}

// block answers the lines of a block in parts that the balance can carry, mostly in one.
func (m *Meter) block(ctx context.Context, call *Call, lines Lines, items [][]byte, ended *Ended) error {
	ended.Line = 0
	fail := func(cause error) error {
		ended.Cause = cause
		return ended
	}
	size := 0
	for _, item := range items {
		size += len(item)
	}
	if err := call.room.answers(ctx, int64(size)); err != nil {
		return fail(err)
	}
	for most := int64(len(items)); ended.Line < len(items); {
		rest := items[ended.Line:]
		count, err := m.payable(ctx, call, rest, most)
		if err != nil {
			return fail(m.told(err))
		}
		answer := borrow()
		answer.bytes, err = m.part(ctx, call, answer.bytes, rest[:count], ended)
		if short := (*ledger.ShortError)(nil); errors.As(err, &short) && short.Wanted > short.Missing {
			most = short.Wanted - short.Missing // another call took credits meanwhile
			answer.giveBack()
			continue
		}
		if err == nil {
			ended.Line += count
			err = lines.Send(answer.bytes)
		} else {
			err = fail(m.told(err))
		}
		answer.giveBack()
		if err != nil {
			return err
		}
	}
	return nil
}

// payable is how many of the lines, from the first on, the balance can carry: one at least,
// or the failure of an account that lacks credits.
func (m *Meter) payable(ctx context.Context, call *Call, items [][]byte, most int64) (count int, err error) {
	if !call.account.metered {
		return len(items), nil
	}
	if call.account.key, err = m.options.Ledger.Authenticate(ctx, secret(call.Header)); err != nil {
		return 0, err
	}
	left := min(most, max(0, call.account.key.Left))
	if int64(len(items)) <= left {
		return len(items), nil
	}
	count = call.Operation.Payable(ctx, items, left)
	if count == 0 {
		return 0, m.short(&call.account, call.Operation.Fitting(ctx, items))
	}
	return count, ctx.Err()
}

// part answers lines and debits their results.
func (m *Meter) part(ctx context.Context, call *Call, dst []byte, items [][]byte, ended *Ended) ([]byte, error) {
	answer, results, err := call.Operation.AnswerItems(ctx, dst, items, '\n', call.Language)
	if err != nil || ctx.Err() != nil || !call.account.metered || results == 0 {
		return answer, errors.Join(err, ctx.Err())
	}
	remaining, err := m.options.Ledger.Debit(ctx, call.account.key, call.Operation.ID, results)
	if err != nil {
		return answer, err
	}
	call.account.key.Balance = remaining
	ended.Paid += results
	m.options.OnDebit(results)
	return answer, nil
}
