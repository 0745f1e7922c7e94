package run

import (
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Note is a note of a run. It is valid until the run is used again.
type Note struct{ emitted }

// EachNote iterates over the notes.
func (o Outcome) EachNote(take func(Note) bool) {
	o.each(NoteSite, func(e emitted) bool { return take(Note{e}) })
}

// Text returns the note in all its languages.
func (n Note) Text() wording.Text { return n.run.inAll(&n.site.Texts, n.at) }

// AppendText appends the note in a language.
func (n Note) AppendText(dst []byte, language Language) []byte {
	return n.run.appendTexts(dst, &n.site.Texts, n.at, language)
}

// Warning returns the code of a note that warns of an assumption; empty for others.
func (n Note) Warning() string { return n.site.Warning }

// HasMessage reports whether the warning has a text other than the note's.
func (n Note) HasMessage() bool { return len(n.site.Message.English) > 0 }

// Message returns the text of the warning in all its languages.
func (n Note) Message() wording.Text {
	if n.HasMessage() {
		return n.run.inAll(&n.site.Message, n.at)
	}
	return n.Text()
}

// AppendMessage appends the text of HasMessage in a language.
func (n Note) AppendMessage(dst []byte, language Language) []byte {
	return n.run.appendTexts(dst, &n.site.Message, n.at, language)
}

// Field returns the input that a request can send instead of an assumption, of several
// the first that was not given; for a list also the index, else -1, and the field of the
// record at the index. Names may be empty.
func (n Note) Field() (input string, index int, member string) { return n.run.field(n.site, n.at) }

// field returns the input that a note or refusal is about: of several, the first that was
// given for a refusal, the first that was not for a note.
func (r *Run) field(site *Site, e machine.Emission) (input string, index int, member string) {
	index = -1
	if site.Index != nil {
		index = int(r.value(site.Index, e).Int())
	}
	for _, fault := range site.Faults {
		input, member = fault.Input, fault.Member
		if fault.Flag < 0 {
			break
		}
		if given, _ := r.frame.Emitted(e, fault.Flag); (given != 0) == (site.Kind == RefuseSite) {
			break
		}
	}
	return input, index, member
}

// Refused reports whether a refusal ended the run.
func (o Outcome) Refused() bool {
	list := o.run.frame.Emissions()
	return len(list) > 0 && o.run.Executable.Sites[list[len(list)-1].Site].Kind == RefuseSite
}

// Refusal is a refusal of a run.
type Refusal struct {
	Code    string
	Cite    string // the legal reference, or empty
	Message wording.Text
	// Input is the input that the refusal is about; for a list Index is the place of the
	// element, else -1, and Member its field. The names may be empty.
	Input  string
	Index  int
	Member string
	// Remedies are changes of the request that answer it.
	Remedies []remedy.Remedy
}

// Remedies returns the changes of the request that answer a warning. Their places begin with
// the names of inputs.
func (n Note) Remedies() []remedy.Remedy { return n.run.remedies(n.site, n.at) }

func (r *Run) remedies(site *Site, e machine.Emission) (list []remedy.Remedy) {
	for _, declared := range site.Remedies {
		if declared.When != nil && !r.value(declared.When, e).Bool() {
			continue
		}
		one := remedy.Remedy{Label: r.inAll(&declared.Label, e)}
		for _, set := range declared.Set {
			setting := remedy.Setting{Loc: []any{set.Input}}
			if set.Item {
				setting.Loc = append(setting.Loc, int(r.value(site.Index, e).Int()))
			}
			if set.Member != "" {
				setting.Loc = append(setting.Loc, set.Member)
			}
			switch {
			case set.Word != "":
				setting.Value = set.Word
			case set.Value != nil:
				setting.Value = r.value(set.Value, e).sent()
			}
			one.Set = append(one.Set, setting)
		}
		list = append(list, one)
	}
	return list
}

// sent returns the value as a request sends it; nil if it is not given.
func (v Value) sent() any {
	switch {
	case !v.Given():
		return nil
	case v.Decimal():
		return v.Number().Trim()
	case v.Kind() == types.Boolean:
		return v.Bool()
	case v.Kind() == types.ListKind:
		return v.Cases()
	}
	return v.String()
}

// Refusal returns the refusal that ended the run; nil if there is none.
func (o Outcome) Refusal() *Refusal {
	if !o.Refused() {
		return nil
	}
	list := o.run.frame.Emissions()
	e := list[len(list)-1]
	site := o.run.Executable.Sites[e.Site]
	refusal := &Refusal{Code: site.Error, Cite: site.Cite, Message: o.run.inAll(&site.Texts, e), Remedies: o.run.remedies(site, e)}
	refusal.Input, refusal.Index, refusal.Member = o.run.field(site, e)
	return refusal
}
