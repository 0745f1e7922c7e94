package syntax

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/wording"
)

// Presence is a condition of a refusal that its table makes: how Of has to be there.
type Presence struct {
	Of  *Expression
	How There
}

// There is how a value has to be there.
type There uint8

// The ways to be there.
const (
	IsGiven   There = iota // an input was sent
	IsSet                  // an optional value is given; another is neither 0 nor false
	IsMissing              // a value is not given, 0 or false
)

// row is a row of a refusal's table: the field that is refused, what the message calls field,
// other and values, and what has to be there.
type row struct {
	field    *Node
	names    map[string]string
	presence []Presence
}

// refusals reads a step that begins with refuse: one refusal, or one for each row of its table,
// which is the entry given, never_together or needs.
func (r *Reader) refusals(n *Node, at place) (steps []Step) {
	step, body := &Refuse{place: at, Error: usualError}, n.Entries[0].Value
	if r.bad[n] || !r.read(body, step) {
		return nil
	}
	step.Blame = r.blame(body, body.Get("given") == nil && body.Get("never_together") == nil && body.Get("needs") == nil)
	rows := r.rows(body)
	for _, row := range rows {
		one := *step
		one.place, one.Presence = place{row.field.Range}, row.presence
		one.Message = named(step.Message, row.names)
		if body.Get("field") == nil {
			one.Blame = Blame{Fields: []FieldName{{Name: row.field.Text, Range: row.field.Range}}}
			if r.kind != nil {
				one.Blame = r.ofRecord(row.field.Text, row.field.Range, nil)
			}
		}
		one.Remedies = row.remedies(step.Remedies)
		steps = append(steps, &one)
	}
	if rows == nil {
		return []Step{step}
	}
	return steps
}

// rows reads the table of a refusal; nil without one.
func (r *Reader) rows(n *Node) []row {
	var rows []row
	is := func(n *Node, how There) Presence { return Presence{r.expression(n), how} }
	add := func(field *Node, other, values string, presence ...Presence) {
		rows = append(rows, row{field, map[string]string{"field": field.Text, "other": other, "values": values}, presence})
	}
	for _, field := range r.items(n.Get("given")) {
		add(field, "", "", is(field, IsGiven))
	}
	pairs := r.items(n.Get("never_together"))
	if len(pairs) > 0 && pairs[0].Kind == Scalar { // one pair
		pairs = []*Node{n.Get("never_together")}
	}
	for _, pair := range pairs {
		if pair.Kind != Sequence || len(pair.Items) != 2 {
			r.Findings.Fail(pair.Range, "wrong-shape", "never_together has pairs of fields", "Write never_together: [a, b], or a list of such pairs.")
			continue
		}
		first, second := pair.Items[0], pair.Items[1]
		add(second, first.Text, "", is(first, IsSet), is(second, IsSet))
	}
	for _, need := range r.entries(n.Get("needs")) {
		if need.Value.Kind != Mapping {
			add(need.Key, need.Value.Text, "", is(need.Key, IsGiven), is(need.Value, IsMissing))
			continue
		}
		for _, other := range need.Value.Entries {
			condition, values := r.oneOf(other)
			add(need.Key, other.Key.Text, strings.Join(values, ", "), is(need.Key, IsGiven), Presence{condition, IsMissing})
		}
	}
	return rows
}

// oneOf returns the condition that a name has one of the words that an entry lists.
func (r *Reader) oneOf(e Entry) (*Expression, []string) {
	words := r.words(e.Value)
	text := e.Key.Text + ` in ["` + strings.Join(words, `", "`) + `"]`
	return r.expression(&Node{Kind: Scalar, Text: text, Range: e.Key.Range}), words
}

// remedies returns the remedies of a row: a setting of field or other sets that of the row.
func (w row) remedies(of []*Remedy) (list []*Remedy) {
	for _, remedy := range of {
		one := *remedy
		one.Set, one.Label = nil, named(remedy.Label, w.names)
		for _, setting := range remedy.Set {
			if name := w.names[setting.Name]; name != "" {
				setting.Name, setting.Range = name, w.field.Range
			}
			one.Set = append(one.Set, setting)
		}
		list = append(list, &one)
	}
	return list
}

// named replaces {field}, {other} and {values} in a text by those of a row.
func named(text *Text, names map[string]string) *Text {
	if text == nil {
		return nil
	}
	var filled Text
	if text.SameEverywhere() {
		filled = wording.Everywhere(withNames(text.English, names))
		return &filled
	}
	for language, template := range text.Each() {
		filled.Set(language, withNames(template, names))
	}
	return &filled
}

func withNames(template *Template, names map[string]string) *Template {
	filled := &Template{Range: template.Range}
	for _, piece := range template.Pieces {
		if piece.Value != nil {
			if name, is := piece.Value.Tree.(*ast.IdentifierNode); is && names[name.Value] != "" {
				piece = Piece{Literal: names[name.Value]}
			}
		}
		filled.Pieces = append(filled.Pieces, piece)
	}
	return filled
}
