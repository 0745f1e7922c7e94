package credits

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"
)

const (
	// sweepEvery is how often expired answers are removed, sweepBatch how many
	// in one commit.
	sweepEvery = time.Minute
	sweepBatch = 10_000
)

// writer is the only one of this process that changes the ledger. It commits
// what queued up while the last commit ran: one fsync for all of them, and no
// waiting when there is only one.
type writer struct {
	database *sql.DB
	path     string
	clock    func() time.Time
	lockWait time.Duration
	queue    *queue
	finished chan struct{}
	closing  error // of the final checkpoint; read after finished

	// Owned by the goroutine.
	connection *writerConnection
	group      group
}

// writerConnection is the connection that holds the transactions, with its
// statements prepared.
type writerConnection struct {
	conn       *sql.Conn
	statements groupStatements
}

// newWriter makes a writer; run starts it.
func newWriter(database *sql.DB, path string, clock func() time.Time, lockWait time.Duration) *writer {
	w := &writer{database: database, path: path, clock: clock, lockWait: lockWait,
		queue: newQueue(), finished: make(chan struct{})}
	w.group.balances = map[string]*keyBalance{}
	return w
}

// submit queues a request and waits for its outcome, which comes within the
// time of two commits and lockWait.
func (w *writer) submit(r *request) error {
	if r.kind != releaseRequest && r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	r.done = make(chan struct{})
	if err := w.queue.push(r); err != nil {
		return err
	}
	<-r.done
	return r.err
}

// change runs an administrative change in a transaction of its own.
func (w *writer) change(ctx context.Context, apply func(ctx context.Context, conn *sql.Conn) error) error {
	return w.submit(&request{ctx: ctx, kind: adminRequest, apply: apply})
}

func (w *writer) run() {
	defer close(w.finished)
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	var taken []*request
	for {
		var finished bool
		clear(taken)
		taken, finished = w.queue.take(taken[:0])
		switch {
		case finished:
			w.closing = w.disconnect()
			return
		case len(taken) > 0:
			w.commit(taken)
			select {
			case <-sweep.C:
				w.sweep()
			default:
			}
		default:
			select {
			case <-w.queue.wake:
			case <-sweep.C:
				w.sweep()
			}
		}
	}
}

// commit decides and commits a group, then tells each request its outcome. If
// the commit fails, nothing of the group happened and each learns why.
func (w *writer) commit(taken []*request) {
	err := w.transact(func(ctx context.Context, c *writerConnection) error {
		if taken[0].kind == adminRequest {
			if err := taken[0].ctx.Err(); err != nil {
				return err
			}
			return taken[0].apply(ctx, c.conn)
		}
		return w.group.apply(ctx, &c.statements, taken, w.clock())
	})
	for _, r := range taken {
		if err != nil {
			r.err, r.remaining, r.stored = err, 0, nil
		}
		close(r.done)
	}
}

// transact runs apply in a transaction on the writer's connection. Its context
// never ends: a group belongs to many requests.
func (w *writer) transact(apply func(ctx context.Context, c *writerConnection) error) error {
	ctx := context.Background()
	if w.connection == nil {
		connection, err := connectWriter(ctx, w.database, w.lockWait)
		if err != nil {
			return storageError(w.path, err)
		}
		w.connection = connection
	}
	err := inTransaction(ctx, w.connection.conn, w.lockWait, func() error { return apply(ctx, w.connection) })
	if errors.Is(err, errBroken) {
		w.connection.giveUp()
		w.connection = nil
	}
	if err != nil {
		return storageError(w.path, err)
	}
	return nil
}

func connectWriter(ctx context.Context, database *sql.DB, lockWait time.Duration) (*writerConnection, error) {
	conn, err := openConnection(ctx, database, lockWait)
	if err != nil {
		return nil, err
	}
	c := &writerConnection{conn: conn}
	if err := c.statements.prepare(ctx, conn); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// close gives the connection back to the pool.
func (c *writerConnection) close() error { return errors.Join(c.statements.close(), c.conn.Close()) }

// giveUp ends a connection that cannot be used again. If it is gone already, its
// statements went with it: the driver must not be asked to close them.
func (c *writerConnection) giveUp() {
	if c.conn.Raw(func(any) error { return nil }) == nil {
		_ = c.statements.close()
	}
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
}

// sweep removes expired answers and reservations. A failure is no one's
// request: the next sweep tries again, and an expired row counts for nothing.
func (w *writer) sweep() {
	_ = w.transact(func(ctx context.Context, c *writerConnection) error { return sweepExpired(ctx, c.conn, w.clock()) })
}

func (w *writer) closed() bool { return w.queue.isShut() }

// close waits until all that was queued is committed.
func (w *writer) close() error {
	w.queue.shutDown()
	<-w.finished
	return w.closing
}

// disconnect moves the log into the file, as far as other processes let it, and
// gives the connection back.
func (w *writer) disconnect() error {
	if w.connection == nil {
		return nil
	}
	err := execute(context.Background(), w.connection.conn, "PRAGMA wal_checkpoint(TRUNCATE)")
	if isBusy(err) {
		err = nil
	}
	if err = errors.Join(err, w.connection.close()); err != nil {
		return storageError(w.path, err)
	}
	return nil
}
