package syntax

import (
	"maps"
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Components declares a list of records as a field of requests. The records are told apart
// by their kind, and each kind is a program: its inputs are the fields of a record, its
// outputs what a record adds to the sums of the list.
//
// The reader turns the section into a type, a record, a group with the list as its input, a
// program for each kind, and the program components, which runs them for each record of the
// list and adds up their effects.
type Components struct {
	// Name is the name of the list, of its group and of the program.
	Name      string
	Range     diagnostic.Range
	MaxLength int   `key:"max_length"`
	About     *Text `key:"about"`
	Label     *Text `key:"label"`
	// Inputs are what the kinds read beside the fields of a record.
	Inputs []*Variable `key:"in"`
	// Fields and Do are those of every kind. A kind may declare a field anew.
	Fields  []*Variable
	Do      []Step      `key:"do"`
	Effects []*Variable `key:"effects"`
	// Years are the years whose requests have the field.
	Years
	// Parts are what the program can be called for beside the sums.
	Parts []string
	Kinds []*ComponentKind
}

// ComponentKind is a kind of record.
type ComponentKind struct {
	Name   string
	Range  diagnostic.Range
	Label  *Text  `key:"label"`
	About  *Text  `key:"about"`
	Cite   string `key:"cite"`
	Fields []*Variable
	// AlsoCalled are other names that people give it.
	AlsoCalled []string `key:"also_called"`
	// Without are the fields of every kind that this one lacks.
	Without []string
	Do      []Step
	// Shows are what an answer shows beside the fields, or in place of one: the names of
	// steps. What is absent is not shown.
	Shows []Given
	// Effects are those of a record, those that are absent 0.
	Effects []Argument
	Parts   []Case[[]Step]
	// Program is the name of the kind's program.
	Program string
}

// The names of a list of components that the language gives. ComponentPlace is the place of a
// record in its list, from 0.
const (
	componentList   = "components"
	componentRecord = "component"
	ComponentType   = "kind"
	ComponentPlace  = "place"
	componentPart   = "part"
	lineKey         = "key" // of the lines of a kind, by default its name
	sumsPart        = "sums"
)

// Item is a step that shows a record of a list: its fields with their defaults, and what its
// kind shows beside them.
type Item struct {
	place
	Kind *ComponentKind
	// Names are what an answer calls the values of Fields.
	Names  []string
	Fields []Reference
}

// components reads the section and adds what it stands for to a file.
func (r *Reader) components(n *Node, f *File) {
	c := &Components{Name: componentList, Range: n.Range, MaxLength: -1}
	if !r.read(n, c) {
		return
	}
	parts := n.Get("parts")
	c.Parts = append(r.words(parts), diagnostic.Names(r.entries(parts), func(e Entry) string { return e.Key.Text })...)
	c.Fields = r.fields(n.Get("fields"), f)
	for _, e := range r.entries(n.Get("kinds")) {
		if k := r.componentKind(e, c, f, parts); k != nil {
			c.Kinds = append(c.Kinds, k)
		}
	}
	r.checkYears(c.Years, n)
	f.Components = c
	w := componentWriter{Components: c, node: &Node{Kind: n.Kind, Range: n.Range}}
	f.Groups = append(f.Groups, &InputGroup{Name: c.Name, Range: n.Range, Inputs: []*Variable{w.list()}})
	f.Types = append(f.Types, w.kinds(), &Type{Name: componentRecord + "_" + componentPart, Range: n.Range, Cases: append([]string{sumsPart}, c.Parts...)})
	record := w.record(r)
	f.Records = append(f.Records, record)
	f.Programs = append(f.Programs, w.sums(record))
	for _, k := range c.Kinds {
		f.Programs = append(f.Programs, w.program(k))
	}
}

// kindFields are what refusals and notes in the steps of a kind may be about: the fields of a record.
type kindFields struct {
	list  string
	names []string
}

// fields reads the fields of records: a map, or a list of the names of variables that the file
// describes, and of maps of what differs.
func (r *Reader) fields(n *Node, f *File) (list []*Variable) {
	if n == nil || n.Kind == Mapping {
		return r.variables(n)
	}
	described := Described(f).Variables
	for _, v := range r.programVariables(n) {
		switch known := described[v.Name] != nil; {
		case !v.Described(): // anew
			list = append(list, v)
		case known:
			list = append(list, r.described([]*Variable{v}, described, nil)...)
		default:
			r.Unknown(v.Range, "unknown-name", "variable", v.Name, slices.Sorted(maps.Keys(described)))
		}
	}
	return list
}

func (r *Reader) componentKind(e Entry, c *Components, f *File, parts *Node) *ComponentKind {
	k := &ComponentKind{Name: r.name(e.Key), Range: e.Key.Range}
	if !r.read(e.Value, k) || k.Name == "" {
		return nil
	}
	k.Fields = r.fields(e.Value.Get("fields"), f)
	r.kind = &kindFields{c.Name, diagnostic.Names(c.FieldsOf(k), func(v *Variable) string { return v.Name })}
	defer func() { r.kind = nil }()
	k.Do = r.steps(e.Value.Get("do"))
	k.Program = c.Name + "." + k.Name
	effects := diagnostic.Names(c.Effects, func(v *Variable) string { return v.Name })
	for _, effect := range r.entries(e.Value.Get("effects")) {
		if !slices.Contains(effects, effect.Key.Text) {
			r.Unknown(effect.Key.Range, "unknown-name", "effect", effect.Key.Text, effects)
			continue
		}
		if value := r.expression(effect.Value); value != nil {
			k.Effects = append(k.Effects, Argument{effect.Key.Text, effect.Key.Range, value})
		}
	}
	common := diagnostic.Names(c.Fields, func(v *Variable) string { return v.Name })
	for _, item := range r.items(e.Value.Get("without")) {
		if name := item.Text; slices.Contains(common, name) {
			k.Without = append(k.Without, name)
		} else {
			r.Unknown(item.Range, "unknown-name", "field", name, common)
		}
	}
	for _, e := range r.entries(e.Value.Get("shows")) {
		k.Shows = append(k.Shows, Given{r.name(e.Key), e.Value.Text, e.Key.Range, e.Value.Range})
	}
	for _, part := range r.entries(e.Value.Get("parts")) {
		if !slices.Contains(c.Parts, part.Key.Text) {
			r.Unknown(part.Key.Range, "unknown-name", "part", part.Key.Text, c.Parts)
			continue
		}
		of := lineFields(nil).over(r.entries(parts.Get(part.Key.Text)))
		r.withUsual(e.Value.Get("lines"), append(of, LineField{lineKey, k.Range, e.Key.apart()}), func() {
			k.Parts = append(k.Parts, Case[[]Step]{part.Key.Text, part.Key.Range, r.steps(part.Value)})
		})
	}
	return k
}

// FieldsOf returns the fields of a kind: those of every kind that it neither lacks nor declares
// anew, and its own.
func (c *Components) FieldsOf(k *ComponentKind) []*Variable {
	var fields []*Variable
	anew := func(f *Variable) int {
		return slices.IndexFunc(k.Fields, func(own *Variable) bool { return own.Name == f.Name })
	}
	for _, f := range c.Fields {
		if slices.Contains(k.Without, f.Name) {
			continue
		}
		if at := anew(f); at >= 0 {
			f = k.Fields[at]
		}
		fields = append(fields, f)
	}
	for _, f := range k.Fields {
		if !slices.Contains(fields, f) {
			fields = append(fields, f)
		}
	}
	return fields
}

// componentWriter writes the declarations of a list of components. What it writes has the
// position of the section.
type componentWriter struct {
	*Components
	node *Node
}

func (w componentWriter) list() *Variable {
	v := w.variable(w.Name, "list of "+componentRecord)
	v.Default = w.formula(&ast.ArrayNode{})
	v.About, v.Label, v.MinLength, v.MaxLength, v.Years = w.About, w.Label, 0, w.MaxLength, w.Years
	return v
}

func (w componentWriter) kinds() *Type {
	t := &Type{Name: componentRecord + "_" + ComponentType, Range: w.Range}
	for _, k := range w.Kinds {
		t.Cases, t.Labels = append(t.Cases, k.Name), append(t.Labels, k.Label)
	}
	return t
}

// record declares the record that holds the fields of all kinds. Those that some kind can
// lack are optional.
func (w componentWriter) record(r *Reader) *Record {
	record := &Record{Name: componentRecord, Range: w.Range, Fields: []*Variable{w.variable(ComponentType, w.kinds().Name), w.variable(ComponentPlace, "integer")}, Components: w.Components}
	for _, k := range w.Kinds {
		for _, f := range w.FieldsOf(k) {
			at := slices.IndexFunc(record.Fields, func(other *Variable) bool { return other.Name == f.Name })
			if at < 0 {
				at = len(record.Fields)
				record.Fields = append(record.Fields, &Variable{Name: f.Name, Range: f.Range, Description: &Description{Type: f.Type, TypeRange: f.TypeRange, Unit: f.Unit, UnitRange: f.UnitRange, Decimals: f.Decimals, MinLength: -1, MaxLength: -1}})
			}
			field := record.Fields[at]
			if field.Type != f.Type || field.Unit != f.Unit || field.Decimals != f.Decimals {
				r.Findings.Fail(f.Range, "mixed-types", f.Name+" has another type in another kind", "Fields with one name have one type: choose another name.")
			}
			field.Optional = field.Optional || f.Optional || f.Default != nil
		}
	}
	for _, field := range record.Fields {
		field.Optional = field.Optional || slices.ContainsFunc(w.Kinds, func(k *ComponentKind) bool { return slices.Contains(k.Without, field.Name) })
	}
	return record
}

// sums is the program that runs the kinds.
func (w componentWriter) sums(record *Record) *Program {
	p := &Program{Name: w.Name, Range: w.Range, About: w.About, OutputRange: w.Range}
	p.Inputs = append([]*Variable{{Name: w.Name, Range: w.Range, Named: true, Description: &Description{}}, w.part()}, w.Inputs...)
	each := &For{place: place{w.Range}, Name: componentRecord, NameRange: w.Range, List: w.name(w.Name)}
	match := &Match[[]Step]{place: place{w.Range}, On: w.field(ComponentType)}
	for _, effect := range w.Effects {
		p.Do = append(p.Do, w.set(effect.Name, &ast.ConstantNode{Value: Number("0")}))
		p.Outputs = append(p.Outputs, effect)
		each.Carry = append(each.Carry, Reference{effect.Name, w.Range})
	}
	for _, k := range w.Kinds {
		match.Cases = append(match.Cases, Case[[]Step]{k.Name, k.Range, w.add(k, record)})
	}
	each.Do = []Step{match}
	p.Do = append(p.Do, each)
	return p
}

// add calls the program of a kind and adds its effects.
func (w componentWriter) add(k *ComponentKind, record *Record) []Step {
	call := &Call{place: place{k.Range}, Name: k.Program, NameRange: k.Range, Same: true, With: []Argument{
		{ComponentPlace, k.Range, w.field(ComponentPlace)},
	}}
	for _, f := range w.FieldsOf(k) {
		call.With = append(call.With, Argument{f.Name, f.Range, w.argument(f, record)})
	}
	steps := []Step{call}
	for _, effect := range k.Effects {
		added := k.Name + " " + effect.Input
		call.Give = append(call.Give, Given{added, effect.Input, effect.Range, effect.Range})
		steps = append(steps, w.set(effect.Input, &ast.BinaryNode{Operator: "+", Left: &ast.IdentifierNode{Value: effect.Input}, Right: &ast.IdentifierNode{Value: added}}))
	}
	return steps
}

// argument reads a field of the record. One that a request must send is present, even if
// another kind can lack it.
func (w componentWriter) argument(f *Variable, record *Record) *Expression {
	read := w.field(f.Name)
	at := slices.IndexFunc(record.Fields, func(field *Variable) bool { return field.Name == f.Name })
	if f.Optional || f.Default != nil || !record.Fields[at].Optional {
		return read
	}
	var absent ast.Node = &ast.ConstantNode{Value: Number("0")}
	switch f.Type {
	case "boolean":
		absent = &ast.ConstantNode{Value: false}
	case "text":
		absent = &ast.ConstantNode{Value: ""}
	case "date":
		absent = NewCall("date", &ast.ConstantNode{Value: "1970-01-01"})
	}
	return w.formula(NewCall("otherwise", read.Tree, absent))
}

// program is the program of a kind.
func (w componentWriter) program(k *ComponentKind) *Program {
	p := &Program{Name: k.Program, Range: k.Range, About: k.About, Cite: k.Cite, OutputRange: k.Range}
	item := &Item{place: place{k.Range}, Kind: k}
	p.Inputs = []*Variable{w.part(), w.unread(w.variable(ComponentPlace, "integer"))}
	for _, f := range w.FieldsOf(k) {
		p.Inputs = append(p.Inputs, f)
		item.show(Given{f.Name, f.Name, f.Range, f.Range})
	}
	for _, shown := range k.Shows {
		item.show(shown)
	}
	for _, in := range w.Inputs {
		p.Inputs = append(p.Inputs, w.unread(in))
	}
	p.Do = append(slices.Clone(w.Do), k.Do...)
	parts := &Match[[]Step]{place: place{k.Range}, On: w.name(componentPart), Cases: []Case[[]Step]{{Case: sumsPart, Range: k.Range}}}
	if len(w.Parts) == 0 {
		parts.Cases[0].Do = []Step{item}
	}
	for i, name := range w.Parts {
		part := Case[[]Step]{Case: name, Range: k.Range}
		if at := slices.IndexFunc(k.Parts, func(own Case[[]Step]) bool { return own.Case == name }); at >= 0 {
			part = k.Parts[at]
		}
		if i == 0 { // by then, what the sums led to is known
			part.Do = append([]Step{item}, part.Do...)
		}
		parts.Cases = append(parts.Cases, part)
	}
	p.Do = append(p.Do, parts)
	for _, effect := range w.Effects {
		if at := slices.IndexFunc(k.Effects, func(own Argument) bool { return own.Input == effect.Name }); at >= 0 {
			out := effect.Anew()
			out.Range, out.Value = k.Effects[at].Range, k.Effects[at].Value
			p.Outputs = append(p.Outputs, out)
		}
	}
	return p
}

// show adds a value to those that an answer shows, or replaces the one of its name.
func (i *Item) show(shown Given) {
	value := Reference{shown.Output, shown.OutputRange}
	if at := slices.Index(i.Names, shown.Name); at >= 0 {
		i.Fields[at] = value
		return
	}
	i.Names, i.Fields = append(i.Names, shown.Name), append(i.Fields, value)
}

// unread allows that a kind does not read an input.
func (w componentWriter) unread(v *Variable) *Variable {
	own := v.Anew()
	own.Unused = true
	return own
}

func (w componentWriter) part() *Variable {
	v := w.variable(componentPart, componentRecord+"_"+componentPart)
	v.Default = w.formula(&ast.ConstantNode{Value: sumsPart})
	return v
}

func (w componentWriter) variable(name, typ string) *Variable {
	return &Variable{Name: name, Range: w.Range, Description: &Description{Type: typ, TypeRange: w.Range, Decimals: -1, MinLength: -1, MaxLength: -1}}
}

func (w componentWriter) formula(tree ast.Node) *Expression {
	return &Expression{Tree: tree, node: w.node}
}

func (w componentWriter) name(name string) *Expression {
	return w.formula(&ast.IdentifierNode{Value: name})
}

// field reads a field of the record in a loop.
func (w componentWriter) field(name string) *Expression {
	return w.formula(NewField(&ast.IdentifierNode{Value: componentRecord}, name))
}

func (w componentWriter) set(name string, tree ast.Node) Step {
	return &Assign{place: place{w.Range}, Name: name, Value: w.formula(tree)}
}
