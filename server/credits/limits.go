package credits

import (
	"context"
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

// limits is a row of ledger_limits: the limits of a key and how much of them is used.
type limits struct {
	expires   int64 // Unix milliseconds, 0 for never
	scopes    string
	budget    int64
	month     string // in which spent was spent
	spent     int64
	full      int64 // the balance after credits were last handed out
	rotations int64 // how often the secret was changed
}

// check turns limits into a row of ledger_limits.
func (l *Limits) check() (row limits, err error) {
	if l.Budget < 0 || l.Budget > MaxGrant {
		return row, fmt.Errorf("%w: a budget of %d credits; give a whole number from 1 to %d", ErrInvalidArgument, l.Budget, int64(MaxGrant))
	}
	for _, scope := range l.Scopes {
		if scope == "" || len(scope) > MaxScopeLength || strings.ContainsFunc(scope, func(r rune) bool { return r < 'a' || r > 'z' }) {
			return row, fmt.Errorf("%w: %q is not a scope", ErrInvalidArgument, scope)
		}
	}
	if !l.Expires.IsZero() {
		row.expires = l.Expires.UnixMilli()
	}
	scopes := slices.Sorted(slices.Values(l.Scopes))
	row.scopes, row.budget = strings.Join(slices.Compact(scopes), scopeSeparator), l.Budget
	return row, nil
}

const scopeSeparator = ","

// splitScopes returns the scopes of a row; empty allows everything.
func splitScopes(scopes string) []string {
	if scopes == "" {
		return nil
	}
	return strings.Split(scopes, scopeSeparator)
}

// expired reports whether the key has expired.
func (l *limits) expired(now time.Time) bool { return l.expires != 0 && l.expires <= now.UnixMilli() }

// left returns what is left of the budget in the month of a time.
func (l *limits) left(now time.Time) int64 {
	if l.month != monthOf(now) {
		return l.budget
	}
	return l.budget - l.spent
}

// afford returns an error if the budget does not cover the credits.
func (l *limits) afford(credits int64, now time.Time) error {
	if left := l.left(now); l.budget > 0 && left < credits {
		return &BudgetError{ShortError{Wanted: credits, Missing: credits - left}, renewal(now)}
	}
	return nil
}

// use takes credits from the budget, or returns them if they are negative. The budget
// restarts each month.
func (l *limits) use(credits int64, now time.Time) {
	if month := monthOf(now); l.month != month {
		l.month, l.spent = month, 0
	}
	l.spent = max(0, l.spent+credits)
}

func monthOf(t time.Time) string { return t.UTC().Format("2006-01") }

// renewal returns the first day of the month after a time.
func renewal(now time.Time) string {
	now = now.UTC()
	return dayOf(time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC))
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

// cameDown reports whether a debit crossed that fraction of all credits.
func cameDown(before, after, all int64) bool { return before*lowPart > all && after*lowPart <= all }

// noteLow records the key if a debit brought it low.
func (g *group) noteLow(key *keyState, credits int64) {
	if l := &key.limits; l.full > 0 && cameDown(key.balance+credits, key.balance, l.full) {
		g.low = append(g.low, Low{KeyID: key.id, Left: key.balance, Of: l.full})
	}
	if l := &key.limits; l.budget > 0 {
		if left := l.left(g.now); cameDown(left+credits, left, l.budget) {
			g.low = append(g.low, Low{KeyID: key.id, Left: left, Of: l.budget, Renews: renewal(g.now)})
		}
	}
}

// RotateKey implements Ledger.
func (b *books) RotateKey(ctx context.Context, keyID string, overlap time.Duration) (IssuedKey, error) {
	if overlap < 0 || overlap > MaxOverlap {
		return IssuedKey{}, fmt.Errorf("%w: an overlap of %s; give a time from 0s to %s", ErrInvalidArgument, overlap, MaxOverlap)
	}
	if !b.has.limits {
		return IssuedKey{}, b.storage.explain(errOlderSchema)
	}
	key := IssuedKey{ID: keyID, Secret: newSecret()}
	r := &request{ctx: ctx, kind: rotateRequest, keyID: keyID, newKey: newKey{hash: hashSecret(key.Secret)}, overlap: overlap}
	err := b.writer.submit(r)
	if err != nil {
		return IssuedKey{}, err
	}
	b.recollection.forget(keyID)
	key.Balance = r.remaining
	return key, nil
}

// rotation is a change of a key's secret.
type rotation struct {
	hash secretHash
	ends int64 // of the secrets before it
}

func (g *group) rotate(r *request) {
	key := g.keys[r.keyID]
	if r.err = key.usable(); r.err != nil {
		return
	}
	if key.limits.expired(g.now) {
		r.err = ErrExpiredKey
		return
	}
	key.rotations = append(key.rotations, rotation{r.newKey.hash, g.now.Add(r.overlap).UnixMilli()})
	key.limits.rotations++
	key.limitsChanged = true
	r.remaining = key.balance
}
