// Package credits is the one piece of state of the service: API keys, what
// they may still spend, and which answers were already charged.
//
// The route through it: ledger.go has the interface and its types and is all
// that a caller needs; errors.go has the outcomes that a caller tells apart;
// key.go makes and hashes secrets. The embedded ledger, a SQLite file, follows:
// embedded.go opens it, schema.go creates and migrates it, transaction.go has the
// locking and what to say of a failure, presence_flock.go tells whether another
// process has it open, writer.go commits debits in groups (queue.go holds what waits, group.go decides each request of
// a group, idempotency.go the part about repeated requests), authenticate.go
// answers who a secret belongs to, keys.go administers keys, accounts.go reports
// usage and proves the balances. Package ledgertest holds the tests that every
// Ledger must pass.
//
// Two invariants hold after every commit, also after a crash and with several
// processes on one ledger: the balance of a key is the sum of its entries, and
// no balance is negative.
//
// A call of the service goes: Authenticate (unknown or revoked: refuse), then,
// with an Idempotency-Key, Reserve (a stored answer is sent again), the
// computation, and Debit or Complete before the answer leaves; Release if there
// is no answer to charge.
package credits
