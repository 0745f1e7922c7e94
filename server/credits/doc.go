// Package credits is the one piece of state of the service: API keys, what
// they may still spend, and which answers were already charged.
//
// The route through it: ledger.go has the interface and its types and is all
// that a caller needs; errors.go has the outcomes that a caller tells apart;
// key.go makes and hashes secrets.
//
// What a ledger does is the same wherever its rows are: storage.go has the small
// interface to them, writer.go commits requests in groups (queue.go holds what
// waits), group.go decides each request of a group (keys.go those that administer
// keys, idempotency.go those that may be repeated, whose answers answers.go
// encrypts), authenticate.go answers who a secret belongs to (recollection.go from
// memory), limits.go keeps keys within their limits and gives them other secrets
// (limits_schema.go has the tables), seals.go chains the entries of each key by their
// digests and seals_verify.go follows the chains, fold.go makes one entry of those of
// a month, accounts.go reports usage and proves the balances, and health.go tells
// whether commits succeed.
//
// The embedded ledger keeps its rows in a SQLite file: embedded.go opens it,
// embedded_schema.go creates and migrates it, embedded_file.go notices what
// becomes of it while it is open, embedded_backup.go copies it and makes a ledger of a
// copy, embedded_epoch.go knows how often an older state took its place and
// embedded_revocations.go what that state forgot, embedded_storage.go and
// embedded_rows.go are its storage, embedded_transaction.go has the locking and
// what to say of a failure, presence_flock.go reports whether another process has
// it open.
//
// The shared ledger keeps them in PostgreSQL: postgres.go opens it,
// postgres_schema.go creates and migrates it, postgres_commit.go commits a group
// and settles those whose outcome a broken connection left open,
// postgres_rows.go reads and writes its rows, and postgres_failure.go tells
// failures apart.
//
// suite_test.go holds the tests that every Ledger must pass.
//
// Two invariants hold after every commit, also after a crash and with several
// processes on one ledger: the balance of a key is the sum of its entries, and
// no balance is negative.
//
// A call of the service goes: Authenticate (unknown or revoked: refuse), or Recall
// where Debit is to tell; then, with an Idempotency-Key, Reserve (a stored answer
// is sent again), the computation, and Debit or Complete before the answer leaves;
// Release if there is no answer to charge.
package credits
