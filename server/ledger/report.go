package ledger

import (
	"context"
	"database/sql"
	"errors"
)

// Keys lists all keys, oldest first, revoked ones included.
func (l *Ledger) Keys(ctx context.Context) (keys []KeyRecord, err error) {
	err = l.read(ctx, func(rows querier) (err error) {
		keys, err = list(ctx, rows, func(row *sql.Rows) (key KeyRecord, err error) {
			var created, now int64
			var k keyState
			err = row.Scan(append([]any{&key.Name, &created, &key.LastUsed, &now}, k.columns()...)...)
			k.now = momentOf(now)
			key.ID, key.Balance, key.Created, key.Revoked = k.id, k.balance, momentOf(created), momentOf(k.revoked)
			key.Limits = Limits{momentOf(k.expires), splitScopes(k.scopes), k.budget}
			if k.budget > 0 {
				key.Spent = k.budget - k.left()
			}
			return key, err
		}, "SELECT k.name, k.created_at, k.last_used, coalesce($1, "+l.store.now+"), "+keyColumns+", 0 FROM payslate_keys AS k ORDER BY k.created_at, k.id", l.store.at())
		return err
	})
	return keys, err
}

// Usage counts the calls charged to a key by day (UTC) and operation, in this order.
// Errors: ErrUnknownKey.
func (l *Ledger) Usage(ctx context.Context, keyID string) (usage []Usage, err error) {
	err = l.read(ctx, func(rows querier) error {
		var id string
		err := rows.QueryRowContext(ctx, "SELECT id FROM payslate_keys WHERE id = $1", keyID).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrUnknownKey
		}
		if err == nil {
			usage, err = list(ctx, rows, func(row *sql.Rows) (u Usage, err error) {
				return u, row.Scan(&u.Day, &u.Operation, &u.Calls)
			}, "SELECT day, operation, calls FROM payslate_usage WHERE key_id = $1 AND calls <> 0 ORDER BY day, operation", keyID)
		}
		return err
	})
	return usage, err
}

// VerifyReport is the outcome of Verify.
type VerifyReport struct {
	Keys int64 `json:"keys"`
	// Entries counts grants, and days of usage by operation.
	Entries int64 `json:"entries"`
	// Differences lists the keys whose balance is not their grants less their usage.
	Differences []Difference `json:"differences"`
	// Damage lists faults that the database reports, such as a corrupt page.
	Damage []string `json:"damage"`
}

// Sound reports whether there are no findings.
func (r VerifyReport) Sound() bool { return len(r.Differences) == 0 && len(r.Damage) == 0 }

// Difference is a key whose balance disagrees with its entries.
type Difference struct {
	KeyID   string `json:"key_id"`
	Balance int64  `json:"balance"`
	// Entries is the sum of the key's grants less its usage.
	Entries int64 `json:"entries"`
}

// Verify recomputes every balance and checks the file itself. It writes nothing, and may
// run during calls. Findings are in the report; an error means that verification was not
// possible.
func (l *Ledger) Verify(ctx context.Context) (report VerifyReport, err error) {
	err = l.read(ctx, func(rows querier) (err error) {
		report, err = verify(ctx, rows, !l.store.remote)
		return err
	})
	return report, err
}

// countSQL counts keys, and grants and usage.
const countSQL = `SELECT (SELECT count(*) FROM payslate_keys), (SELECT count(*) FROM payslate_grants) + (SELECT count(*) FROM payslate_usage)`

// verify checks the balances, and with inFile what SQLite says of its file. PostgreSQL
// checks its own.
func verify(ctx context.Context, rows querier, inFile bool) (report VerifyReport, err error) {
	if err := rows.QueryRowContext(ctx, countSQL).Scan(&report.Keys, &report.Entries); err != nil {
		return report, err
	}
	report.Differences, err = list(ctx, rows, func(row *sql.Rows) (d Difference, err error) {
		return d, row.Scan(&d.KeyID, &d.Balance, &d.Entries)
	}, `SELECT k.id, k.balance, CAST(coalesce(sum(e.credits), 0) AS BIGINT) FROM payslate_keys AS k LEFT JOIN
		(SELECT key_id, credits FROM payslate_grants UNION ALL SELECT key_id, -calls FROM payslate_usage) AS e ON e.key_id = k.id
		GROUP BY k.id, k.balance HAVING k.balance <> coalesce(sum(e.credits), 0) ORDER BY k.id`)
	if err != nil || !inFile {
		return report, err
	}
	for _, check := range []string{
		"SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
		`SELECT 'a row of ' || "table" || ' names a missing row of ' || parent FROM pragma_foreign_key_check`,
	} {
		findings, err := list(ctx, rows, func(row *sql.Rows) (found string, err error) { return found, row.Scan(&found) }, check)
		if err != nil {
			return report, err
		}
		report.Damage = append(report.Damage, findings...)
	}
	return report, nil
}

// list reads every row of a query.
func list[T any](ctx context.Context, rows querier, scan func(row *sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	found, err := rows.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var items []T
	for found.Next() {
		item, err := scan(found)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, found.Err()
}
