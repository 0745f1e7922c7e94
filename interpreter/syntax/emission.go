package syntax

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Line is a line of the answer. The host defines its fields.
type Line struct {
	place
	Fields []LineField
	When   *Expression
}

// LineField is a field of a line, as a node until its kind is known.
type LineField struct {
	Name  string
	Range diagnostic.Range
	node  *Node
}

// Note is a note of the answer.
type Note struct {
	place
	When *Expression `key:"when"`
	Text *Text       `key:"text,spoken"`
	// Warning is the code of a note that warns of an assumption; empty for others. Message
	// is the text of the warning, nil for that of the note, and Blame names the field that
	// a request can send instead.
	Warning string `key:"warning"`
	Message *Text  `key:"message"`
	Blame
}

// usualError is the code of a refusal that names none: of a request that contradicts itself.
const usualError = "invalid_input"

// Refuse ends the calculation.
type Refuse struct {
	place
	When    *Expression `key:"when"`
	Error   string      `key:"error"`
	Message *Text       `key:"message,spoken"`
	Cite    string      `key:"cite"`
	// Presence is what has to be there, and what absent, before When is asked.
	Presence []Presence
	Blame
}

// Blame names what a refusal or warning is about, and what answers it.
type Blame struct {
	// Fields are the inputs that may be at fault: a refusal names the first that was given,
	// a warning the first that was not, or the last one. At is the index in a field that is a list.
	Fields   []FieldName
	At       *Expression
	Remedies []*Remedy
}

// FieldName names an input, or a field of the records of an input that is a list
// (legs.arrive).
type FieldName struct {
	Name, Member string
	Range        diagnostic.Range
}

func (r *Reader) line(n *Node, at place) Step {
	body := n.Entries[0].Value
	if len(n.Entries) > 1 || body.Kind != Mapping { // whose keys the host declares
		r.Findings.Fail(n.Range, "wrong-shape", "line needs a map of its fields", "Indent the fields below line:.")
		return nil
	}
	of := func(at place, fields []Entry, usual lineFields) *Line {
		return &Line{place: at, Fields: usual.over(fields), When: r.expression(body.Get("when"))}
	}
	variants := body.Get(variantsKey)
	if variants == nil {
		return of(at, body.Entries, r.usual)
	}
	var steps []Step
	for i, variant := range slices.Backward(r.items(variants)) {
		here, when := place{variant.Range}, variant.Get("when")
		line := []Step{of(here, variant.Entries, r.usual.over(body.Entries))}
		switch {
		case when != nil:
			line = []Step{&If[[]Step]{place: here, Cond: r.expression(when), Then: line, Else: steps}}
		case variant.Kind != Mapping:
			r.Findings.Fail(variant.Range, "wrong-shape", "a variant of a line must be a map", "Write - when: and its condition, and below it what differs.")
		case i < len(variants.Items)-1:
			r.Findings.Fail(variant.Range, "wrong-shape", "only the last variant of a line has no condition", "Begin the others with - when: and the condition.")
		}
		steps = line
	}
	return single(steps)
}

// variantsKey is the key of the variants of a line: what the first whose condition holds says is
// said of the line, too.
const variantsKey = "variants"

// lineFields are the fields of a line.
type lineFields []LineField

// over returns the fields of a map and those that it lacks.
func (usual lineFields) over(own []Entry) (list lineFields) {
	for _, e := range own {
		if e.Key.Text != "when" && e.Key.Text != variantsKey {
			list = append(list, LineField{e.Key.Text, e.Key.Range, e.Value.apart()})
		}
	}
	for _, f := range usual {
		if !slices.ContainsFunc(list, func(own LineField) bool { return own.Name == f.Name }) {
			list = append(list, f)
		}
	}
	return list
}

// withUsual runs read while lines have the fields of a map, and others, unless they say otherwise.
func (r *Reader) withUsual(n *Node, others lineFields, read func()) {
	r.usual = others.over(r.entries(n))
	read()
	r.usual = nil
}

func (r *Reader) note(n *Node, at place) Step {
	step, body := &Note{place: at}, n.Entries[0].Value
	if !r.read(body, step) {
		return nil
	}
	step.Blame = r.blame(body, false)
	for _, key := range []string{"message", "remedy"} {
		if only := body.Get(key); only != nil && step.Warning == "" {
			r.Findings.Fail(only.Range, "wrong-shape", "only a note that warns has a "+key, "Add the code of the warning: warning: average_addon_rate.")
		}
	}
	return step
}

// blame reads field and at of a refusal or a warning. In the steps of a kind of component the
// field may be one of the record, and a refusal without one is about the record.
func (r *Reader) blame(n *Node, refuses bool) Blame {
	at, field := n.Get("at"), n.Get("field")
	own := at == nil && r.kind != nil && (refuses && field == nil || slices.Contains(r.kind.names, field.Plain()))
	remedies := r.remedies(n.Get("remedy"), at != nil || own)
	if own {
		return r.ofRecord(field.Plain(), n.Range, remedies)
	}
	blame := Blame{At: r.expression(at), Remedies: remedies}
	for _, item := range r.items(n.Get("field")) {
		name, member, within := strings.Cut(r.name(item), ".")
		switch {
		case name == "":
		case within && at == nil:
			r.Findings.Fail(item.Range, "wrong-shape", "a field of the records in a list needs at", "Add the index of the record: at: leg.index.")
		default:
			blame.Fields = append(blame.Fields, FieldName{name, member, item.Range})
		}
	}
	if at != nil && len(blame.Fields) != 1 {
		r.Findings.Fail(at.Range, "wrong-shape", "at needs exactly one field, which must be a list", "Name the list: field: student_loans.")
	}
	return blame
}

// ofRecord blames the record of a kind, or one of its fields.
func (r *Reader) ofRecord(field string, at diagnostic.Range, remedies []*Remedy) Blame {
	return Blame{Fields: []FieldName{{r.kind.list, field, at}}, At: NameAt(ComponentPlace, at), Remedies: remedies}
}

// ValueRange returns the position of the value.
func (f LineField) ValueRange() diagnostic.Range { return f.node.Range }

// Word reads the field as a literal word.
func (f LineField) Word() (string, diagnostic.List) {
	r := f.checked("word")
	return f.node.Plain(), r.Findings
}

// Text reads the field as a text.
func (f LineField) Text() (*Text, diagnostic.List) {
	r := f.checked("text")
	return r.text(f.node), r.Findings
}

// Value reads the field as a value.
func (f LineField) Value() (Value, diagnostic.List) {
	r := f.checked("value")
	return r.value(f.node), r.Findings
}

// checked compares the field with a definition of the schema.
func (f LineField) checked(definition string) *Reader {
	r, schema := &Reader{}, ruleSchema()
	c := checker{schema: schema}
	c.check(f.node, schema.definition(definition), &path{}, &Node{Text: f.Name}, false)
	r.Findings, r.bad = c.found, c.bad
	return r
}
