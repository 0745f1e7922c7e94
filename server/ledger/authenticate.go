package ledger

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
)

// keyState is a key as it was read by one of its secrets, or by its id.
type keyState struct {
	id               string
	balance, full    int64 // full is the balance after credits were last handed out
	revoked, expires int64
	scopes           string
	budget           int64
	month            string
	spent, ends      int64 // ends is 0 unless a rotation has replaced the secret
	lastUsed         string
	now              time.Time
}

const keyColumns = "k.id, k.balance, k.full_balance, k.revoked_at, k.expires_at, k.scopes, k.budget, k.month, k.spent, k.last_used"

func (k *keyState) columns() []any {
	return []any{&k.id, &k.balance, &k.full, &k.revoked, &k.expires, &k.scopes, &k.budget, &k.month, &k.spent, &k.lastUsed, &k.ends}
}

const (
	readKeySQL    = "SELECT " + keyColumns + ", 0 FROM payslate_keys AS k WHERE k.id = $1"
	readSecretSQL = "SELECT " + keyColumns + ", s.ends_at FROM payslate_secrets AS s JOIN payslate_keys AS k ON k.id = s.key_id WHERE s.hash = $1"
	writeKeySQL   = "UPDATE payslate_keys SET balance = $2, full_balance = $3, revoked_at = $4, month = $5, spent = $6, last_used = $7 WHERE id = $1"
)

// findKeySQL reads the key of a secret, and the time.
func findKeySQL(d *dialect) string {
	return strings.Replace(readSecretSQL, " FROM ", ", coalesce($2, "+d.now+") FROM ", 1)
}

// valid returns an error unless the key and the secret by which it was read are in force.
func (k *keyState) valid() error {
	switch now := k.now.UnixMilli(); {
	case k.revoked != 0:
		return ErrRevokedKey
	case k.expires != 0 && k.expires <= now, k.ends != 0 && k.ends <= now:
		return ErrExpiredKey
	}
	return nil
}

// left returns what is left of the budget this month, or of a later one if the clock was
// set back.
func (k *keyState) left() int64 {
	if k.month < monthOf(k.now) {
		return k.budget
	}
	return k.budget - k.spent
}

// renews is the day on which the budget renews.
func (k *keyState) renews() string { return renewal(max(k.month, monthOf(k.now))) }

// affords returns an error unless the budget and the balance cover the credits.
func (k *keyState) affords(credits int64) error {
	if left := k.left(); k.budget > 0 && left < credits {
		return &ShortError{Wanted: credits, Missing: credits - left, Renews: k.renews()}
	}
	if k.balance < credits {
		return &ShortError{Wanted: credits, Missing: credits - k.balance}
	}
	return nil
}

// take takes credits from the balance and from the budget of the month, or gives back negative
// ones. A clock that was set back does not return to an earlier month, whose budget was spent.
func (k *keyState) take(credits int64) {
	if month := monthOf(k.now); k.month < month {
		k.month, k.spent = month, 0
	}
	k.balance -= credits
	k.spent = max(0, k.spent+credits)
	if credits > 0 {
		k.lastUsed = max(k.lastUsed, dayOf(k.now))
	}
}

// readKey reads a key by readKeySQL with its id, or by readSecretSQL with the hash of a
// secret; without one it is an ErrUnknownKey. No other process changes the key until the end
// of the transaction.
func (tx *transaction) readKey(query string, by any) (*keyState, error) {
	k := &keyState{now: tx.now}
	found, err := tx.find(k.columns(), query+tx.store.lockKey, by)
	if err == nil && !found {
		err = ErrUnknownKey
	}
	return k, err
}

// spender reads a key by one of its secrets, and returns an error unless both are in force.
func (tx *transaction) spender(keyID string, hash secretHash) (*keyState, error) {
	key, err := tx.readKey(readSecretSQL, hash[:])
	switch {
	case err != nil:
		return key, err
	case key.id != keyID:
		return key, ErrUnknownKey
	}
	return key, key.valid()
}

// writeKey writes what changed of a key that was read.
func (tx *transaction) writeKey(k *keyState) error {
	_, err := tx.exec(writeKeySQL, k.id, k.balance, k.full, k.revoked, k.month, k.spent, k.lastUsed)
	return err
}

// Authenticate returns the key of a secret with its balance, read from the ledger after
// the call began: a revocation by another process takes effect at once. Errors:
// ErrUnknownKey, ErrRevokedKey, ErrExpiredKey.
func (l *Ledger) Authenticate(ctx context.Context, secret string) (Key, error) {
	hash := hashSecret(secret)
	k, err := l.findKey(ctx, hash)
	if err == nil {
		err = k.valid()
	}
	if err != nil {
		l.cache.Delete(hash)
		return Key{}, err
	}
	key := Key{ID: k.id, Balance: k.balance, Left: k.balance, scopes: k.scopes, secret: secret}
	if left := max(0, k.left()); k.budget > 0 && left < k.balance {
		key.Left, key.Renews = left, k.renews()
	}
	if key.Left > 0 {
		l.cache.Store(hash, Key{ID: k.id, Balance: key.Balance, Left: key.Left, scopes: k.scopes})
	} else {
		l.cache.Delete(hash)
	}
	return key, nil
}

// Identify returns the key of a secret as Authenticate last read it, without reading the
// ledger again. Of a remembered key the id and scopes are certain, which never change;
// Debit, Reserve and Complete check whether it is still in force and what it has left. If
// none of them follows, call Authenticate before you answer.
func (l *Ledger) Identify(ctx context.Context, secret string) (Key, error) {
	cached, known := l.cache.Load(hashSecret(secret))
	if !known {
		return l.Authenticate(ctx, secret)
	}
	key := cached.(Key)
	key.secret = secret
	return key, nil
}

func (l *Ledger) findKey(ctx context.Context, hash secretHash) (*keyState, error) {
	ctx, cancel := context.WithTimeout(ctx, l.store.patience)
	defer cancel()
	k := &keyState{}
	var at int64
	err := l.read(ctx, func(rows querier) error {
		if err := l.store.file.check(); err != nil {
			return err
		}
		var row *sql.Row
		if prepared := l.store.findKey; prepared != nil {
			row = prepared.QueryRowContext(ctx, hash[:], l.store.at())
		} else {
			row = rows.QueryRowContext(ctx, findKeySQL(l.store.dialect), hash[:], l.store.at())
		}
		err := row.Scan(append(k.columns(), &at)...)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrUnknownKey
		}
		return err
	})
	k.now = time.UnixMilli(at)
	return k, err
}
