package operations

import "slices"

// nameSet counts the names of an object met so far: in a list while they are
// few.
type nameSet struct {
	few  []string
	seen []int
	many map[string]int
}

// add returns how often the name has been met, this time included.
func (s *nameSet) add(name string) int {
	const few = 8
	if s.many == nil {
		if i := slices.Index(s.few, name); i >= 0 {
			s.seen[i]++
			return s.seen[i]
		}
		if len(s.few) < few {
			s.few, s.seen = append(s.few, name), append(s.seen, 1)
			return 1
		}
		s.many = make(map[string]int, 4*few)
		for i, known := range s.few {
			s.many[known] = s.seen[i]
		}
	}
	s.many[name]++
	return s.many[name]
}

// enclosure is an array or object that skip is in.
type enclosure struct {
	object bool
	names  nameSet
	index  int
}

// skip passes over a value that no schema describes and returns its text. Keys
// that it has twice are reported where they are.
func (d *decoder) skip() ([]byte, error) {
	depth := len(d.path)
	defer func() { d.path = d.path[:depth] }()
	var open []enclosure
	start := int64(-1)
	for {
		kind := d.tokens.PeekKind()
		closing := kind == '}' || kind == ']'
		if len(open) > 0 && !closing {
			if err := d.enter(&open[len(open)-1]); err != nil {
				return nil, err
			}
			kind = d.tokens.PeekKind()
		}
		var end int64
		switch kind {
		case '{', '[', '}', ']':
			if _, err := d.tokens.ReadToken(); err != nil {
				return nil, err
			}
			end = d.tokens.InputOffset()
			if start < 0 {
				start = end - 1
			}
			if !closing {
				if d.tokens.StackDepth() > maxNesting {
					return nil, errNesting
				}
				open = append(open, enclosure{object: kind == '{'})
				d.path = append(d.path, Step{})
				continue
			}
			open = open[:len(open)-1]
			d.path = d.path[:len(d.path)-1]
		default:
			raw, err := d.raw()
			if err != nil {
				return nil, err
			}
			end = d.tokens.InputOffset()
			if start < 0 {
				start = end - int64(len(raw))
			}
		}
		if len(open) == 0 {
			return d.body[start:end], nil
		}
	}
}

// enter makes the path lead to the next value of an enclosure.
func (d *decoder) enter(within *enclosure) error {
	last := &d.path[len(d.path)-1]
	if !within.object {
		*last = Step{Index: within.index, IsIndex: true}
		within.index++
		return nil
	}
	name, err := d.name()
	if err != nil {
		return err
	}
	text := string(name)
	*last = Step{Name: text}
	if within.names.add(text) == 2 {
		d.fail(typeDuplicateKey, nil)
	}
	return nil
}
