// Package credits keeps the state of the service: API keys, their credits, and the
// answers already charged.
//
// ledger.go has the interface and its types, which is all that a caller needs; errors.go
// has the outcomes that callers distinguish; key.go creates and hashes secrets.
//
// All logic is independent of how rows are stored: storage.go has the small interface
// to them, writer.go commits requests in groups (queue.go holds those that wait),
// group.go decides each request of a group (keys.go those that administer keys,
// idempotency.go those that may be repeated, whose answers answers.go encrypts),
// authenticate.go looks up the key of a secret and recollection.go is the key cache,
// limits.go enforces the limits of keys and rotates their secrets (limits_schema.go has
// the tables), seals.go chains the entries of each key by their digests and
// seals_verify.go checks the chains, fold.go folds old entries by month, accounts.go
// reports usage and verifies the balances, and health.go reports whether commits
// succeed.
//
// The embedded ledger keeps its rows in a SQLite file: embedded.go opens it,
// embedded_schema.go creates and migrates it, embedded_file.go detects changes of the
// open file, embedded_backup.go backs it up and restores it, embedded_epoch.go counts
// how often an older state replaced it and embedded_revocations.go keeps the
// revocations that such a state lacks, embedded_storage.go and embedded_rows.go are its
// storage, embedded_transaction.go has locking and the advice on failures, and
// presence_flock.go reports whether another process has it open.
//
// The shared ledger keeps its rows in PostgreSQL: postgres.go opens it,
// postgres_schema.go creates and migrates it, postgres_commit.go commits a group
// and settles commits whose outcome a broken connection left open,
// postgres_rows.go reads and writes the rows, and postgres_failure.go classifies
// failures.
//
// suite_test.go has the tests that every Ledger must pass.
//
// Two invariants hold after every commit, even after a crash and with several processes
// on one ledger: the balance of a key is the sum of its entries, and no balance is
// negative.
//
// The order of a call of the service: Authenticate (refuse an unknown or revoked key),
// or Recall if Debit will check the key; with an Idempotency-Key, Reserve (and send a
// stored answer again); the computation; Debit or Complete before the answer is sent,
// or Release if there is no answer to charge.
package credits
