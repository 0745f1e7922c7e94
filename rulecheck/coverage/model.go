package coverage

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// Kind is the kind of an item.
type Kind string

// The kinds of items.
const (
	BranchItem    Kind = "branch"
	RefusalItem   Kind = "refusal"
	NoteItem      Kind = "note"
	LineItem      Kind = "line"
	ParameterItem Kind = "parameter"
	RowItem       Kind = "row"
	CellItem      Kind = "cell"
	ValueItem     Kind = "value"
	FormItem      Kind = "form"
)

// Kinds lists the kinds in the order of a report.
var Kinds = []Kind{BranchItem, RefusalItem, NoteItem, LineItem, ParameterItem, RowItem, CellItem, ValueItem, FormItem}

// Item is a part of the rules that a case should reach.
type Item struct {
	Kind Kind `json:"kind"`
	// ID identifies the item for people. It does not depend on line numbers.
	ID string `json:"id"`
	// Group is the program, the parameters or the type that the item belongs to.
	Group string           `json:"group"`
	At    diagnostic.Range `json:"-"`
	Place string           `json:"place"`
	Cases int              `json:"cases"` // that reach it

	branches []int  // any of which reaches the item
	value    string // of an enumeration: what an input must be
	owner    string // the type, or grammar and part
}

// Reached reports whether a case reaches the item.
func (i *Item) Reached() bool { return i.Cases > 0 }

// branchKey identifies a branch; side is empty for the steps of a program.
type branchKey struct {
	at   diagnostic.Range
	side string
}

// Site is an expression of the rules with the branch that it is in.
type Site struct {
	Expression *syntax.Expression
	Branch     int
	// Role is condition or value.
	Role Role
}

// Role is the use of an expression.
type Role uint8

// The roles.
const (
	ValueRole Role = iota + 1
	ConditionRole
)

// StepSite is a step with the branch that it is in.
type StepSite struct {
	Step   syntax.Step
	Branch int
}

// Model has the branches and items of rule files.
type Model struct {
	Items []*Item
	Sites []Site
	Steps []StepSite
	Years []*Year

	branches map[branchKey]int
	names    []string      // of branches
	calls    map[int][]int // branches of callers by the branch of a program or procedure
	seen     map[string]bool
	ids      map[string]int
	items    map[string]*Item
}

// Year is a year of a country as its files declare it, or the trip rules of a travel
// regime, which apply to all its years.
type Year struct {
	// Name is its folder, such as de/2026 or de-federal.
	Name  string
	Files []*syntax.File
	// Reads lists, for each parameter, the branches that read it.
	Reads map[string][]int

	programs map[string]int // branch of each program
	dated    []datedFigure
}

// datedFigure is the figure of a parameter from a day on, with a branch that means that it
// was read.
type datedFigure struct {
	parameter *syntax.Parameter
	from      string
	branch    int
}

