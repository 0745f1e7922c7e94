package syntax

import (
	"regexp"
	"strconv"
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
	Text *Text       `key:"text"`
	// Warning is the code of a note that warns of an assumption; empty for others. Message
	// is the text of the warning, nil for that of the note, and Blame names the field that
	// a request can send instead.
	Warning string `key:"warning"`
	Message *Text  `key:"message"`
	Blame
}

// Refuse ends the calculation.
type Refuse struct {
	place
	When    *Expression `key:"when"`
	Error   string      `key:"error"`
	Message *Text       `key:"message"`
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
	if len(n.Entries) > 1 || body.Kind != Mapping {
		r.Findings.Fail(n.Range, "wrong-shape", "line needs a map of its fields", "Indent the fields below line:.")
		return nil
	}
	l := &Line{place: at}
	for _, e := range body.Entries {
		if e.Key.Text == "when" {
			l.When = r.expression(e.Value, "when")
			continue
		}
		l.Fields = append(l.Fields, LineField{e.Key.Text, e.Key.Range, e.Value})
	}
	return l
}

// alone reports a step with more than one key.
func (r *Reader) alone(n *Node) bool {
	if len(n.Entries) > 1 {
		first := n.Entries[0].Key.Text
		r.Findings.Fail(n.Entries[1].Key.Range, "wrong-shape", n.Entries[1].Key.Text+" does not belong next to "+first, "Indent it further, below "+first+":.")
		return false
	}
	return true
}

func (r *Reader) note(n *Node, at place) Step {
	if !r.alone(n) {
		return nil
	}
	step := &Note{place: at}
	f, whole := r.read(n.Entries[0].Value, at.at, "note", "note_fields", step)
	if !whole {
		return nil
	}
	step.Blame = r.blame(f)
	if code := f["warning"]; code != nil {
		if !IsCode(step.Warning) {
			r.Findings.Fail(code.Range, "bad-code", strconv.Quote(step.Warning)+" is not the code of a warning", CodeRemedy)
		}
		return step
	}
	for _, key := range []string{"message", "remedy"} {
		if f[key] != nil {
			r.Findings.Fail(f[key].Range, "wrong-shape", "only a note that warns has a "+key, "Add the code of the warning: warning: average_addon_rate.")
		}
	}
	return step
}

// refuse reads a refusal, and returns its entries; nil after an error.
func (r *Reader) refuse(n *Node, at place) (*Refuse, map[string]*Node) {
	if !r.alone(n) {
		return nil, nil
	}
	step := &Refuse{place: at}
	f, whole := r.read(n.Entries[0].Value, at.at, "refuse", "refuse_fields", step)
	if !whole {
		return nil, nil
	}
	step.Blame = r.blame(f)
	return step, f
}

var codeForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// CodeRemedy says how a code is written.
const CodeRemedy = "Write small letters, digits and _: average_addon_rate."

// IsCode reports whether a text has the form of the code of a warning.
func IsCode(text string) bool { return codeForm.MatchString(text) }

// blame reads field and at.
func (r *Reader) blame(f map[string]*Node) Blame {
	blame := Blame{At: r.expression(f["at"], "at"), Remedies: r.remedies(f["remedy"], f["at"])}
	for _, item := range r.items(f["field"], "field") {
		whole := *item
		name, member, within := strings.Cut(whole.Text, ".")
		whole.Text = name
		if r.name(&whole, "field") == "" {
			continue
		}
		if whole.Text = member; within && (f["at"] == nil || r.name(&whole, "field") == "") {
			r.Findings.Fail(item.Range, "wrong-shape", "a field of the records in a list needs at", "Add the index of the record: at: leg.index.")
			continue
		}
		blame.Fields = append(blame.Fields, FieldName{name, member, item.Range})
	}
	if f["at"] != nil && len(blame.Fields) != 1 {
		r.Findings.Fail(f["at"].Range, "wrong-shape", "at needs exactly one field, which must be a list", "Name the list: field: student_loans.")
	}
	return blame
}

// ValueRange returns the position of the value.
func (f LineField) ValueRange() diagnostic.Range { return f.node.Range }

// Word reads the field as a literal word.
func (f LineField) Word() (string, diagnostic.List) {
	r := &Reader{}
	return r.Word(f.node, f.Name), r.Findings
}

// Text reads the field as a text.
func (f LineField) Text() (*Text, diagnostic.List) {
	r := &Reader{}
	return r.text(f.node, f.Name), r.Findings
}

// Value reads the field as a value.
func (f LineField) Value() (Value, diagnostic.List) {
	r := &Reader{}
	return r.value(f.node, f.Name), r.Findings
}
