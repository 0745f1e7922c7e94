package credits

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// errInDoubt is returned when the connection broke during a commit. Once the database
// responds again, the outcome is looked up and settled.
var errInDoubt = errors.New("the connection to the database broke during a commit")

// SQLSTATE codes of PostgreSQL and compatible databases.
const (
	serializationFailure  = "40001"
	completionUnknown     = "40003"
	deadlockDetected      = "40P01"
	readOnlyTransaction   = "25006"
	featureNotSupported   = "0A000"
	syntaxError           = "42601"
	undefinedFunction     = "42883"
	undefinedTable        = "42P01"
	duplicateTable        = "42P07"
	duplicateObject       = "42710"
	uniqueViolation       = "23505"
	internalError         = "XX000"
	lockNotAvailable      = "55P03"
	queryCanceled         = "57014"
	insufficientPrivilege = "42501"
	invalidDatabase       = "3D000"
	diskFull              = "53100"
	tooManyConnections    = "53300"

	// Classes of codes.
	connectionException  = "08"
	invalidAuthorization = "28"
	operatorIntervention = "57P" // a database that stops, starts or recovers
)

// sqlState returns the database's code of a failure, empty if the failure is not the
// database's.
func sqlState(err error) string {
	var failure *pgconn.PgError
	if errors.As(err, &failure) {
		return failure.Code
	}
	return ""
}

// conflict reports whether the transaction conflicted with another one and may succeed
// if repeated.
func conflict(err error) bool {
	state := sqlState(err)
	return state == serializationFailure || state == deadlockDetected
}

// refusedStatement reports whether the database definitely refused a statement, which
// leaves the connection usable and the transaction undone.
func refusedStatement(err error) bool {
	var failure *pgconn.PgError
	if !errors.As(err, &failure) {
		return false
	}
	severity := failure.SeverityUnlocalized
	if severity == "" { // some compatible databases do not send it
		severity = failure.Severity
	}
	return severity == "ERROR" && failure.Code != completionUnknown &&
		!strings.HasPrefix(failure.Code, connectionException) && !strings.HasPrefix(failure.Code, operatorIntervention)
}

// connectionLost reports whether an established connection has failed, or leads to a
// server that no longer accepts changes.
func connectionLost(err error) bool {
	if err == nil || errors.As(err, new(*pgconn.ConnectError)) || timedOut(err) || errors.Is(err, context.Canceled) {
		return false
	}
	if sqlState(err) != "" {
		return !refusedStatement(err) || sqlState(err) == readOnlyTransaction
	}
	return pgconn.SafeToRetry(err) || errors.As(err, new(net.Error)) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

func timedOut(err error) bool { return errors.Is(err, context.DeadlineExceeded) || pgconn.Timeout(err) }

// databaseError adds the cause and the remedy to the error of a failed access. Outcomes
// that callers distinguish are returned unchanged.
func databaseError(err error) error {
	if err == nil || isOutcome(err) || errors.Is(err, context.Canceled) {
		return err
	}
	if advice := databaseAdvice(err); advice != "" {
		return fmt.Errorf("%w: %s: %w", ErrUnavailable, advice, err)
	}
	return fmt.Errorf("%w: the database failed: %w", ErrUnavailable, err)
}

func databaseAdvice(err error) string {
	state := sqlState(err)
	switch {
	case errors.Is(err, errNewerLedger):
		return "a newer program has upgraded the database"
	case errors.Is(err, errInDoubt):
		return "if you were changing a key, check keys list before you try again"
	case strings.HasPrefix(state, invalidAuthorization):
		return "the database refuses the user or password; correct the address"
	case state == invalidDatabase:
		return "the database does not exist; create it (createdb) or correct the address"
	case state == insufficientPrivilege:
		return "the database user lacks a privilege; let it create and use tables in its schema"
	case state == diskFull:
		return "the database's disk is full; free some space there"
	case state == tooManyConnections:
		return "the database has no free connection; raise its limit, or lower pool_max_conns in the address"
	case state == readOnlyTransaction:
		return "the database is read-only; use the address of the primary (target_session_attrs=read-write)"
	case state == lockNotAvailable, state == queryCanceled, timedOut(err):
		return "the database did not respond in time; check its load and its locks"
	case errors.As(err, new(*pgconn.ConnectError)), connectionLost(err):
		return "the database cannot be reached; start it, or correct the address"
	}
	return ""
}
