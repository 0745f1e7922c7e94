// Package credits is the one piece of state of the service: API keys, what
// they may still spend, and which answers were already charged.
//
// The route through it: ledger.go has the interface and its types and is all
// that a caller needs; errors.go has the outcomes that a caller tells apart;
// key.go makes and hashes secrets. The embedded ledger, a SQLite file, follows:
// embedded.go opens it, schema.go creates and migrates it, writer.go commits
// debits in groups (queue.go holds what waits, group.go decides each request of
// a group, idempotency.go the part about repeated requests), authenticate.go
// answers who a secret belongs to, keys.go administers keys, accounts.go reports
// usage and proves the balances. Package ledgertest holds the tests that every
// Ledger must pass.
//
// Two invariants hold after every commit, also after a crash and with several
// processes on one ledger: the balance of a key is the sum of its entries, and
// no balance is negative.
package credits
