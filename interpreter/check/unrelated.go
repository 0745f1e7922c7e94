package check

import (
	"regexp"
	"slices"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// made is what the names of a program are made of: the names that are read where they are set.
type made struct {
	*checker
	*types.Program
	of     map[string][]string
	shared []string // the inputs that requests have
}

// unrelated reports fields of refusals and warnings, and of their remedies, that these have nothing
// to do with.
func (c *checker) unrelated(p *Program) {
	m := &made{c, p.Program, map[string][]string{}, c.module.GroupInputs()}
	for _, in := range p.Inputs {
		if preset := in.Declaration.Default; preset != nil {
			m.of[in.Name] = syntax.Names(preset.Tree)
		}
	}
	whole := p.Declaration.WithSteps()
	blocks := [][]syntax.Step{whole.Do}
	for _, procedure := range whole.Procedures {
		blocks = append(blocks, procedure.Do)
	}
	for _, visit := range []func(syntax.Step, []string){m.set, m.said} {
		for _, block := range blocks {
			m.each(block, nil, visit)
		}
	}
}

// each visits steps with the names that decide whether they run.
func (m *made) each(steps []syntax.Step, under []string, visit func(syntax.Step, []string)) {
	for _, step := range steps {
		names := under
		if blocks := syntax.Blocks(step); blocks == nil {
			visit(step, slices.Concat(under, namesIn(step)))
		} else {
			switch step := step.(type) {
			case *syntax.If[[]syntax.Step]:
				names = slices.Concat(under, syntax.Names(step.Cond.Tree))
			case *syntax.Match[[]syntax.Step]:
				names = slices.Concat(under, syntax.Names(step.On.Tree))
			case *syntax.For:
				names = slices.Concat(under, syntax.Names(step.List.Tree))
				m.of[step.Name] = append(m.of[step.Name], names...)
			}
			for _, block := range blocks {
				m.each(block, names, visit)
			}
		}
	}
}

// namesIn lists the names that a step without blocks reads; of a refusal or warning not those of
// its remedies.
func namesIn(step syntax.Step) (names []string) {
	switch one := step.(type) {
	case *syntax.Refuse:
		without := *one
		without.Remedies, step = nil, &without
	case *syntax.Note:
		without := *one
		without.Remedies, step = nil, &without
	}
	v := syntax.Visitor{Expression: func(e *syntax.Expression, _ bool) { names = append(names, syntax.Names(e.Tree)...) }}
	v.Steps([]syntax.Step{step})
	return names
}

// set notes what a step sets its names by.
func (m *made) set(step syntax.Step, reads []string) {
	switch step := step.(type) {
	case *syntax.Assign:
		m.of[step.Name] = slices.Concat(m.of[step.Name], reads, spoken(step.Value))
	case *syntax.Call:
		if callee := m.module.Programs[step.Name]; step.Same && callee != nil {
			reads = append(reads, callee.InputNames()...)
		}
		for _, given := range step.Give {
			m.of[given.Name] = append(m.of[given.Name], reads...)
		}
	}
}

// word matches a name in a text.
var word = regexp.MustCompile(`\w+`)

func wordsOf(t *syntax.Text) []string {
	if t == nil || t.English == nil {
		return nil
	}
	return word.FindAllString(t.English.Plain(), -1)
}

// spoken lists the words of a value that is a text.
func spoken(v syntax.Value) (words []string) {
	switch v := v.(type) {
	case *syntax.TextValue:
		return wordsOf(v.Text)
	case *syntax.If[syntax.Value]:
		return append(spoken(v.Then), spoken(v.Else)...)
	case *syntax.Match[syntax.Value]:
		for _, one := range v.Cases {
			words = append(words, spoken(one.Do)...)
		}
		return append(words, spoken(v.Else)...)
	}
	return nil
}

// said checks the fields of a refusal or warning.
func (m *made) said(step syntax.Step, reads []string) {
	switch step := step.(type) {
	case *syntax.Refuse:
		m.blamed(step.Blame, []*syntax.Text{step.Message}, reads)
	case *syntax.Note:
		m.blamed(step.Blame, []*syntax.Text{step.Text, step.Message}, reads)
	}
}

func (m *made) blamed(b syntax.Blame, texts []*syntax.Text, reads []string) {
	about, sets := map[string]bool{}, map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if !about[name] {
			about[name] = true
			for _, of := range m.of[name] {
				add(of)
			}
		}
	}
	for _, name := range reads {
		add(name)
	}
	computed := false // by a caller, from what is not known here
	for name := range about {
		computed = computed || m.Input(name) != nil && !slices.Contains(m.shared, name)
	}
	for _, text := range texts {
		for _, name := range wordsOf(text) {
			about[name] = true
		}
	}
	for _, field := range b.Fields {
		if in := m.Input(field.Name); in != nil && !computed && !about[field.Name] {
			m.warn(field.Range, "unrelated-field", "neither the condition nor the text has to do with "+field.Name, "Name the field that is at fault, or that a request can send instead.")
		}
		about[field.Name] = true
	}
	for _, remedy := range b.Remedies {
		for _, setting := range remedy.Set {
			if sets[setting.Name] = true; !about[setting.Name] {
				m.warn(setting.Range, "unrelated-field", "neither the condition nor the text has to do with "+setting.Name+", which a remedy sets", "Set the field that is at fault.")
			}
		}
	}
	if len(sets) == 0 || slices.ContainsFunc(b.Fields, func(f syntax.FieldName) bool { return sets[f.Name] }) {
		return
	}
	for _, field := range b.Fields { // one with other values, which a remedy could set
		if in := m.Input(field.Name); in != nil && !in.Type.Optional && (in.Type.Kind == types.Enumeration || in.Type.Kind == types.Boolean) {
			m.warn(field.Range, "unrelated-field", "no remedy sets "+field.Name+", which field names", "Name the field that a remedy sets, or set this one.")
		}
	}
}
