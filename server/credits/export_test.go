package credits

// BeginWith makes transactions begin with another statement; to be called before
// the first of them.
func (p *Postgres) BeginWith(statement string) { p.database.begin = statement }

// AddMigration adds a last step to the schema of PostgreSQL and returns what
// takes it away again.
func AddMigration(statements string, optional bool) (remove func()) {
	released := postgresMigrations
	postgresMigrations = append(released[:len(released):len(released)], postgresMigration{statements, optional})
	return func() { postgresMigrations = released }
}

// Tend does at once what a ledger does from time to time.
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
