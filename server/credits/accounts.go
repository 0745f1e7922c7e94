package credits

import (
	"context"
	"database/sql"
)

// Usage implements Ledger.
func (e *Embedded) Usage(ctx context.Context, keyID string) ([]Usage, error) {
	var known bool
	if err := e.readers.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM keys WHERE id = ?)", keyID).Scan(&known); err != nil {
		return nil, e.readError(err)
	}
	if !known {
		return nil, ErrUnknownKey
	}
	rows, err := e.readers.QueryContext(ctx, `SELECT date(at / 1000, 'unixepoch') AS day, operation, sum(calls) FROM entries
		WHERE key_id = ? AND kind = 'debit' GROUP BY day, operation ORDER BY day, operation`, keyID)
	if err != nil {
		return nil, e.readError(err)
	}
	defer rows.Close()
	var usage []Usage
	for rows.Next() {
		var u Usage
		if err := rows.Scan(&u.Day, &u.Operation, &u.Calls); err != nil {
			return nil, e.readError(err)
		}
		usage = append(usage, u)
	}
	if err := rows.Err(); err != nil {
		return nil, e.readError(err)
	}
	return usage, nil
}

// Verify implements Ledger. All of it reads one state of the ledger, so it may
// run while others debit.
func (e *Embedded) Verify(ctx context.Context) (VerifyReport, error) {
	transaction, err := e.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return VerifyReport{}, e.readError(err)
	}
	defer transaction.Rollback()
	report, err := verify(ctx, transaction)
	if err != nil {
		return VerifyReport{}, e.readError(err)
	}
	return report, nil
}

func verify(ctx context.Context, transaction *sql.Tx) (VerifyReport, error) {
	var report VerifyReport
	err := transaction.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM keys), (SELECT count(*) FROM entries)").
		Scan(&report.Keys, &report.Entries)
	if err != nil {
		return report, err
	}
	report.Differences, err = balanceDifferences(ctx, transaction)
	if err != nil {
		return report, err
	}
	for _, check := range []string{
		"SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
		`SELECT 'a row of ' || "table" || ' names a missing ' || parent FROM pragma_foreign_key_check`,
	} {
		findings, err := texts(ctx, transaction, check)
		if err != nil {
			return report, err
		}
		report.Damage = append(report.Damage, findings...)
	}
	return report, nil
}

func balanceDifferences(ctx context.Context, transaction *sql.Tx) ([]Difference, error) {
	rows, err := transaction.QueryContext(ctx, `SELECT keys.id, balance, coalesce(sum(delta), 0) AS entered
		FROM keys LEFT JOIN entries ON entries.key_id = keys.id GROUP BY keys.id HAVING balance <> entered ORDER BY keys.id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var differences []Difference
	for rows.Next() {
		var d Difference
		if err := rows.Scan(&d.KeyID, &d.Balance, &d.Entries); err != nil {
			return nil, err
		}
		differences = append(differences, d)
	}
	return differences, rows.Err()
}

func texts(ctx context.Context, transaction *sql.Tx, query string) ([]string, error) {
	rows, err := transaction.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	return found, rows.Err()
}
