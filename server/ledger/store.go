package ledger

import (
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"time"
)

// store runs transactions on a database.
type store struct {
	*dialect
	name     string  // of the ledger in errors; empty where it may have a password
	path     string  // of SQLite's file
	database *sql.DB // hands out the writer's connection
	readers  *sql.DB
	findKey  *sql.Stmt    // prepared where that is worth it, else nil
	file     *watchedFile // nil for a database
	clock    func() time.Time
	patience time.Duration
	mark     string // markSQL in the words of the database
	// connections is how many connections to a remote database are kept.
	connections int

	writer *session // of the goroutine that calls commit; nil until it is needed
}

func newStore(d *dialect, name string, options Options) *store {
	return &store{dialect: d, name: name, clock: options.Clock, patience: options.Patience,
		mark: strings.Replace(markSQL, "NOW", d.now, 1)}
}

// markSQL begins each transaction: it inserts the id of the commit, and returns the time
// and the version of the schema. It returns no row if that commit has happened.
const markSQL = `INSERT INTO payslate_commits (id, at) VALUES ($1, coalesce($2, NOW))
	ON CONFLICT (id) DO NOTHING RETURNING at, (SELECT version FROM ledger_schema)`

// commitsKept is how long the id of a commit can be looked up.
const commitsKept = time.Hour

// newCommitID returns a random id. Ids grow with time, so that inserting and removing
// them touches few pages.
func newCommitID() string {
	return fmt.Sprintf("%012x-%s", time.Now().UnixMilli(), rand.Text())
}

// session is a connection. prepared has the statements of SQLite's; it is nil for
// PostgreSQL's, whose driver prepares statements unless the address forbids that.
type session struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
}

func (s *store) connect(ctx context.Context) (*session, error) {
	conn, err := s.database.Conn(ctx)
	if err != nil {
		return nil, err
	}
	made := &session{conn: conn}
	if !s.remote {
		made.prepared = map[string]*sql.Stmt{}
	}
	return made, nil
}

// run runs a statement that is not worth preparing.
func (s *session) run(ctx context.Context, statement string) error {
	_, err := s.conn.ExecContext(ctx, statement)
	return err
}

// close drops the connection, even one that broke. Statements go first: an open one keeps
// SQLite from letting go of the file.
func (s *session) close() {
	if s.conn.Raw(func(any) error { return nil }) == nil {
		for _, each := range s.prepared {
			_ = each.Close()
		}
	}
	_ = s.conn.Raw(func(any) error { return driver.ErrBadConn })
}

// transaction is what runs between BEGIN and COMMIT.
type transaction struct {
	*session
	ctx   context.Context
	store *store
	now   time.Time // by the clock of the ledger
	low   []Low     // what its charges brought low
}

