package ledger

import (
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
	addCreditsSQL = "UPDATE payslate_keys SET balance = balance + $2, full_balance = balance + $2 WHERE id = $1"
	revokeSQL     = "UPDATE payslate_keys SET revoked_at = $2 WHERE id = $1"
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
		created = false
		if onlyFirst {
			if has, err := tx.hasKeys(); err != nil || has {
				return err
			}
		}
		created = true
		return tx.each(
			statement{addKeySQL, []any{key.ID, name, tx.now.UnixMilli(), milliseconds(limits.Expires), scopes, limits.Budget, credits}},
			statement{addSecretSQL, []any{hash[:], key.ID}},
			statement{grantSQL, []any{key.ID, tx.now.UnixMilli(), credits}})
	}})
	if err != nil || !created {
		return IssuedKey{}, false, err
	}
	return key, true, nil
}

// hasKeys reports whether the ledger has a key, and keeps other processes from creating
// the first one.
func (tx *transaction) hasKeys() (has bool, err error) {
	if tx.words.lockAll != "" {
		if _, err := tx.exec(tx.words.lockAll); err != nil {
			return false, err
		}
	}
	_, err = tx.find([]any{&has}, "SELECT EXISTS (SELECT 1 FROM payslate_keys)")
	return has, err
}

// statement is a statement with its arguments.
type statement struct {
	query string
	args  []any
}

// each runs statements one after the other.
func (tx *transaction) each(statements ...statement) error {
	for _, s := range statements {
		if _, err := tx.exec(s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}

// AddCredits adds 1 to MaxGrant credits and returns the new balance.
// Errors: ErrUnknownKey, ErrRevokedKey, ErrInvalidArgument.
func (l *Ledger) AddCredits(ctx context.Context, keyID string, credits int64) (balance int64, err error) {
	if err := checkGrant(credits, 1); err != nil {
		return 0, err
	}
	err = l.writer.submit(&request{ctx: ctx, keyID: keyID, apply: func(tx *transaction) error {
		key, err := tx.readKey(keyID)
		switch {
		case err != nil:
			return err
		case key.revoked != 0:
			return ErrRevokedKey
		case key.balance > MaxBalance-credits:
			return fmt.Errorf("%w: the key would hold more than %d credits", ErrInvalidArgument, int64(MaxBalance))
		}
		balance = key.balance + credits
		return tx.each(statement{addCreditsSQL, []any{keyID, credits}}, statement{grantSQL, []any{keyID, tx.now.UnixMilli(), credits}})
	}})
	return balance, err
}

// RevokeKey revokes a key permanently, at once and for every process; its usage is kept.
// Revoking a revoked key changes nothing. Errors: ErrUnknownKey.
func (l *Ledger) RevokeKey(ctx context.Context, keyID string) error {
	return l.writer.submit(&request{ctx: ctx, keyID: keyID, apply: func(tx *transaction) error {
		key, err := tx.readKey(keyID)
		if err != nil || key.revoked != 0 {
			return err
		}
		_, err = tx.exec(revokeSQL, keyID, tx.now.UnixMilli())
		return err
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
		key, err := tx.readKey(keyID)
		if err == nil {
			err = key.valid()
		}
		if err != nil {
			return err
		}
		made.Balance = key.balance
		return tx.each(statement{endSecretSQL, []any{keyID, tx.now.Add(overlap).UnixMilli()}}, statement{addSecretSQL, []any{hash[:], keyID}})
	}})
	if err != nil {
		return IssuedKey{}, err
	}
	return made, nil
}
