package ledger

import (
	"cmp"
	"context"
	"fmt"
)

// useSQL adds to what a key used on a day; a settlement takes away.
const useSQL = `INSERT INTO payslate_usage (key_id, day, operation, calls) VALUES ($1, $2, $3, $4)
	ON CONFLICT (key_id, day, operation) DO UPDATE SET calls = payslate_usage.calls + excluded.calls`

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

// debit charges calls by one secret of a key, each that the key can still pay.
func (tx *transaction) debit(calls []*request) error {
	key, invalid := tx.spender(calls[0].keyID, calls[0].hash)
	if invalid != nil && !isOutcome(invalid) {
		return invalid
	}
	used := map[string]int64{}
	for _, r := range calls {
		if r.err = cmp.Or(invalid, key.affords(r.credits)); r.err == nil {
			tx.charge(key, r.credits)
			used[r.operation] += r.credits
			r.remaining = key.balance
		}
	}
	if len(used) == 0 {
		return nil
	}
	err := tx.writeKey(key)
	for operation, credits := range used {
		if err == nil {
			err = tx.use(key.id, operation, credits)
		}
	}
	return err
}

// charge takes credits that a key affords, and notes whether it is low then.
func (tx *transaction) charge(key *keyState, credits int64) {
	key.take(credits)
	if key.full > 0 && cameDown(key.balance, credits, key.full) {
		tx.low = append(tx.low, Low{KeyID: key.id, Left: key.balance, Of: key.full})
	}
	if rest := key.left(); key.budget > 0 && cameDown(rest, credits, key.budget) {
		tx.low = append(tx.low, Low{KeyID: key.id, Left: rest, Of: key.budget, Renews: key.renews()})
	}
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
	key, err := tx.readKey(readKeySQL, keyID)
	if err != nil {
		return err
	}
	key.take(-credits)
	return cmp.Or(tx.writeKey(key), tx.use(keyID, operation, -credits))
}
