package types

import (
	"reflect"
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Memory caches checks of programs that had no findings, for hosts that load similar
// files repeatedly. The zero Memory is empty and ready to use.
type Memory struct{ clean sync.Map } // *Clean by remembered

// remembered is the key of a program on a day; an empty day is the latest check.
type remembered struct{ file, name, on string }

// Clean is a check of a program without findings: its inputs and its results.
type Clean struct {
	Programs []*syntax.Program // itself, and those that it calls
	Figures  map[string]*Parameter
	Read     map[string]bool
	Shown    map[diagnostic.Range]Unit
	shared   []*syntax.File
	sources  []*syntax.Source
}

// Recall returns a cached check of a program that is still valid; nil if there is none.
func (m *Module) Recall(p *syntax.Program) *Clean {
	for _, on := range []string{m.Options.On, ""} {
		if m.Options.Memory == nil {
			break
		}
		if known, there := m.Options.Memory.clean.Load(remembered{p.Range.File, p.Name, on}); there && m.holds(known.(*Clean)) {
			return known.(*Clean)
		}
	}
	return nil
}

// Remember caches a check of a program.
func (m *Module) Remember(p *syntax.Program, c *Clean) {
	c.shared, c.sources = m.shared, m.Sources
	for _, on := range []string{m.Options.On, ""} {
		if m.Options.Memory != nil {
			m.Options.Memory.clean.Store(remembered{p.Range.File, p.Name, on}, c)
		}
	}
}

// holds reports whether the inputs of a check are unchanged.
func (m *Module) holds(c *Clean) bool {
	named := func(a, b *syntax.Source) bool { return a.ID == b.ID }
	if !slices.Equal(c.shared, m.shared) || !slices.EqualFunc(c.sources, m.Sources, named) {
		return false
	}
	for _, called := range c.Programs {
		if now := m.Programs[called.Name]; now == nil || now.Declaration != called {
			return false
		}
	}
	for name, was := range c.Figures {
		if now := m.Figures[name]; now == nil || !now.same(was) {
			return false
		}
	}
	return true
}

// same reports whether two parameters are the same to programs.
func (p *Parameter) same(q *Parameter) bool {
	what := func(p *Parameter) []any {
		return []any{p.Value == nil, p.Text == nil, p.Text.Plain(), p.By, p.Measure, p.Single, p.Each, p.Rows}
	}
	return p.Parameter == q.Parameter || reflect.DeepEqual(what(p), what(q))
}
