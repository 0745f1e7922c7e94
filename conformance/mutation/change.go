package mutation

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
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

	years []string // that read the file
}

// List returns every change of the payroll and trip rules in a fixed order. It leaves out
// files that keep does not accept, and those of the archive.
func (c *Campaign) List(keep func(name string) bool) ([]*Change, error) {
	l := &lister{files: c.Files, ids: map[string]int{}}
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		if !keep(name) {
			continue
		}
		if l.years = c.yearsOf(name); len(l.years) > 0 {
			file, _ := syntax.Read(name, c.Files[name]) // sound, as the rules have opened
			l.file(file)
		}
	}
	return l.changes, l.err
}

// lister collects changes.
type lister struct {
	files   ruletext.Files
	years   []string // that read the current file
	changes []*Change
	ids     map[string]int
	err     error
}

func (l *lister) file(file *syntax.File) {
	folder := path.Dir(file.Name)
	for _, p := range file.Parameters {
		for _, cell := range p.Cells() {
			l.figure(Parameter, cell.Name(folder+"/"+p.Name), cell.Node)
		}
	}
	for _, p := range file.Programs {
		program := path.Join(folder, p.Name)
		for _, t := range p.Tables {
			for i, n := range t.Numbers {
				l.figure(Table, fmt.Sprintf("%s/%s.%d", program, t.Name, i), n)
			}
		}
		visitor := syntax.Visitor{
			Step:       func(step syntax.Step) { l.dropped(program, step) },
			Expression: func(e *syntax.Expression, decides bool) { l.formula(program, e, decides) },
		}
		visitor.Program(p)
	}
}

// add adds a change with a unique ID that does not depend on line numbers.
func (l *lister) add(class Class, name string, at diagnostic.Range, replacement string) {
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
		id = fmt.Sprintf("%s #%d", id, n)
	}
	l.changes = append(l.changes, &Change{class, id, at, old, replacement, l.years})
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (l *lister) figure(class Class, name string, n *syntax.Node) {
	for _, text := range neighbours(n.Text) {
		l.add(class, name, n.Range, text)
	}
}

// percentPlaces is the number of decimals that a percentage adds.
const percentPlaces = 2

// neighbours returns the replacements of a number: one unit in the last place more and less,
// one percent more and less. Zero has no percentage, and a number that is not negative does
// not become negative.
func neighbours(text string) []string {
	d, err := number.Parse(text)
	if err != nil {
		return nil
	}
	unit := number.New(1, d.Places())
	changed := []number.Decimal{d.Add(unit)}
	if d.Sign() > 0 {
		percent := d.Mul(number.New(1, percentPlaces))
		changed = append(changed, d.Sub(unit), d.Add(percent).Trim(), d.Sub(percent).Trim())
	}
	return diagnostic.Names(changed, number.Decimal.String)
}

// dropped adds the removal of a step. The only step of a block is not removed, because an
// empty block does not load.
func (l *lister) dropped(program string, step syntax.Step) {
	at := step.Range()
	lines := bytes.SplitAfter(l.files[at.File], []byte("\n"))
	first := at.Start.Line - 1
	dash := bytes.IndexByte(lines[first], '-')
	if dash < 0 || len(bytes.TrimSpace(lines[first][:dash])) > 0 {
		return // a step in braces
	}
	last := first + 1
	for last < len(lines)-1 && (len(bytes.TrimSpace(lines[last])) == 0 || indent(lines[last]) > dash) {
		last++
	}
	before := slices.Clone(lines[:first])
	slices.Reverse(before)
	if !sibling(before, dash) && !sibling(lines[last:], dash) {
		return
	}
	at.Start, at.End = diagnostic.Position{Line: first + 1, Column: 1}, diagnostic.Position{Line: last + 1, Column: 1}
	l.add(Dropped, program+" without "+oneLine(string(lines[first][dash+1:])), at, "")
}

// sibling reports whether the next step of a list is in some lines.
func sibling(lines [][]byte, dash int) bool {
	for _, line := range lines {
		if text := bytes.TrimSpace(line); len(text) == 0 || text[0] == '#' || indent(line) > dash {
			continue
		}
		return indent(line) == dash && line[dash] == '-'
	}
	return false
}

func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// Sample returns n changes from all files, always the same for the same rules. It returns all
// changes if n is 0.
func Sample(changes []*Change, n int) []*Change {
	if n <= 0 || n >= len(changes) {
		return changes
	}
	rank := func(c *Change) uint64 {
		sum := fnv.New64a()
		sum.Write([]byte(c.At.File + " " + c.ID))
		return sum.Sum64()
	}
	sample := slices.Clone(changes)
	slices.SortStableFunc(sample, func(a, b *Change) int { return cmp.Compare(rank(a), rank(b)) })
	sample = sample[:n]
	slices.SortStableFunc(sample, func(a, b *Change) int {
		return cmp.Or(cmp.Compare(a.At.File, b.At.File), a.At.Start.Compare(b.At.Start))
	})
	return sample
}
