package credits

import (
	"context"
	"database/sql"
	"time"
)

// The queries of this file are the same for SQLite and PostgreSQL.

// Usage implements Ledger.
func (b *books) Usage(ctx context.Context, keyID string) (usage []Usage, err error) {
	var known bool
	folded := "false"
	if b.has.seals {
		folded = "coalesce(number, 1) = 0"
	}
	err = b.storage.read(ctx, func(ctx context.Context, rows querier) error {
		if err := rows.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM ledger_keys WHERE id = $1)", keyID).Scan(&known); err != nil {
			return err
		}
		usage, err = all(ctx, rows, func(row *sql.Rows) (u Usage, err error) {
			var midnight int64
			var folded bool
			err = row.Scan(&midnight, &folded, &u.Operation, &u.Calls)
			if u.Day = dayOf(time.UnixMilli(midnight)); folded {
				u.Day = monthOf(time.UnixMilli(midnight))
			}
			return u, err
		}, `SELECT at - at % 86400000 AS midnight, `+folded+` AS folded, operation, CAST(sum(calls) AS BIGINT) FROM ledger_entries
			WHERE key_id = $1 AND kind <> 'grant' GROUP BY midnight, folded, operation HAVING sum(calls) <> 0
			ORDER BY midnight, folded DESC, operation`, keyID)
		return err
	})
	switch {
	case err != nil:
		return nil, b.readError(err)
	case !known:
		return nil, ErrUnknownKey
	}
	return usage, nil
}

// Verify implements Ledger. It may run during debits.
func (b *books) Verify(ctx context.Context) (report VerifyReport, err error) {
	err = b.storage.read(ctx, func(ctx context.Context, rows querier) error {
		report = VerifyReport{}
		if err := checkBalances(ctx, rows, &report); err != nil {
			return err
		}
		if b.has.seals {
			if err := checkSeals(ctx, rows, &report); err != nil {
				return err
			}
		}
		return b.storage.verify(ctx, rows, &report)
	})
	if err != nil {
		return VerifyReport{}, b.readError(err)
	}
	return report, nil
}

// checkBalances counts keys and entries and compares them.
func checkBalances(ctx context.Context, rows querier, report *VerifyReport) error {
	if err := rows.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM ledger_keys), (SELECT count(*) FROM ledger_entries)").
		Scan(&report.Keys, &report.Entries); err != nil {
		return err
	}
	var err error
	report.Differences, err = all(ctx, rows, func(row *sql.Rows) (d Difference, err error) {
		return d, row.Scan(&d.KeyID, &d.Balance, &d.Entries)
	}, `SELECT k.id, k.balance, CAST(coalesce(sum(e.delta), 0) AS BIGINT)
			FROM ledger_keys AS k LEFT JOIN ledger_entries AS e ON e.key_id = k.id
			GROUP BY k.id, k.balance HAVING k.balance <> coalesce(sum(e.delta), 0) ORDER BY k.id`)
	return err
}

// each visits every row of a query.
func each(ctx context.Context, rows querier, visit func(row *sql.Rows) error, query string, args ...any) error {
	found, err := rows.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		if err := visit(found); err != nil {
			return err
		}
	}
	return found.Err()
}

// all reads every row of a query.
func all[T any](ctx context.Context, rows querier, scan func(row *sql.Rows) (T, error), query string, args ...any) (list []T, err error) {
	err = each(ctx, rows, func(row *sql.Rows) error {
		item, err := scan(row)
		list = append(list, item)
		return err
	}, query, args...)
	return list, err
}

// text reads a row with one text column.
func text(row *sql.Rows) (found string, err error) { return found, row.Scan(&found) }
