package ledger

import (
	"database/sql"
	"fmt"
	"strings"
)

// A ledger of version 1 is copied once, in the transaction that raises the version of
// the schema, so that a process of version 1 writes nothing more.

// upgradeSQL copies the tables of version 1. Version 1.1.0 folded old entries by month
// and gave those the number 0.
var upgradeSQL = []string{
	`INSERT INTO payslate_keys (id, name, created_at, revoked_at, last_used, expires_at, scopes, budget, month, spent, balance, full_balance)
		SELECT k.id, k.name, k.created_at, coalesce(k.revoked_at, 0), k.last_used_day, coalesce(l.expires_at, 0), coalesce(l.scopes, ''),
			coalesce(l.budget, 0), coalesce(l.spent_month, ''), coalesce(l.spent, 0), k.balance, coalesce(l.full_balance, k.balance)
		FROM ledger_keys AS k LEFT JOIN ledger_limits AS l ON l.key_id = k.id`,
	"INSERT INTO payslate_secrets (hash, key_id, ends_at) SELECT secret_hash, id, 0 FROM ledger_keys",
	"INSERT INTO payslate_secrets (hash, key_id, ends_at) SELECT secret_hash, key_id, ends_at FROM ledger_former_secrets",
	"INSERT INTO payslate_grants (key_id, at, credits) SELECT key_id, at, sum(delta) FROM ledger_entries WHERE kind = 'grant' GROUP BY key_id, at",
	`INSERT INTO payslate_usage (key_id, day, operation, calls) SELECT key_id, day, operation, sum(calls)
		FROM (SELECT key_id, CASE WHEN number = 0 THEN substr(DAY, 1, 7) ELSE DAY END AS day, operation, calls FROM ledger_entries WHERE kind <> 'grant') AS used
		GROUP BY key_id, day, operation HAVING sum(calls) <> 0`,
}

// fromVersion100 adds to the tables of version 1.0.0 what version 1.1.0 has.
const fromVersion100 = `ALTER TABLE ledger_entries ADD COLUMN number INTEGER;
	CREATE TABLE ledger_limits (key_id TEXT, expires_at BIGINT, scopes TEXT, budget BIGINT, spent_month TEXT, spent BIGINT, full_balance BIGINT);
	CREATE TABLE ledger_former_secrets (secret_hash BYTEA, key_id TEXT, ends_at BIGINT)`

// upgrade creates the tables, copies those of version 1 and removes them.
func upgrade(tx *transaction, schema string) error {
	var wrong int
	if _, err := tx.find([]any{&wrong}, `SELECT count(*) FROM (SELECT k.id FROM ledger_keys AS k LEFT JOIN ledger_entries AS e ON e.key_id = k.id
		GROUP BY k.id, k.balance HAVING k.balance <> coalesce(sum(e.delta), 0)) AS differing`); err != nil {
		return err
	}
	if wrong > 0 {
		return Fault(fmt.Sprintf("the ledger of version 1 is not sound and stays as it is: the balance of %d keys is not the sum of their entries; run keys verify of version 1", wrong))
	}
	var is110 bool
	if _, err := tx.find([]any{&is110}, tx.store.hasTable, "ledger_limits"); err != nil {
		return err
	}
	if !is110 {
		schema += ";" + fromVersion100
	}
	for _, statement := range append([]string{schema}, upgradeSQL...) {
		if err := tx.run(tx.ctx, strings.ReplaceAll(statement, "DAY", tx.store.day)); err != nil {
			return err
		}
	}
	if err := copyAnswers(tx); err != nil {
		return err
	}
	for _, table := range []string{"idempotency", "entries", "limits", "former_secrets", "checkpoints", "epochs", "keys"} {
		if err := tx.run(tx.ctx, "DROP TABLE IF EXISTS ledger_"+table); err != nil {
			return err
		}
	}
	if tx.store.remote {
		return tx.run(tx.ctx, "DROP FUNCTION IF EXISTS ledger_entries_stay()")
	}
	return nil
}

// copyAnswers copies the unexpired answers and leases; their Idempotency-Keys are hashed.
// Answers that version 1.0.0 stored in clear, with a header, lose their text: a repeat is
// a conflict and costs nothing.
func copyAnswers(tx *transaction) error {
	type row struct {
		keyID, idempotencyKey, token string
		digest, body                 []byte
		expires, status              int64
	}
	answers, err := list(tx.ctx, tx.conn, func(rows *sql.Rows) (r row, err error) {
		return r, rows.Scan(&r.keyID, &r.idempotencyKey, &r.digest, &r.token, &r.expires, &r.status, &r.body)
	}, `SELECT key_id, idempotency_key, request_digest, token, expires_at, status, CASE WHEN header = '' THEN body END
		FROM ledger_idempotency WHERE expires_at > $1`, tx.now.UnixMilli())
	for _, r := range answers {
		if err == nil {
			_, err = tx.exec("INSERT INTO payslate_answers (key_id, name, digest, token, expires_at, status, body) VALUES ($1, $2, $3, $4, $5, $6, $7)",
				r.keyID, answerName(r.keyID, r.idempotencyKey), r.digest, r.token, r.expires, r.status, r.body)
		}
	}
	return err
}
