package credits

// The tables of limits and of former secrets are not part of the versioned schema.
// Version 1.0.0 ignores them, and a ledger that it created gets them at the next start
// of a server. The statements of this file are the same for SQLite and PostgreSQL.

// limitsSchema creates the tables; the first %s is the type of a whole number, the
// second that of a digest.
const limitsSchema = `CREATE TABLE ledger_limits (
	key_id       TEXT PRIMARY KEY REFERENCES ledger_keys (id),
	expires_at   %[1]s NOT NULL,      -- 0 for never
	scopes       TEXT NOT NULL,       -- with commas between them; empty for all
	budget       %[1]s NOT NULL,      -- of a month, 0 for none
	spent_month  TEXT NOT NULL,       -- the month (YYYY-MM) in which spent was spent
	spent        %[1]s NOT NULL,
	full_balance %[1]s NOT NULL,      -- after credits were last handed out
	rotations    %[1]s NOT NULL
);
CREATE TABLE ledger_former_secrets (
	secret_hash %[2]s PRIMARY KEY,
	key_id      TEXT NOT NULL REFERENCES ledger_keys (id),
	ends_at     %[1]s NOT NULL
);`

const (
	putLimitsSQL = `INSERT INTO ledger_limits (key_id, expires_at, scopes, budget, spent_month, spent, full_balance, rotations)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (key_id) DO UPDATE SET spent_month = excluded.spent_month, spent = excluded.spent,
		full_balance = excluded.full_balance, rotations = excluded.rotations`

	// A rotation may be decided again because the outcome of its commit was unknown; then
	// its secret may exist already.
	retireSecretSQL = `INSERT INTO ledger_former_secrets (secret_hash, key_id, ends_at)
		SELECT secret_hash, id, $2 FROM ledger_keys WHERE id = $1 AND secret_hash <> $3`
	endSecretsSQL   = `UPDATE ledger_former_secrets SET ends_at = $2 WHERE key_id = $1 AND ends_at > $2`
	changeSecretSQL = `UPDATE ledger_keys SET secret_hash = $2 WHERE id = $1`

	limitColumns = `coalesce(l.expires_at, 0), coalesce(l.scopes, ''), coalesce(l.budget, 0), coalesce(l.spent_month, ''), coalesce(l.spent, 0),
		coalesce(l.rotations, 0)`
	noLimitColumns = `0, '', 0, '', 0, 0`
)

// values returns the arguments of putLimitsSQL.
func (l *limits) values(keyID string) []any {
	return []any{keyID, l.expires, l.scopes, l.budget, l.month, l.spent, l.full, l.rotations}
}
