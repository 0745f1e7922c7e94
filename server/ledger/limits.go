package ledger

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Limits restricts how a key may spend its credits. The zero value has no limits.
type Limits struct {
	// Expires is when the key expires; zero for never.
	Expires time.Time
	// Scopes restricts the key to these scopes, each of 1 to MaxScopeLength lower-case
	// letters; empty allows everything.
	Scopes []string
	// Budget is how many credits the key may spend in a month (UTC), at most MaxGrant; 0
	// is unlimited.
	Budget int64
}

// MaxScopeLength is the maximum length of a scope.
const MaxScopeLength = 20

// check returns an error if the limits are out of bounds, and the scopes as they are
// stored.
func (l *Limits) check() (scopes string, err error) {
	if l.Budget < 0 || l.Budget > MaxGrant {
		return "", fmt.Errorf("%w: a budget of %d credits; give a whole number from 1 to %d", ErrInvalidArgument, l.Budget, int64(MaxGrant))
	}
	for _, scope := range l.Scopes {
		if scope == "" || len(scope) > MaxScopeLength || strings.ContainsFunc(scope, func(r rune) bool { return r < 'a' || r > 'z' }) {
			return "", fmt.Errorf("%w: %q is not a scope", ErrInvalidArgument, scope)
		}
	}
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(l.Scopes))), scopeSeparator), nil
}

const scopeSeparator = ","

// splitScopes returns the scopes of a row; empty allows everything.
func splitScopes(scopes string) []string {
	if scopes == "" {
		return nil
	}
	return strings.Split(scopes, scopeSeparator)
}

// milliseconds returns a time as it is stored, 0 for the zero time.
func milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// momentOf returns the time of Unix milliseconds, the zero time for 0.
func momentOf(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}

// dayOf is the UTC day of a time, as usage shows it, and monthOf the month.
func dayOf(t time.Time) string   { return t.UTC().Format(time.DateOnly) }
func monthOf(t time.Time) string { return t.UTC().Format("2006-01") }

// renewal returns the first day of the month after another.
func renewal(month string) string {
	first, _ := time.Parse("2006-01", month) // as monthOf wrote it
	return dayOf(first.AddDate(0, 1, 0))
}

// Low is a key with at most a tenth of its credits or of its budget left.
type Low struct {
	KeyID string
	// Left is how many of the credits, Of, are left.
	Left, Of int64
	// Renews is the day on which the budget renews; empty if the key's credits are low.
	Renews string
}

// lowPart is the fraction of its credits, one tenth, at which a key is Low.
const lowPart = 10

// cameDown reports whether a debit of n that left a rest crossed that fraction of all.
func cameDown(left, n, all int64) bool { return (left+n)*lowPart > all && left*lowPart <= all }
