package ledger

import (
	"context"
	"errors"
	"fmt"
)

// chargeSQL takes $3 credits from the key $1 if its secret $2 is in force at the time $4,
// and if balance and the budget of the month $5 cover them, on the day $6. A clock that was
// set back does not return to an earlier month, whose budget was spent.
const chargeSQL = `UPDATE payslate_keys SET balance = balance - $3, month = CASE WHEN month > $5 THEN month ELSE $5 END,
	last_used = CASE WHEN $3 > 0 AND last_used < $6 THEN $6 ELSE last_used END,
	spent = CASE WHEN month >= $5 THEN spent ELSE 0 END + $3
	WHERE id = $1 AND revoked_at = 0 AND (expires_at = 0 OR expires_at > $4)
	AND EXISTS (SELECT 1 FROM payslate_secrets WHERE hash = $2 AND key_id = $1 AND (ends_at = 0 OR ends_at > $4))
	AND balance >= $3 AND (budget = 0 OR CASE WHEN month >= $5 THEN spent ELSE 0 END + $3 <= budget)
	RETURNING balance, full_balance, budget, spent, month`

// useSQL adds to what a key used on a day; a settlement takes away.
const useSQL = `INSERT INTO payslate_usage (key_id, day, operation, calls) VALUES ($1, $2, $3, $4)
	ON CONFLICT (key_id, day, operation) DO UPDATE SET calls = payslate_usage.calls + excluded.calls`

// undoSQL returns $2 credits to the key $1, and to its budget in the month $3.
const undoSQL = `UPDATE payslate_keys SET balance = balance + $2, month = CASE WHEN month > $3 THEN month ELSE $3 END,
	spent = CASE WHEN month >= $3 AND spent > $2 THEN spent - $2 ELSE 0 END WHERE id = $1`

// Debit takes credits for the operation, one for each result of the call, and returns
// the balance after exactly this call. If the key has too few credits, none are taken.
// If the context ends before the debit begins, nothing is charged; a debit that has begun
// is finished, and its outcome is returned even if the context has ended. Errors:
// *ShortError, ErrUnknownKey, ErrRevokedKey, ErrExpiredKey,
// ErrInvalidArgument.
func (l *Ledger) Debit(ctx context.Context, key Key, operation string, credits int64) (remaining int64, err error) {
	if err := checkDebit(credits); err != nil {
		return 0, err
	}
	r := request{ctx: ctx, keyID: key.ID, hash: hashSecret(key.secret), operation: operation, credits: credits}
	err = l.writer.submit(&r)
	if isOutcome(err) {
		l.cache.Delete(r.hash)
	}
	return r.remaining, err
}

func checkDebit(credits int64) error {
	if credits < 0 || credits > MaxDebit {
		return fmt.Errorf("%w: a debit of %d credits; give a whole number from 0 to %d", ErrInvalidArgument, credits, int64(MaxDebit))
	}
	return nil
}

// charged is what a charge left of a key.
type charged struct {
	balance, full, budget, spent int64
	month                        string
}

// charge takes credits from a key by one of its secrets, without recording their use.
func (tx *transaction) charge(keyID string, hash secretHash, credits int64) (left charged, err error) {
	found, err := tx.find([]any{&left.balance, &left.full, &left.budget, &left.spent, &left.month}, chargeSQL,
		keyID, hash[:], credits, tx.now.UnixMilli(), monthOf(tx.now), dayOf(tx.now))
	if found {
		tx.noteLow(keyID, credits, left)
	}
	if err != nil || found {
		return left, err
	}
	// Say why not.
	if err := tx.lock(keyID); err != nil {
		return left, err
	}
	if _, err := tx.spender(keyID, hash, credits); err != nil {
		return left, err
	}
	return left, errChanged
}

// errChanged is returned if another process changed a key while it was charged: the
// transaction is repeated.
var errChanged = errors.New("another process changed the key")

// spender reads a key by one of its secrets, and returns an error unless it may spend the
// credits.
func (tx *transaction) spender(keyID string, hash secretHash, credits int64) (*keyState, error) {
	key, err := tx.readKey(readSecretSQL, hash[:])
	switch {
	case err != nil:
		return key, err
	case key.id != keyID:
		return key, ErrUnknownKey
	}
	if err := key.valid(); err != nil {
		return key, err
	}
	return key, key.affords(credits)
}

// use records credits that an operation used.
func (tx *transaction) use(keyID, operation string, credits int64) error {
	if credits == 0 {
		return nil
	}
	_, err := tx.exec(useSQL, keyID, dayOf(tx.now), operation, credits)
	return err
}

// undo takes a debit back whose caller was told that it failed.
func (tx *transaction) undo(keyID, operation string, credits int64) error {
	changed, err := tx.exec(undoSQL, keyID, credits, monthOf(tx.now))
	if err != nil || changed == 0 {
		return err
	}
	return tx.use(keyID, operation, -credits)
}

// noteLow records whether a charge left few credits of the key's balance or of its budget.
func (tx *transaction) noteLow(keyID string, credits int64, left charged) {
	if left.full > 0 && cameDown(left.balance, credits, left.full) {
		tx.low = append(tx.low, Low{KeyID: keyID, Left: left.balance, Of: left.full})
	}
	if rest := left.budget - left.spent; left.budget > 0 && cameDown(rest, credits, left.budget) {
		tx.low = append(tx.low, Low{KeyID: keyID, Left: rest, Of: left.budget, Renews: renewal(left.month)})
	}
}
