// Package ledger keeps the state of the service in one SQL database: API keys, their
// credits, and the answers already charged.
//
// The route through it, in the order of a call of the service:
//
//  1. Authenticate reads the key of a secret (authenticate.go). Identify spares the read
//     where a Debit follows, which checks the key itself.
//  2. Reserve claims an Idempotency-Key, or returns the stored answer (idempotency.go;
//     answers.go encrypts them).
//  3. Debit, or Complete with the answer, charges the call (charge.go): the key as
//     it is now, and what it used that day.
//
// All changes wait for the writer (writer.go), which takes the waiting ones into one
// transaction (batch.go). store.go runs a transaction: it repeats one that met another
// process, and after a connection lost during COMMIT finds out by the id of the commit
// whether it happened; settle.go takes back what callers were told had failed.
//
// The statements are the same for SQLite and PostgreSQL. dialect.go lists what differs,
// sqlite.go and postgres.go have it, and file.go watches the SQLite file. schema.go has
// the tables. administration.go has what the keys commands change, report.go what they show, backup.go copies of the ledger, and
// health.go whether commits succeed. ledger.go has the Ledger itself, key.go secrets and
// their hashes, limits.go the limits of keys, errors.go the outcomes that callers
// distinguish.
//
// Two invariants hold after every commit, even after a crash and with several processes
// on one ledger: the balance of a key is the sum of its grants less its usage, and no
// balance is negative. Nothing is charged or refused by a balance or validity from memory.
package ledger
