package credits

// BeginWith replaces the statement that begins transactions. It must be called
// before the first transaction.
func (p *Postgres) BeginWith(statement string) { p.database.begin = statement }

// AddMigration appends a migration to the PostgreSQL schema and returns a function
// that removes it.
func AddMigration(statements string, optional bool) (remove func()) {
	released := postgresMigrations
	postgresMigrations = append(released[:len(released):len(released)], postgresMigration{statements, optional})
	return func() { postgresMigrations = released }
}

// Tend runs a ledger's periodic maintenance immediately.
func Tend(ledger Ledger) {
	var w *writer
	switch ledger := ledger.(type) {
	case *Embedded:
		w = ledger.writer
	case *Postgres:
		w = ledger.writer
	}
	for w.tend() {
	}
}
