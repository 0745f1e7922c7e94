package mutation

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// Class is the kind of a change.
type Class string

// The classes of changes.
const (
	Parameter  Class = "parameter"  // a figure of parameters.yaml
	Table      Class = "table"      // a number of a program's own table
	Number     Class = "number"     // a number in a formula
	Rounding   Class = "rounding"   // the direction of a rounding
	Comparison Class = "comparison" // a comparison, or a condition as a whole
	Operator   Class = "operator"   // another operator or function
	Dropped    Class = "dropped"    // a step that is removed
)

// Classes lists the classes in the order of a report.
var Classes = []Class{Parameter, Table, Number, Rounding, Comparison, Operator, Dropped}

// Change is one change of a rule file.
type Change struct {
	Class Class
	// ID identifies the change in reports.
	ID string
	At diagnostic.Range
	// Old is the text at the place, New its replacement.
	Old, New string

	branches []int // a case that takes one of them reaches the change; nil: every case may
}

// List returns every change of the files in a fixed order; travel are the files of tables.
func List(m *coverage.Model, files, travel ruletext.Files) ([]*Change, error) {
	l := &lister{model: m, files: maps.Clone(travel), ids: map[string]int{}}
	maps.Copy(l.files, files)
	for _, c := range cells(m) {
		for _, text := range neighbours(c.node.Text) {
			l.add(c.class, c.id, c.node.Range, text, c.branches)
		}
	}
	for _, site := range m.Sites {
		l.formula(site)
	}
	for _, step := range m.Steps {
		l.dropped(step)
	}
	return l.changes, l.err
}

// lister collects changes.
type lister struct {
	model   *coverage.Model
	files   ruletext.Files
	changes []*Change
	ids     map[string]int
	err     error
}

// add adds a change with a unique ID that does not depend on line numbers.
func (l *lister) add(class Class, name string, at diagnostic.Range, replacement string, branches []int) {
	old, err := l.files.Text(at)
	if err != nil {
		l.err = cmp.Or(l.err, err)
		return
	}
	if old == replacement {
		return
	}
	id := name + ": " + oneLine(old) + " → " + oneLine(replacement)
	if class == Dropped {
		id = name
	}
	l.ids[id]++
	if n := l.ids[id]; n > 1 {
		id += " #" + string(rune('0'+min(n, 9))) + strings.Repeat("'", max(0, n-9))
	}
	l.changes = append(l.changes, &Change{Class: class, ID: id, At: at, Old: old, New: replacement, branches: branches})
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Sample returns n changes from all files, always the same for the same rules. It returns all
// changes if n is 0.
func Sample(changes []*Change, n int) []*Change {
	if n <= 0 || n >= len(changes) {
		return changes
	}
	sample := slices.Clone(changes)
	slices.SortStableFunc(sample, func(a, b *Change) int { return cmp.Compare(a.rank(), b.rank()) })
	sample = sample[:n]
	slices.SortStableFunc(sample, func(a, b *Change) int {
		return cmp.Or(cmp.Compare(a.At.File, b.At.File), a.At.Start.Compare(b.At.Start))
	})
	return sample
}

// rank orders changes pseudo-randomly.
func (c *Change) rank() uint64 {
	sum := fnv.New64a()
	sum.Write([]byte(c.At.File + " " + c.ID))
	return sum.Sum64()
}
