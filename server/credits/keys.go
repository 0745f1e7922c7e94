package credits

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Operations of the entries that hand out credits.
const (
	grantOnCreation = "key created"
	grantOnTopUp    = "credits added"
)

// CreateKey implements Ledger.
func (e *Embedded) CreateKey(ctx context.Context, name string, credits int64) (IssuedKey, error) {
	key, _, err := e.createKey(ctx, name, credits, false)
	return key, err
}

// EnsureFirstKey implements Ledger.
func (e *Embedded) EnsureFirstKey(ctx context.Context, name string, credits int64) (IssuedKey, bool, error) {
	return e.createKey(ctx, name, credits, true)
}

func (e *Embedded) createKey(ctx context.Context, name string, credits int64, onlyFirst bool) (key IssuedKey, created bool, err error) {
	name, err = cleanName(name)
	if err != nil {
		return IssuedKey{}, false, err
	}
	if err := checkGrant(credits, 0); err != nil {
		return IssuedKey{}, false, err
	}
	key = IssuedKey{ID: newKeyID(), Secret: newSecret(), Balance: credits}
	err = e.writer.change(ctx, func(ctx context.Context, conn *sql.Conn) error {
		if onlyFirst {
			var exists bool
			if err := conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM keys)").Scan(&exists); err != nil || exists {
				return err
			}
		}
		created = true
		hash := hashSecret(key.Secret)
		now := e.clock()
		if _, err := conn.ExecContext(ctx, "INSERT INTO keys (id, secret_hash, name, created_at, balance) VALUES (?, ?, ?, ?, ?)",
			key.ID, hash[:], name, now.UnixMilli(), credits); err != nil {
			return err
		}
		return addGrant(ctx, conn, key.ID, grantOnCreation, credits, now)
	})
	if err != nil || !created {
		return IssuedKey{}, false, err
	}
	return key, true, nil
}

func addGrant(ctx context.Context, conn *sql.Conn, keyID, operation string, credits int64, now time.Time) error {
	_, err := conn.ExecContext(ctx, "INSERT INTO entries (key_id, kind, operation, delta, calls, at) VALUES (?, 'grant', ?, ?, 0, ?)",
		keyID, operation, credits, now.UnixMilli())
	return err
}

// AddCredits implements Ledger.
func (e *Embedded) AddCredits(ctx context.Context, keyID string, credits int64) (balance int64, err error) {
	if err := checkGrant(credits, 1); err != nil {
		return 0, err
	}
	err = e.writer.change(ctx, func(ctx context.Context, conn *sql.Conn) error {
		var revoked bool
		err := conn.QueryRowContext(ctx, "SELECT balance, revoked_at IS NOT NULL FROM keys WHERE id = ?", keyID).Scan(&balance, &revoked)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return ErrUnknownKey
		case err != nil:
			return err
		case revoked:
			return ErrRevokedKey
		case balance > MaxBalance-credits:
			return fmt.Errorf("%w: the key would hold more than %d credits", ErrInvalidArgument, int64(MaxBalance))
		}
		balance += credits
		if _, err := conn.ExecContext(ctx, "UPDATE keys SET balance = ? WHERE id = ?", balance, keyID); err != nil {
			return err
		}
		return addGrant(ctx, conn, keyID, grantOnTopUp, credits, e.clock())
	})
	if err != nil {
		return 0, err
	}
	return balance, nil
}

// RevokeKey implements Ledger.
func (e *Embedded) RevokeKey(ctx context.Context, keyID string) error {
	return e.writer.change(ctx, func(ctx context.Context, conn *sql.Conn) error {
		result, err := conn.ExecContext(ctx, "UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
			e.clock().UnixMilli(), keyID)
		if err != nil {
			return err
		}
		found, err := result.RowsAffected()
		if err == nil && found == 0 {
			return ErrUnknownKey
		}
		return err
	})
}

// Keys implements Ledger.
func (e *Embedded) Keys(ctx context.Context) ([]KeyRecord, error) {
	rows, err := e.readers.QueryContext(ctx,
		"SELECT id, name, created_at, balance, revoked_at, last_used_day FROM keys ORDER BY created_at, id")
	if err != nil {
		return nil, e.readError(err)
	}
	defer rows.Close()
	var keys []KeyRecord
	for rows.Next() {
		var key KeyRecord
		var created int64
		var revoked sql.NullInt64
		if err := rows.Scan(&key.ID, &key.Name, &created, &key.Balance, &revoked, &key.LastUsed); err != nil {
			return nil, e.readError(err)
		}
		key.Created = time.UnixMilli(created).UTC()
		if revoked.Valid {
			key.Revoked = time.UnixMilli(revoked.Int64).UTC()
		}
		keys = append(keys, key)
	}
	if err := rows.Err(); err != nil {
		return nil, e.readError(err)
	}
	return keys, nil
}
