package ledger

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

const (
	addKeySQL = `INSERT INTO payslate_keys (id, name, created_at, revoked_at, expires_at, scopes, budget, month, spent, balance, full_balance, last_used)
		VALUES ($1, $2, $3, 0, $4, $5, $6, '', 0, $7, $7, '')`
	addSecretSQL = "INSERT INTO payslate_secrets (hash, key_id, ends_at) VALUES ($1, $2, 0)"
	endSecretSQL = "UPDATE payslate_secrets SET ends_at = $2 WHERE key_id = $1 AND (ends_at = 0 OR ends_at > $2)"
	grantSQL     = `INSERT INTO payslate_grants (key_id, at, credits) VALUES ($1, $2, $3)
		ON CONFLICT (key_id, at) DO UPDATE SET credits = payslate_grants.credits + excluded.credits`
)

// CreateKey creates a key with 0 to MaxGrant credits, limits and a name, which may be
// empty. The secret that it returns is not stored.
func (l *Ledger) CreateKey(ctx context.Context, name string, credits int64, limits Limits) (IssuedKey, error) {
	key, _, err := l.createKey(ctx, name, credits, limits, false)
	return key, err
}

// EnsureFirstKey creates a key with the credits if the ledger has never had a key,
// and reports whether it did. If several processes start at once, exactly one
// creates the key.
func (l *Ledger) EnsureFirstKey(ctx context.Context, name string, credits int64) (key IssuedKey, created bool, err error) {
	return l.createKey(ctx, name, credits, Limits{}, true)
}

func (l *Ledger) createKey(ctx context.Context, name string, credits int64, limits Limits, onlyFirst bool) (key IssuedKey, created bool, err error) {
	name, err = cleanName(name)
	if err != nil {
		return IssuedKey{}, false, err
	}
	if err := checkGrant(credits, 0); err != nil {
		return IssuedKey{}, false, err
	}
	scopes, err := limits.check()
	if err != nil {
		return IssuedKey{}, false, err
	}
	key = IssuedKey{ID: newKeyID(), Secret: newSecret(), Balance: credits}
	hash := hashSecret(key.Secret)
	err = l.writer.submit(&request{ctx: ctx, keyID: key.ID, apply: func(tx *transaction) error {
		if created = true; onlyFirst {
			if _, err := tx.exec(tx.store.lockAll); err != nil {
				return err
			}
			if _, err := tx.find([]any{&created}, "SELECT NOT EXISTS (SELECT 1 FROM payslate_keys)"); err != nil || !created {
				return err
			}
		}
		if _, err := tx.exec(addKeySQL, key.ID, name, tx.now.UnixMilli(), milliseconds(limits.Expires), scopes, limits.Budget, credits); err != nil {
			return err
		}
		if _, err := tx.exec(addSecretSQL, hash[:], key.ID); err != nil {
			return err
		}
		return tx.grant(key.ID, credits)
	}})
	if err != nil || !created {
		return IssuedKey{}, false, err
	}
	return key, true, nil
}

// grant records that credits were handed out.
func (tx *transaction) grant(keyID string, credits int64) error {
	_, err := tx.exec(grantSQL, keyID, tx.now.UnixMilli(), credits)
	return err
}

// AddCredits adds 1 to MaxGrant credits and returns the new balance.
// Errors: ErrUnknownKey, ErrRevokedKey, ErrInvalidArgument.
func (l *Ledger) AddCredits(ctx context.Context, keyID string, credits int64) (balance int64, err error) {
	if err := checkGrant(credits, 1); err != nil {
		return 0, err
	}
	err = l.writer.submit(&request{ctx: ctx, keyID: keyID, apply: func(tx *transaction) error {
		key, err := tx.readKey(readKeySQL, keyID)
		switch {
		case err != nil:
			return err
		case key.revoked != 0:
			return ErrRevokedKey
		case key.balance > MaxBalance-credits:
			return fmt.Errorf("%w: the key would hold more than %d credits", ErrInvalidArgument, int64(MaxBalance))
		}
		balance = key.balance + credits
		key.balance, key.full = balance, balance
		return cmp.Or(tx.writeKey(key), tx.grant(keyID, credits))
	}})
	return balance, err
}

// RevokeKey revokes a key permanently, at once and for every process; its usage is kept.
// Revoking a revoked key changes nothing. Errors: ErrUnknownKey.
func (l *Ledger) RevokeKey(ctx context.Context, keyID string) error {
	return l.writer.submit(&request{ctx: ctx, keyID: keyID, apply: func(tx *transaction) error {
		key, err := tx.readKey(readKeySQL, keyID)
		if err != nil || key.revoked != 0 {
			return err
		}
		key.revoked = tx.now.UnixMilli()
		return tx.writeKey(key)
	}})
}

// RotateKey gives a key a new secret. Its former secrets work for the overlap, 0 to
// MaxOverlap, unless they expire earlier.
// Errors: ErrUnknownKey, ErrRevokedKey, ErrExpiredKey, ErrInvalidArgument.
func (l *Ledger) RotateKey(ctx context.Context, keyID string, overlap time.Duration) (IssuedKey, error) {
	if overlap < 0 || overlap > MaxOverlap {
		return IssuedKey{}, fmt.Errorf("%w: an overlap of %s; give a time from 0s to %s", ErrInvalidArgument, overlap, MaxOverlap)
	}
	made := IssuedKey{ID: keyID, Secret: newSecret()}
	hash := hashSecret(made.Secret)
	err := l.writer.submit(&request{ctx: ctx, keyID: keyID, apply: func(tx *transaction) error {
		key, err := tx.readKey(readKeySQL, keyID)
		if err == nil {
			err = key.valid()
		}
		if err != nil {
			return err
		}
		made.Balance = key.balance
		if _, err = tx.exec(endSecretSQL, keyID, tx.now.Add(overlap).UnixMilli()); err == nil {
			_, err = tx.exec(addSecretSQL, hash[:], keyID)
		}
		return err
	}})
	if err != nil {
		return IssuedKey{}, err
	}
	return made, nil
}
