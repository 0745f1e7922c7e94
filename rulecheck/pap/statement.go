package pap

// readStatements reads the statements inside a method or a branch. A plan of
// 2015 has an <ELSE> after the <IF> that it belongs to, and statements inside
// an <IF> after its branches; the published generator writes them as Java in
// the order of the file, so that they belong to that decision and follow it.
func readStatements(parent *element, children []*element) ([]*statement, error) {
	var list []*statement
	for _, e := range children {
		switch e.name {
		case "":
			continue
		case "EVAL", "EXECUTE":
			s, err := readAction(e)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		case "IF":
			decision, behind, err := readDecision(e)
			if err != nil {
				return nil, err
			}
			list = append(append(list, decision), behind...)
		case "ELSE":
			if len(list) == 0 || !list[len(list)-1].isDecision || list[len(list)-1].hasElse {
				return nil, errorAt(e.at, "<ELSE> follows no <IF> without one")
			}
			if err := readElse(list[len(list)-1], e); err != nil {
				return nil, err
			}
		default:
			return nil, unknownElement(e, parent)
		}
	}
	return list, nil
}

func readAction(e *element) (*statement, error) {
	if inner := e.elements(); len(inner) > 0 {
		return nil, unknownElement(inner[0], e)
	}
	s := &statement{at: e.at}
	name, field := "exec", &s.exec
	if e.name == "EXECUTE" {
		name, field = "method", &s.execute
	}
	value, _ := e.attribute(name)
	if value == "" {
		return nil, errorAt(e.at, "<%s> has no attribute %q", e.name, name)
	}
	*field = value
	return s, nil
}

// readDecision reads an IF, and the statements inside it after its branches.
func readDecision(e *element) (decision *statement, behind []*statement, err error) {
	s := &statement{at: e.at, isDecision: true}
	s.condition, _ = e.attribute("expr")
	if s.condition == "" {
		return nil, nil, errorAt(e.at, `<IF> has no attribute "expr"`)
	}
	hasThen := false
	for i, child := range e.children {
		switch child.name {
		case "":
			continue
		case "THEN":
			if hasThen || s.hasElse {
				return nil, nil, errorAt(child.at, "<THEN> must be the first branch of its <IF>, and the only one of its kind")
			}
			hasThen = true
			s.then, err = readStatements(child, child.children)
		case "ELSE":
			if !hasThen || s.hasElse {
				return nil, nil, errorAt(child.at, "<ELSE> must follow <THEN>, and only once")
			}
			err = readElse(s, child)
		case "EVAL", "EXECUTE", "IF":
			if !hasThen {
				return nil, nil, errorAt(child.at, "<%s> comes before the <THEN> of its <IF>", child.name)
			}
			behind, err = readStatements(e, e.children[i:])
			return s, behind, err
		default:
			err = unknownElement(child, e)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if !hasThen {
		return nil, nil, errorAt(e.at, "<IF> has no <THEN>")
	}
	return s, nil, nil
}

func readElse(s *statement, e *element) error {
	var err error
	s.hasElse = true
	s.otherwise, err = readStatements(e, e.children)
	return err
}