// File returns a file by its name, nil if the year does not include it.
func (y *Year) File(name string) *syntax.File {
	for _, f := range y.Files {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// heads are the main files of years and of trip rules.
var heads = []string{"*/*/parameters.yaml", "*/rules.yaml"}

// New reads sound rule files: the years of payroll rules and the trip rules.
func New(files fs.FS) (*Model, error) {
	m := &Model{branches: map[branchKey]int{}, calls: map[int][]int{}, seen: map[string]bool{}, ids: map[string]int{}, items: map[string]*Item{}}
	var found []string
	for _, head := range heads {
		names, err := fs.Glob(files, head)
		if err != nil {
			return nil, err
		}
		found = append(found, names...)
	}
	parsed := map[string]*syntax.File{}
	for _, head := range found {
		y := &Year{Name: path.Dir(head), Reads: map[string][]int{}, programs: map[string]int{}}
		if err := y.read(files, head, parsed); err != nil {
			return nil, err
		}
		if archive := y.Files[0].Root.Get("archive"); archive != nil && archive.Text == "true" {
			continue // covered while it was served, and replayed by conformance --archive
		}
		m.Years = append(m.Years, y)
		m.addYear(y)
	}
	return m, nil
}

// read reads the files of a year. It ignores findings about keys that only the rule book
// reads.
func (y *Year) read(files fs.FS, head string, parsed map[string]*syntax.File) error {
	names := []string{head}
	for i := 0; i < len(names); i++ {
		f := parsed[names[i]]
		if f == nil {
			data, err := fs.ReadFile(files, names[i])
			if err != nil {
				return err
			}
			f, _ = syntax.Read(names[i], data)
			if f == nil {
				return fmt.Errorf("%s cannot be read", names[i])
			}
			parsed[names[i]] = f
		}
		y.Files = append(y.Files, f)
		if i == 0 {
			for _, name := range rules.MadeOf(files, y.Name, f) {
				names = append(names, path.Join(y.Name, name))
			}
		}
	}
	return nil
}

// branch returns the number of a branch.
func (m *Model) branch(at diagnostic.Range, side, name string) int {
	key := branchKey{at, side}
	n, known := m.branches[key]
	if !known {
		n = len(m.names)
		m.branches[key] = n
		m.names = append(m.names, name)
	}
	return n
}

// Branches returns the number of branches.
func (m *Model) Branches() int { return len(m.names) }

// add adds an item, once for all years that share its file.
func (m *Model) add(item Item) {
	key := string(item.Kind) + item.At.String() + item.ID
	if item.owner != "" {
		key = owned(path.Dir(item.At.File), item.owner, item.value)
	}
	if known := m.items[key]; known != nil {
		known.branches = append(known.branches, item.branches...)
		return
	}
	m.ids[item.ID]++
	if n := m.ids[item.ID]; n > 1 {
		item.ID = fmt.Sprintf("%s #%d", item.ID, n)
	}
	item.Place = item.At.String()
	m.items[key] = &item
	m.Items = append(m.Items, &item)
}

func (m *Model) addYear(y *Year) {
	for _, f := range y.Files {
		for _, p := range f.Programs {
			y.programs[p.Name] = m.branch(p.Range, "", programID(f.Name, p.Name))
		}
	}
	for _, f := range y.Files {
		for _, p := range f.Programs {
			walk(m, y, f, p)
		}
		m.addInputDefaults(y, f)
	}
	for _, f := range y.Files {
		for _, p := range f.Parameters {
			slices.Sort(y.Reads[p.Name])
			y.Reads[p.Name] = slices.Compact(y.Reads[p.Name])
			m.add(Item{Kind: ParameterItem, ID: y.Name + "/" + p.Name, Group: y.Name + " parameters", At: p.Range, branches: y.Reads[p.Name]})
			for _, figure := range p.Dated {
				id := y.Name + "/" + p.Name + " from " + figure.From
				branch := m.branch(figure.Range, "", id)
				y.dated = append(y.dated, datedFigure{p, figure.From, branch})
				m.add(Item{Kind: ParameterItem, ID: id, Group: y.Name + " parameters", At: figure.Range, branches: []int{branch}})
			}
		}
		m.addTypes(y, f)
	}
}

// addInputDefaults adds the parameters in defaults of shared inputs to those that are read
// by every program with the group.
func (m *Model) addInputDefaults(y *Year, f *syntax.File) {
	for _, g := range f.Groups {
		for _, input := range g.Inputs {
			if input.Default == nil {
				continue
			}
			for _, name := range syntax.Fields(input.Default.Tree, syntax.Parameters) {
				for _, branch := range y.programs {
					y.Reads[name] = append(y.Reads[name], branch)
				}
			}
		}
	}
}

// addTypes adds the cases of enumerations, and the cases and forms of grammars. It skips
// types that no input and no record has: their cases are cells of parameters, which are
// items themselves, or results of rules.
func (m *Model) addTypes(y *Year, f *syntax.File) {
	group := func(name string) string { return strings.TrimSuffix(f.Name, ".yaml") + " " + name }
	for _, t := range f.Types {
		if !y.isInput(t.Name) {
			continue
		}
		for _, word := range t.Cases {
			m.add(Item{Kind: ValueItem, ID: group(t.Name) + ": " + word, Group: group(t.Name), At: t.Range, owner: t.Name, value: word})
		}
	}
	for _, g := range f.Grammars {
		for _, part := range g.Parts {
			for _, word := range part.OneOf {
				m.add(Item{Kind: ValueItem, ID: group(g.Name) + " " + part.Name + ": " + word, Group: group(g.Name), At: part.Range, owner: g.Name + "." + part.Name, value: word})
			}
		}
		for _, form := range g.Forms {
			m.add(Item{Kind: FormItem, ID: group(g.Name) + ": " + form.Name, Group: group(g.Name), At: form.Range, owner: g.Name, value: form.Name})
		}
		m.add(Item{Kind: RefusalItem, ID: group(g.Name) + ": a text of no form", Group: group(g.Name), At: g.Range, owner: g.Name, value: noForm})
	}
}

// isInput reports whether an input or a field of a record has this type.
func (y *Year) isInput(name string) bool {
	has := func(v *syntax.Variable) bool { return v.Type == name }
	for _, f := range y.Files {
		for _, record := range f.Records {
			if slices.ContainsFunc(record.Fields, has) {
				return true
			}
		}
		for _, g := range f.Groups {
			if slices.ContainsFunc(g.Inputs, has) {
				return true
			}
		}
		for _, p := range f.Programs {
			if slices.ContainsFunc(p.Inputs, has) {
				return true
			}
		}
	}
	return false
}

// noForm is the value of a text that a grammar does not accept.
const noForm = "\x00"

// programID returns the ID of a program, such as de/2026/wage_tax.
func programID(file, program string) string { return path.Join(path.Dir(file), program) }

// BranchName returns the name of a branch for people.
func (m *Model) BranchName(branch int) string { return m.names[branch] }

// Program returns the branch of a program of the year, -1 if the year lacks it.
func (y *Year) Program(name string) int {
	if branch, ok := y.programs[name]; ok {
		return branch
	}
	return -1
}
