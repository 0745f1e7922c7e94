package credits

// BeginWith makes transactions begin with another statement; to be called before
// the first of them.
func (p *Postgres) BeginWith(statement string) { p.database.begin = statement }
