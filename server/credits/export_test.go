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
