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
		say                         string
	}{
		{err: nil},
		{err: ErrUnknownKey, out: true},
		{err: context.Canceled, out: true},
		{err: context.DeadlineExceeded, say: "did not respond in time"},
		{err: refused("40001"), conflict: true, undone: true},
		{err: refused("40P01"), conflict: true, undone: true},
		{err: refused("40003"), lost: true, say: "cannot be reached"}, // whether it completed is unknown
		{err: refused("23514"), undone: true, say: "the database failed"},
		{err: refused("25006"), undone: true, lost: true, say: "use the address of the primary"},
		{err: refused("55P03"), undone: true, say: "did not respond in time"},
		{err: refused("53100"), undone: true, say: "disk is full"},
		{err: refused("42501"), undone: true, say: "lacks a privilege"},
		{err: fatal("57P01"), lost: true, say: "cannot be reached"},
		{err: fatal("53300"), lost: true, say: "no free connection"},
		{err: &pgconn.PgError{Severity: "FEHLER", SeverityUnlocalized: "ERROR", Code: "23505"}, undone: true},
		{err: io.ErrUnexpectedEOF, lost: true, say: "cannot be reached"},
		{err: &net.OpError{Op: "read", Err: errors.New("reset")}, lost: true, say: "cannot be reached"},
		{err: fmt.Errorf("%w: %w", errInDoubt, io.EOF), lost: true, say: "check keys list"},
		{err: errBalanceMoved, say: "the database failed"},
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
				c.say != "" && !strings.Contains(explained.Error(), c.say) {
				t.Errorf("explained as %v, want %q", explained, c.say)
			}
		})
	}
}
