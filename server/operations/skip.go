package operations

// skip passes over a value that no schema describes and returns its text. Keys that it has
// twice are reported where they are.
func (d *decoder) skip() ([]byte, error) {
	kind := d.tokens.PeekKind()
	if kind != '{' && kind != '[' {
		return d.raw()
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return nil, err
	}
	if d.tokens.StackDepth() > maxNesting {
		return nil, errNesting
	}
	start, names := d.tokens.InputOffset()-1, map[string]int{}
	for i := 0; d.tokens.PeekKind() != '}' && d.tokens.PeekKind() != ']'; i++ {
		step := Step{Index: i, IsIndex: true}
		if kind == '{' {
			name, err := d.name()
			if err != nil {
				return nil, err
			}
			step = Step{Name: string(name)}
			names[step.Name]++
		}
		d.path = append(d.path, step)
		if names[step.Name] == 2 {
			d.fail(typeDuplicateKey, nil)
		}
		if _, err := d.skip(); err != nil {
			return nil, err
		}
		d.path = d.path[:len(d.path)-1]
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return nil, err
	}
	return d.body[start:d.tokens.InputOffset()], nil
}
