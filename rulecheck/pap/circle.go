package pap

// checkCircles refuses methods that call each other without end, which the rule
// language does not have.
func (p *program) checkCircles() error {
	byName := make(map[string]*procedure)
	for _, procedure := range p.procedures {
		byName[procedure.name] = procedure
	}
	const open, done = 1, 2
	state := make(map[string]int)
	var follow func(name string) error
	follow = func(name string) (err error) {
		state[name] = open
		walk(byName[name].steps, func(s *step) {
			switch {
			case s.callee == "" || err != nil || state[s.callee] == done:
			case state[s.callee] == open:
				err = errorAt(s.at, "%s is called within itself", s.callee)
			default:
				err = follow(s.callee)
			}
		})
		state[name] = done
		return err
	}
	for _, procedure := range p.procedures {
		if state[procedure.name] == 0 {
			if err := follow(procedure.name); err != nil {
				return err
			}
		}
	}
	return nil
}
