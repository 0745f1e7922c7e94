package credits

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Operations of the entries that hand out credits.
const (
	grantOnCreation = "key created"
	grantOnTopUp    = "credits added"
)

// CreateKey implements Ledger.
func (b *books) CreateKey(ctx context.Context, name string, credits int64) (IssuedKey, error) {
	key, _, err := b.createKey(ctx, name, credits, false)
	return key, err
}

// EnsureFirstKey implements Ledger.
func (b *books) EnsureFirstKey(ctx context.Context, name string, credits int64) (IssuedKey, bool, error) {
	return b.createKey(ctx, name, credits, true)
}

func (b *books) createKey(ctx context.Context, name string, credits int64, onlyFirst bool) (key IssuedKey, created bool, err error) {
	name, err = cleanName(name)
	if err != nil {
		return IssuedKey{}, false, err
	}
	if err := checkGrant(credits, 0); err != nil {
		return IssuedKey{}, false, err
	}
	key = IssuedKey{ID: newKeyID(), Secret: newSecret(), Balance: credits}
	r := &request{ctx: ctx, kind: createRequest, credits: credits,
		newKey: newKey{id: key.ID, name: name, hash: hashSecret(key.Secret), onlyFirst: onlyFirst}}
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
	key := &keyState{id: r.newKey.id, made: &r.newKey, known: true}
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

// Keys implements Ledger.
func (b *books) Keys(ctx context.Context) (keys []KeyRecord, err error) {
	err = b.storage.read(ctx, func(ctx context.Context, rows querier) error {
		keys, err = all(ctx, rows, func(row *sql.Rows) (key KeyRecord, err error) {
			var created, revoked int64
			err = row.Scan(&key.ID, &key.Name, &created, &key.Balance, &revoked, &key.LastUsed)
			key.Created = time.UnixMilli(created).UTC()
			if revoked != 0 {
				key.Revoked = time.UnixMilli(revoked).UTC()
			}
			return key, err
		}, `SELECT id, name, created_at, balance, coalesce(revoked_at, 0), last_used_day FROM ledger_keys ORDER BY created_at, id`)
		return err
	})
	if err != nil {
		return nil, b.readError(err)
	}
	return keys, nil
}
