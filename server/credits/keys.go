package credits

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Operations of the entries that grant credits.
const (
	grantOnCreation = "key created"
	grantOnTopUp    = "credits added"
)

// CreateKey implements Ledger.
func (b *books) CreateKey(ctx context.Context, name string, credits int64, limits Limits) (IssuedKey, error) {
	key, _, err := b.createKey(ctx, name, credits, limits, false)
	return key, err
}

// EnsureFirstKey implements Ledger.
func (b *books) EnsureFirstKey(ctx context.Context, name string, credits int64) (IssuedKey, bool, error) {
	return b.createKey(ctx, name, credits, Limits{}, true)
}

func (b *books) createKey(ctx context.Context, name string, credits int64, limits Limits, onlyFirst bool) (key IssuedKey, created bool, err error) {
	name, err = cleanName(name)
	if err != nil {
		return IssuedKey{}, false, err
	}
	if err := checkGrant(credits, 0); err != nil {
		return IssuedKey{}, false, err
	}
	row, err := limits.check()
	if err != nil {
		return IssuedKey{}, false, err
	}
	row.full = credits
	key = IssuedKey{ID: newKeyID(), Secret: newSecret(), Balance: credits}
	r := &request{ctx: ctx, kind: createRequest, credits: credits,
		newKey: newKey{id: key.ID, name: name, hash: hashSecret(key.Secret), onlyFirst: onlyFirst, limits: row}}
	if err := b.writer.submit(r); err != nil || !r.created {
		return IssuedKey{}, false, err
	}
	return key, true, nil
}

func (g *group) create(r *request) {
	if r.newKey.onlyFirst && g.hadKeys {
		return
	}
	g.hadKeys, r.created = true, true
	key := &keyState{id: r.newKey.id, made: &r.newKey, known: true, limits: r.newKey.limits, limitsChanged: true}
	key.enter(grantEntry, grantOnCreation, r.credits, 0)
	g.keys[key.id] = key
	g.keyOrder = append(g.keyOrder, key)
}

// AddCredits implements Ledger.
func (b *books) AddCredits(ctx context.Context, keyID string, credits int64) (balance int64, err error) {
	if err := checkGrant(credits, 1); err != nil {
		return 0, err
	}
	r := &request{ctx: ctx, kind: grantRequest, keyID: keyID, credits: credits}
	err = b.writer.submit(r)
	return r.remaining, err
}

func (g *group) grant(r *request) {
	key := g.keys[r.keyID]
	if r.err = key.usable(); r.err != nil {
		return
	}
	if key.balance > MaxBalance-r.credits {
		r.err = fmt.Errorf("%w: the key would hold more than %d credits", ErrInvalidArgument, int64(MaxBalance))
		return
	}
	key.enter(grantEntry, grantOnTopUp, r.credits, 0)
	key.limits.full, key.limitsChanged = key.balance, true
	r.remaining = key.balance
}

// RevokeKey implements Ledger.
func (b *books) RevokeKey(ctx context.Context, keyID string) error {
	return b.writer.submit(&request{ctx: ctx, kind: revokeRequest, keyID: keyID})
}

func (g *group) revoke(r *request) {
	key := g.keys[r.keyID]
	switch {
	case !key.known:
		r.err = ErrUnknownKey
	case key.revokedAt == 0:
		key.revokedAt, key.changed = g.now.UnixMilli(), true
	}
}

// listKeysSQL lists the keys with their limits, listOldKeysSQL the keys of a ledger
// without the table of limits.
const (
	listKeysSQL = `SELECT k.id, k.name, k.created_at, k.balance, coalesce(k.revoked_at, 0), k.last_used_day,
		coalesce(l.expires_at, 0), coalesce(l.scopes, ''), coalesce(l.budget, 0), coalesce(l.spent_month, ''), coalesce(l.spent, 0)
		FROM ledger_keys AS k LEFT JOIN ledger_limits AS l ON l.key_id = k.id ORDER BY k.created_at, k.id`
	listOldKeysSQL = `SELECT id, name, created_at, balance, coalesce(revoked_at, 0), last_used_day, 0, '', 0, '', 0
		FROM ledger_keys ORDER BY created_at, id`
)

// Keys implements Ledger.
func (b *books) Keys(ctx context.Context) (keys []KeyRecord, err error) {
	query := listOldKeysSQL
	if b.has.limits {
		query = listKeysSQL
	}
	now := b.storage.time()
	err = b.storage.read(ctx, func(ctx context.Context, rows querier) error {
		keys, err = all(ctx, rows, func(row *sql.Rows) (key KeyRecord, err error) {
			var created, revoked int64
			var l limits
			err = row.Scan(&key.ID, &key.Name, &created, &key.Balance, &revoked, &key.LastUsed,
				&l.expires, &l.scopes, &l.budget, &l.month, &l.spent)
			key.Created, key.Revoked = momentOf(created), momentOf(revoked)
			key.Limits = Limits{momentOf(l.expires), splitScopes(l.scopes), l.budget}
			if l.budget > 0 {
				key.Spent = l.budget - l.left(now)
			}
			return key, err
		}, query)
		return err
	})
	if err != nil {
		return nil, b.readError(err)
	}
	return keys, nil
}

// momentOf returns the time of Unix milliseconds, the zero time for 0.
func momentOf(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}
