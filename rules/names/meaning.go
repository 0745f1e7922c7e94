package names

import (
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// Meaning describes a name by its declaration.
type Meaning struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	About string `json:"about,omitempty"` // the label or description
	Unit  string `json:"unit,omitempty"`
	// Years are the values of a figure, by tax year.
	Years []YearValue `json:"years,omitempty"`
	// Keys are short values of the declaration, such as a type or a formula.
	Keys   []KeyValue `json:"keys,omitempty"`
	In     []string   `json:"in,omitempty"` // of a program
	Out    []string   `json:"out,omitempty"`
	Source string     `json:"source,omitempty"`
	Cite   string     `json:"cite,omitempty"`
}

// YearValue is a figure in a year; in every year if the year is empty.
type YearValue struct {
	Year  string `json:"year,omitempty"`
	Value string `json:"value"`
}

// KeyValue is a key of a declaration with its value.
type KeyValue struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

const builtin = "function of the language"

// Meaning describes a symbol in a file in the language of a reader; nil if it is not
// declared.
func (b Book) Meaning(file string, s Symbol, reader wording.Language) *Meaning {
	declared := b.Declarations(file, s)
	m := &Meaning{Name: s.Name, Kind: string(s.Kind)}
	switch {
	case s.Kind == Function && len(declared) == 0:
		i := slices.IndexFunc(check.Functions, func(f check.Function) bool { return f.Name == s.Name })
		if i < 0 {
			return nil
		}
		return &Meaning{Name: check.Functions[i].Usage(), Kind: builtin, About: check.Functions[i].About}
	case len(declared) == 0:
		return nil
	case s.Kind == Parameter:
		b.parameter(m, s, reader)
	case s.Kind == Program:
		b.program(m, declared[0].At.File, reader)
	default:
		described := b[declared[0].At.File].Valid.Variables
		if s.Kind == Input && slices.ContainsFunc(described, func(v *syntax.Variable) bool { return v.Name == s.Name }) {
			m.Kind = string(Variable)
		}
		m.declaration(declared[0].Node, reader)
	}
	return m
}

// declaration adds the keys and the description of a declaration.
func (m *Meaning) declaration(n *syntax.Node, reader wording.Language) {
	if n == nil {
		return
	}
	if n.Kind == syntax.Scalar {
		m.Keys = []KeyValue{{m.Name, n.Text}}
	}
	for _, key := range []string{"type", "unit", "value", "name", "date", "call", "for", "url"} {
		if v := n.Get(key); v != nil && v.Kind == syntax.Scalar {
			m.Keys = append(m.Keys, KeyValue{key, v.Text})
		}
	}
	var about []string
	for _, key := range []string{"label", "about"} {
		v := n.Get(key)
		for _, tag := range []string{reader.Tag(), wording.English.Tag()} {
			if offered := v.Get(tag); offered != nil {
				v = offered
				break
			}
		}
		if v != nil && v.Kind == syntax.Scalar {
			about = append(about, v.Text)
		}
	}
	m.About = strings.Join(about, "\n\n")
	if cite := n.Get("cite"); cite != nil {
		m.Cite = cite.Text
	}
}

// parameter adds a figure in each year.
func (b Book) parameter(m *Meaning, s Symbol, reader wording.Language) {
	for _, file := range slices.Sorted(maps.Keys(b)) {
		if FolderOf(file) != s.Scope {
			continue
		}
		for _, p := range b.Parameters(file) {
			if p.Name == s.Name {
				m.Years = append(m.Years, YearValue{YearOf(file), ValueOf(p)})
				m.Unit, m.Source, m.Cite, m.About = p.Unit, p.Source, p.Cite, plain(p.Label, reader)
			}
		}
	}
}

// mostCells is the largest number of figures of a parameter that are shown.
const mostCells = 12

// ValueOf returns the figure of a parameter, or the first of its figures with their names.
func ValueOf(p *syntax.Parameter) string {
	var list []string
	cells := p.Cells()
	for i, cell := range cells {
		if i == mostCells {
			list = append(list, "…")
			break
		}
		text := cell.Node.Text
		if len(cells) > 1 {
			text = strings.TrimPrefix(cell.Name(p.Name), p.Name) + " " + text
		}
		list = append(list, strings.TrimPrefix(text, "."))
	}
	return strings.Join(list, ", ")
}

func (b Book) program(m *Meaning, file string, reader wording.Language) {
	for _, p := range b.Programs(file) {
		if p.Name == m.Name {
			name := func(v *syntax.Variable) string { return v.Name }
			m.In, m.Out = diagnostic.Names(p.Inputs, name), diagnostic.Names(p.Outputs, name)
			m.About, m.Cite = plain(p.About, reader), p.Cite
		}
	}
}

// plain returns a text without its placeholders in the language of a reader.
func plain(t *syntax.Text, reader wording.Language) string {
	if t == nil {
		return ""
	}
	template, _ := t.Pick(reader)
	return template.Plain()
}
