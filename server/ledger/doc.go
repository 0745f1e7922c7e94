// Package ledger keeps the state of the service in one SQL database: API keys, their
// credits, and the answers already charged.
//
// A call of the service asks for its key with Authenticate, or with Identify where a Debit
// follows, which checks the key itself. Reserve claims an Idempotency-Key, or returns the stored
// answer. Debit, or Complete with the answer, charges the call: the key as it is now, and what it
// used that day.
//
// These hold after every commit, even after a crash and with several processes on one ledger. The
// balance of a key is the sum of its grants less its usage, and no balance is negative. Nothing
// is charged or refused by a balance or validity from memory. A claim has one holder. Stored
// answers are encrypted with the secret of their key, which the ledger does not have.
//
// All changes of a process are made by one goroutine, which takes the waiting ones into one
// transaction; it repeats one that met another process. A connection may be lost during COMMIT:
// the id that every transaction inserts then tells whether it happened, and what callers were
// told had failed is taken back as soon as that is known.
//
// The statements are the same for SQLite and PostgreSQL; a dialect lists what differs.
package ledger
