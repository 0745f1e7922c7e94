package ledger

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
)

// A ledger of version 1 is copied once, in the transaction that raises the version of
// the schema, so that a process of version 1 writes nothing more. Version 1.0.0 has no
// tables of limits, former secrets and checkpoints; version 1.1.0 folded old entries by
// month and gave those the number 0.

// checkOldBalances returns an error unless each balance is the sum of its entries.
func checkOldBalances(tx *transaction) error {
	var wrong int
	if _, err := tx.find([]any{&wrong}, `SELECT count(*) FROM (SELECT k.id FROM ledger_keys AS k LEFT JOIN ledger_entries AS e ON e.key_id = k.id
		GROUP BY k.id, k.balance HAVING k.balance <> coalesce(sum(e.delta), 0)) AS differing`); err != nil {
		return err
	}
	if wrong > 0 {
		return Fault(fmt.Sprintf("the ledger of version 1 is not sound and stays as it is: the balance of %d keys is not the sum of their entries; run keys verify of version 1", wrong))
	}
	return nil
}

// upgrade creates the tables, copies those of version 1 and removes them.
func upgrade(tx *transaction, schema string) error {
	if err := checkOldBalances(tx); err != nil {
		return err
	}
	if err := tx.run(tx.ctx, schema); err != nil {
		return err
	}
	has := map[string]bool{}
	for _, table := range []string{"ledger_limits", "ledger_former_secrets", "ledger_checkpoints"} {
		found, err := hasTable(tx, table)
		if err != nil {
			return err
		}
		has[table] = found
	}
	limits, ofLimits := "0, '', 0, '', 0, k.balance, k.balance", ""
	if has["ledger_limits"] {
		limits = `coalesce(l.expires_at, 0), coalesce(l.scopes, ''), coalesce(l.budget, 0), coalesce(l.spent_month, ''),
			coalesce(l.spent, 0), k.balance, coalesce(l.full_balance, k.balance)`
		ofLimits = " LEFT JOIN ledger_limits AS l ON l.key_id = k.id"
	}
	day := "strftime('%Y-%m-%d', at / 1000, 'unixepoch')"
	if tx.words.remote {
		day = "to_char(to_timestamp(at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
	}
	if has["ledger_checkpoints"] {
		day = "CASE WHEN number = 0 THEN substr(" + day + ", 1, 7) ELSE " + day + " END"
	}
	statements := []string{
		`INSERT INTO payslate_keys (id, name, created_at, revoked_at, last_used, expires_at, scopes, budget, month, spent, balance, full_balance)
			SELECT k.id, k.name, k.created_at, coalesce(k.revoked_at, 0), k.last_used_day, ` + limits + " FROM ledger_keys AS k" + ofLimits,
		"INSERT INTO payslate_secrets (hash, key_id, ends_at) SELECT secret_hash, id, 0 FROM ledger_keys",
		"INSERT INTO payslate_grants (key_id, at, credits) SELECT key_id, at, sum(delta) FROM ledger_entries WHERE kind = 'grant' GROUP BY key_id, at",
		`INSERT INTO payslate_usage (key_id, day, operation, calls)
			SELECT key_id, day, operation, sum(calls) FROM (SELECT key_id, ` + day + ` AS day, operation, calls FROM ledger_entries WHERE kind <> 'grant') AS used
			GROUP BY key_id, day, operation HAVING sum(calls) <> 0`,
	}
	if has["ledger_former_secrets"] {
		statements = append(statements, "INSERT INTO payslate_secrets (hash, key_id, ends_at) SELECT secret_hash, key_id, ends_at FROM ledger_former_secrets")
	}
	for _, statement := range statements {
		if err := tx.run(tx.ctx, statement); err != nil {
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
	if tx.words.remote {
		return tx.run(tx.ctx, "DROP FUNCTION IF EXISTS ledger_entries_stay()")
	}
	return nil
}

// hasTable reports whether the transaction can see a table.
func hasTable(tx *transaction, name string) (has bool, err error) {
	query := "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = $1)"
	if tx.words.remote {
		query = "SELECT " + inDatabase
	}
	_, err = tx.find([]any{&has}, query, name)
	return has, err
}

// copyAnswers copies the unexpired answers and leases. Their Idempotency-Keys are hashed.
// Version 1.0.0 stored answers in clear, with their header; these are packed.
func copyAnswers(tx *transaction) error {
	type row struct {
		keyID, idempotencyKey, token, header string
		digest, body                         []byte
		expires, status                      int64
	}
	answers, err := list(tx.ctx, tx.conn, func(rows *sql.Rows) (r row, err error) {
		return r, rows.Scan(&r.keyID, &r.idempotencyKey, &r.digest, &r.token, &r.expires, &r.status, &r.header, &r.body)
	}, `SELECT key_id, idempotency_key, request_digest, token, expires_at, status, header, body
		FROM ledger_idempotency WHERE expires_at > $1`, tx.now.UnixMilli())
	if err != nil {
		return err
	}
	for _, r := range answers {
		if strings.HasPrefix(r.header, "{") {
			var response Response
			if err := json.Unmarshal([]byte(r.header), &response.Header); err != nil {
				return err
			}
			response.Body = r.body
			if r.body, err = packAnswer(&response); err != nil {
				return err
			}
		}
		if _, err := tx.exec("INSERT INTO payslate_answers (key_id, name, digest, token, expires_at, status, body) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			r.keyID, answerName(r.keyID, r.idempotencyKey), r.digest, r.token, r.expires, r.status, r.body); err != nil {
			return err
		}
	}
	return nil
}