// exec runs a statement and returns the number of rows that it changed.
func (tx *transaction) exec(query string, args ...any) (changed int64, err error) {
	var result sql.Result
	if tx.prepared == nil {
		result, err = tx.conn.ExecContext(tx.ctx, query, args...)
	} else if statement, failure := tx.prepare(query); failure != nil {
		return 0, failure
	} else {
		result, err = statement.ExecContext(tx.ctx, args...)
	}
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// find reads one row into the targets and reports whether there is one.
func (tx *transaction) find(targets []any, query string, args ...any) (found bool, err error) {
	if tx.prepared == nil {
		err = tx.conn.QueryRowContext(tx.ctx, query, args...).Scan(targets...)
	} else if statement, failure := tx.prepare(query); failure != nil {
		return false, failure
	} else {
		err = statement.QueryRowContext(tx.ctx, args...).Scan(targets...)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (tx *transaction) prepare(query string) (statement *sql.Stmt, err error) {
	if statement = tx.prepared[query]; statement == nil {
		if statement, err = tx.conn.PrepareContext(tx.ctx, query); err == nil {
			tx.prepared[query] = statement
		}
	}
	return statement, err
}

// errHappened is returned for a transaction whose commit has happened.
var errHappened = errors.New("this commit has happened")

// errInDoubt is returned if it is not known whether a commit happened.
var errInDoubt = errors.New("the connection broke during a commit")

// commit runs apply in a transaction with the id, within the ledger's patience. A
// transaction that met another is repeated, and so is one whose connection was lost. If
// it was lost during COMMIT, the id decides: inserting it again waits for the lost
// transaction to end, and finds the id if that one was committed. Then what apply has
// set before holds, and apply is not called again. After an error nothing has changed,
// unless it wraps errInDoubt.
func (s *store) commit(id string, apply func(tx *transaction) error) error {
	deadline := time.Now().Add(s.patience)
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if s.remote {
		ctx, cancel = context.WithDeadline(ctx, deadline)
	}
	defer cancel()
	for inDoubt, reconnected := false, false; ; {
		committing, err := s.attempt(ctx, id, apply)
		verdict, _ := s.judge(err)
		switch {
		case err == nil, errors.Is(err, errHappened):
			return nil
		case committing && (verdict == broken || verdict == lost):
			inDoubt = true
			s.reset()
		case verdict == conflict, inDoubt && verdict != refused:
		case verdict == lost && !reconnected:
			reconnected = true
			s.reset()
			continue
		default:
			return doubtful(err, inDoubt)
		}
		if !time.Now().Before(deadline) {
			return doubtful(err, inDoubt)
		}
		time.Sleep(s.wait/4 + mathrand.N(s.wait))
	}
}

func doubtful(err error, inDoubt bool) error {
	if inDoubt {
		return fmt.Errorf("%w: %w: %w", errInDoubt, faultDoubt, err)
	}
	return err
}

// attempt runs the transaction once and reports whether a failure was that of COMMIT.
func (s *store) attempt(ctx context.Context, id string, apply func(tx *transaction) error) (committing bool, err error) {
	if s.writer == nil {
		if s.writer, err = s.connect(ctx); err != nil {
			return false, err
		}
	}
	tx := &transaction{session: s.writer, ctx: ctx, store: s}
	if _, err = tx.exec(s.begin); err == nil {
		if err = s.apply(tx, id, apply); err == nil {
			committing = true
			_, err = tx.exec("COMMIT")
		}
		if err == nil {
			return false, nil
		}
	}
	if verdict, _ := s.judge(err); verdict == refused || verdict == conflict || errors.Is(err, errHappened) || errors.As(err, new(Fault)) {
		// SQLite rolls some failed transactions back by itself; then ROLLBACK is refused.
		failure := tx.run(ctx, "ROLLBACK")
		if verdict, _ := s.judge(failure); failure == nil || verdict == refused {
			return committing, err
		}
	}
	s.writer.close()
	s.writer = nil
	return committing, err
}

func (s *store) apply(tx *transaction, id string, apply func(tx *transaction) error) error {
	var at int64
	var version int
	switch found, err := tx.find([]any{&at, &version}, s.mark, id, s.at()); {
	case err != nil:
		return err
	case !found:
		return errHappened
	case version != schemaVersion:
		return faultNewer
	}
	tx.now = time.UnixMilli(at)
	return apply(tx)
}

// at returns the time of the ledger's own clock, or nil for the database's.
func (s *store) at() any {
	if s.clock == nil {
		return nil
	}
	return s.clock().UnixMilli()
}

// twice tries a read once more if the connection was lost.
func (s *store) twice(ctx context.Context, try func() error) error {
	err := try()
	if verdict, _ := s.judge(err); err != nil && s.remote && ctx.Err() == nil && (verdict == lost || verdict == broken) {
		s.reset()
		err = try()
	}
	return err
}

// explained adds the cause and the remedy to a failure. Outcomes that callers
// distinguish are returned unchanged.
func (s *store) explained(err error) error {
	switch _, fault := s.judge(err); {
	case err == nil, isOutcome(err), errors.Is(err, ErrUnavailable), errors.Is(err, context.Canceled):
		return err
	case fault == "", errors.As(err, new(Fault)):
		return fmt.Errorf("%w: %s%w", ErrUnavailable, s.name, err)
	default:
		return fmt.Errorf("%w: %s%w: %w", ErrUnavailable, s.name, fault, err)
	}
}

// reset drops the connections that wait for use; they may be broken.
func (s *store) reset() {
	if s.remote {
		s.database.SetMaxIdleConns(0)
		s.database.SetMaxIdleConns(s.connections)
	}
}

// close closes the database after the last transaction.
func (s *store) close() error {
	var failures []error
	if s.writer != nil {
		s.writer.close()
		s.writer = nil
	}
	if s.findKey != nil {
		failures = append(failures, s.findKey.Close())
	}
	for _, each := range []*sql.DB{s.readers, s.database} {
		if each != nil {
			failures = append(failures, each.Close())
		}
	}
	return s.explained(errors.Join(failures...))
}
