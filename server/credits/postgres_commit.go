package credits

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// work is a group on its way into the database.
type work struct {
	group  *group
	decide func()
	id     string // of the commit; its entries carry it

	// inDoubt is set while it is unknown whether the last commit happened. Its first
	// entry, marker, decides: a transaction that holds the locks of the group's keys
	// either sees it or can be sure that it will never appear.
	inDoubt bool
	marker  entryName

	asked []entryName     // other entries to look for
	found map[string]bool // those of asked and marker that are there, by id
}

func newWork(g *group, decide func(), id string) *work {
	return &work{group: g, decide: decide, id: id, found: map[string]bool{}}
}

func (w *work) entryID(n int) string { return w.id + "." + strconv.Itoa(n) }

// firstEntry names the first entry that queue writes; it is empty without any.
func (w *work) firstEntry() entryName {
	for _, key := range w.group.keyOrder {
		if len(key.entries) > 0 {
			return entryName{key.id, w.entryID(0)}
		}
	}
	return entryName{}
}

// transact implements storage.
func (s *postgresStorage) transact(g *group, decide func()) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()
	if err := s.settle(ctx); err != nil {
		return databaseError(err)
	}
	w := newWork(g, decide, newCommitID(rand.Text(), time.Now()))
	err := s.commit(ctx, w)
	if w.inDoubt {
		if open := settlementOf(w); len(open.refunds)+len(open.releases) > 0 {
			s.unsettled = append(s.unsettled, open)
		}
	}
	return databaseError(err)
}

// commit repeats the work until it is done, within the context's time: after a conflict
// with another server, and once after a connection that broke before the commit. If it
// broke during the commit, the next attempt looks up the outcome.
func (s *postgresStorage) commit(ctx context.Context, w *work) error {
	for reconnected := false; ; {
		err := s.attempt(ctx, w)
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case w.inDoubt:
			s.pool.Reset()
		case conflict(err):
		case connectionLost(err) && !reconnected:
			reconnected = true
			s.pool.Reset()
			continue
		default:
			return err
		}
		_ = sleep(ctx, leastPause+mathrand.N(pauseSpread)) // once the context ends, the next attempt reports it
	}
}

// A transaction that met another one is tried again after a random pause.
const (
	leastPause  = 2 * time.Millisecond
	pauseSpread = 20 * time.Millisecond
)

// attempt runs the work's transaction once.
func (s *postgresStorage) attempt(ctx context.Context, w *work) error {
	return w.failure(s.onConnection(ctx, func(conn *pgx.Conn) error { return s.attemptOn(ctx, conn, w) }))
}

func (s *postgresStorage) attemptOn(ctx context.Context, conn *pgx.Conn, w *work) error {
	w.group.forget()
	if err := s.load(ctx, conn, w); err != nil {
		return errors.Join(err, rollback(ctx, conn, err))
	}
	if w.inDoubt {
		w.inDoubt = false
		if w.found[w.marker.id] {
			// The commit had happened: its outcome holds, however this transaction ends.
			_ = rollback(ctx, conn, nil)
			return nil
		}
	}
	w.decide()
	committed, err := s.store(ctx, conn, w)
	switch {
	case committed:
		return nil
	case refusedStatement(err), errors.As(err, new(pgx.ErrPreprocessingBatch)): // no COMMIT was sent
		return errors.Join(err, rollback(ctx, conn, err))
	}
	// A group without entries changes no balance and may be decided again.
	w.inDoubt, w.marker = true, w.firstEntry()
	return err
}

func (w *work) failure(err error) error {
	if err != nil && w.inDoubt {
		return fmt.Errorf("%w: %w", errInDoubt, err)
	}
	return err
}

// rollback ends a transaction on a connection that still works.
func rollback(ctx context.Context, conn *pgx.Conn, cause error) error {
	if cause != nil && !refusedStatement(cause) {
		return nil // the connection ended, and the transaction with it
	}
	_, err := conn.Exec(ctx, "ROLLBACK")
	return err
}

// settlement corrects a commit whose outcome could not be looked up in time. Its callers
// were told that nothing was charged: if the commit happened after all, their credits
// are refunded in separate entries. Charges stored with an answer stand, because a retry
// gets that answer.
type settlement struct {
	of       entryName // the first entry of the commit
	refunds  []*request
	releases []*request
	id       string // of the commit that settles
}

func settlementOf(w *work) settlement {
	settled := settlement{of: w.marker, id: w.id + "-settled"}
	calls := map[[2]string]*request{}
	for _, r := range w.group.requests {
		switch {
		case r.err != nil || r.stored != nil:
		case r.kind == debitRequest:
			name := [2]string{r.keyID, r.operation}
			if calls[name] == nil {
				calls[name] = &request{ctx: context.Background(), kind: refundRequest, keyID: r.keyID, operation: r.operation}
				settled.refunds = append(settled.refunds, calls[name])
			}
			calls[name].credits += r.credits
		case r.kind == reserveRequest:
			settled.releases = append(settled.releases,
				&request{ctx: context.Background(), kind: releaseRequest, reservation: r.reservation})
		}
	}
	return settled
}

// settle settles the open commits, oldest first, before anything else happens.
func (s *postgresStorage) settle(ctx context.Context) error {
	for len(s.unsettled) > 0 {
		if err := s.settleOne(ctx, &s.unsettled[0]); err != nil {
			return err
		}
		s.unsettled = s.unsettled[1:]
	}
	return nil
}

func (s *postgresStorage) settleOne(ctx context.Context, open *settlement) error {
	g := newGroup()
	g.begin(append(open.refunds[:len(open.refunds):len(open.refunds)], open.releases...))
	var w *work
	w = newWork(&g, func() {
		if !w.found[open.of.id] {
			g.requests = open.releases
		}
		g.decide()
	}, open.id)
	if len(open.refunds) > 0 {
		// An earlier try to settle may have broken in its commit as well.
		w.inDoubt, w.marker = true, entryName{open.refunds[0].keyID, w.entryID(0)}
		w.asked = []entryName{open.of}
	}
	return s.commit(ctx, w)
}
