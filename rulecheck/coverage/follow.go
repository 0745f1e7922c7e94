package coverage

import (
	"path"
	"slices"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Set is a labelled set with the branches that each case takes.
type Set struct {
	*conformance.Set
	// Years is the year of each case, such as de/2026.
	Years []string
	taken []taken // by case
}

// taken is a set of branches.
type taken []uint64

func (t taken) add(branch int)      { t[branch/64] |= 1 << (branch % 64) }
func (t taken) has(branch int) bool { return t[branch/64]&(1<<(branch%64)) != 0 }

// Taking lists the cases that take any of the branches; all cases if branches is nil.
func (s *Set) Taking(branches []int) []int {
	var cases []int
	for i, t := range s.taken {
		if branches == nil {
			cases = append(cases, i)
		}
		for _, b := range branches {
			if t.has(b) {
				cases = append(cases, i)
				break
			}
		}
	}
	return cases
}

// Follow runs every case and marks what it reaches. It calls progress after each case.
func (m *Model) Follow(sets []*conformance.Set, subject conformance.Subject, progress func(cases int)) ([]*Set, error) {
	tracker := conformance.NewTracker(subject)
	var followed []*Set
	for _, set := range sets {
		f := &Set{Set: set, Years: make([]string, len(set.Cases())), taken: make([]taken, len(set.Cases()))}
		for i := range f.taken {
			f.taken[i] = make(taken, (m.Branches()+63)/64)
			f.Years[i] = tracker.Year(set, i)
		}
		err := tracker.Follow(set, func(trail conformance.Trail) error {
			m.mark(f.taken[trail.Case], trail)
			m.markValues(m.year(path.Dir(trail.Program)), trail)
			progress(1)
			return nil
		})
		if err != nil {
			return nil, err
		}
		followed = append(followed, f)
	}
	m.count(followed)
	return followed, nil
}

func (m *Model) year(name string) *Year {
	for _, y := range m.Years {
		if y.Name == name {
			return y
		}
	}
	return nil
}

// mark adds the branches that a run took and the programs that they call.
func (m *Model) mark(t taken, trail conformance.Trail) {
	if trail.Run == nil {
		return
	}
	y := m.year(path.Dir(trail.Program))
	if y != nil {
		if root, ok := y.programs[path.Base(trail.Program)]; ok {
			t.add(root)
		}
	}
	counts := trail.Run.Counts()
	for i, counter := range trail.Executable.Counters {
		if i < len(counts) && counts[i] > 0 {
			if b, known := m.branches[branchKey{counter.At, counter.Side}]; known {
				t.add(b)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for callee, callers := range m.calls {
			if t.has(callee) {
				continue
			}
			for _, caller := range callers {
				if t.has(caller) {
					t.add(callee)
					changed = true
					break
				}
			}
		}
	}
	if y != nil {
		y.markDated(t, trail.Day)
	}
}

// markDated adds the dated figures that a run read. A figure applies until the next one of
// its parameter; without a day the last one does.
func (y *Year) markDated(t taken, day string) {
	for i, figure := range y.dated {
		last := i+1 == len(y.dated) || y.dated[i+1].parameter != figure.parameter
		applies := day >= figure.from && (last || day < y.dated[i+1].from)
		if day == "" {
			applies = last
		}
		if applies && slices.ContainsFunc(y.Reads[figure.parameter.Name], t.has) {
			t.add(figure.branch)
		}
	}
}

// count counts the cases that reach each item.
func (m *Model) count(sets []*Set) {
	for _, item := range m.Items {
		for _, set := range sets {
			if len(item.branches) > 0 {
				item.Cases += len(set.Taking(item.branches))
			}
		}
	}
}

// owned returns the key of an item of an enumeration or grammar. The folder distinguishes
// types of different countries with the same name.
func owned(folder, owner, value string) string { return folder + " " + owner + " " + value }

// markValues counts the values of a case's inputs. An input that is not given has its
// default, if that is a literal.
func (m *Model) markValues(y *Year, trail conformance.Trail) {
	if y == nil {
		return
	}
	country := path.Dir(y.Name)
	reach := func(owner, value string) {
		for _, folder := range []string{country, y.Name} {
			if item := m.items[owned(folder, owner, value)]; item != nil {
				item.Cases++
			}
		}
	}
	for _, word := range trail.Words {
		for _, f := range y.Files {
			for _, t := range f.Types {
				reach(t.Name, word)
			}
		}
	}
	for _, input := range y.InputsOf(path.Base(trail.Program)) {
		text, given := trail.Inputs[input.Name]
		switch {
		case trail.Mismatch == input.Name:
			reach(input.Grammar, noForm)
		case input.Grammar != "" && given && trail.Run != nil:
			inputs := trail.Executable.Program.Inputs
			at := slices.IndexFunc(inputs, func(in *types.Input) bool { return in.Name == input.Name })
			markReading(inputs[at].Type.Grammar, text, reach)
		case input.Type != "" && given && trail.Run != nil:
			reach(input.Type, text)
		case input.Type != "" && !given && input.Default != nil && trail.Run != nil:
			reach(input.Type, syntax.Format(input.Default.Tree))
		}
	}
}

// InputsOf lists the inputs of a program, including those of its groups.
func (y *Year) InputsOf(program string) []*syntax.Variable {
	var inputs []*syntax.Variable
	for _, f := range y.Files {
		for _, p := range f.Programs {
			if p.Name != program {
				continue
			}
			inputs = append(inputs, p.Inputs...)
			for _, group := range p.Groups {
				inputs = append(inputs, y.group(group.Name)...)
			}
		}
	}
	return inputs
}

func (y *Year) group(name string) []*syntax.Variable {
	for _, f := range y.Files {
		for _, g := range f.Groups {
			if g.Name == name {
				return g.Inputs
			}
		}
	}
	return nil
}

// markReading reports the form of a text and the cases of its parts.
func markReading(grammar *types.Grammar, text string, reach func(owner, value string)) {
	read, ok := grammar.Read(text)
	if !ok {
		return
	}
	g := grammar.Declaration
	reach(g.Name, grammar.Form.Cases[read.Form])
	for i, part := range g.Parts {
		if part.OneOf != nil && read.Given[i] {
			reach(g.Name+"."+part.Name, part.OneOf[read.Parts[i]])
		}
	}
}
