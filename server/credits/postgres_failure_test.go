package credits

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestDatabaseFailures(t *testing.T) {
	refused := func(code string) error { return &pgconn.PgError{Severity: "ERROR", Code: code} }
	fatal := func(code string) error {
		return &pgconn.PgError{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: code}
	}
	for _, c := range []struct {
		err                         error
		conflict, undone, lost, out bool
		message                     string
	}{
		{err: nil},
		{err: ErrUnknownKey, out: true},
		{err: context.Canceled, out: true},
		{err: context.DeadlineExceeded, message: "did not respond in time"},
		{err: refused("40001"), conflict: true, undone: true},
		{err: refused("40P01"), conflict: true, undone: true},
		{err: refused("40003"), lost: true, message: "cannot be reached"}, // the outcome is unknown
		{err: refused("23514"), undone: true, message: "the database failed"},
		{err: refused("25006"), undone: true, lost: true, message: "use the address of the primary"},
		{err: refused("55P03"), undone: true, message: "did not respond in time"},
		{err: refused("53100"), undone: true, message: "disk is full"},
		{err: refused("42501"), undone: true, message: "lacks a privilege"},
		{err: fatal("57P01"), lost: true, message: "cannot be reached"},
		{err: fatal("53300"), lost: true, message: "no free connection"},
		{err: &pgconn.PgError{Severity: "FEHLER", SeverityUnlocalized: "ERROR", Code: "23505"}, undone: true},
		{err: io.ErrUnexpectedEOF, lost: true, message: "cannot be reached"},
		{err: &net.OpError{Op: "read", Err: errors.New("reset")}, lost: true, message: "cannot be reached"},
		{err: fmt.Errorf("%w: %w", errInDoubt, io.EOF), lost: true, message: "check keys list"},
		{err: errBalanceMoved, message: "the database failed"},
	} {
		t.Run(fmt.Sprint(c.err), func(t *testing.T) {
			if got := conflict(c.err); got != c.conflict {
				t.Errorf("conflict %t", got)
			}
			if got := refusedStatement(c.err); got != c.undone {
				t.Errorf("refusedStatement %t", got)
			}
			if got := connectionLost(c.err); got != c.lost {
				t.Errorf("connectionLost %t", got)
			}
			explained := databaseError(c.err)
			if !errors.Is(explained, c.err) || c.err != nil && errors.Is(explained, ErrUnavailable) == c.out ||
				c.message != "" && !strings.Contains(explained.Error(), c.message) {
				t.Errorf("databaseError = %v, want %q", explained, c.message)
			}
		})
	}
}
