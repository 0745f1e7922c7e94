package run

import (
	"slices"

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

// Loc is the path to what a request can send instead of an assumption: an input, of several the
// first that was not given, and for a list the index and the field of the record there. It is
// empty if the note names none.
func (n Note) Loc() []any { return n.run.loc(n.site, n.at) }

// loc returns the path to what a note or refusal is about: of several inputs, the first that was
// given for a refusal, the first that was not for a note.
func (r *Run) loc(site *Site, e machine.Emission) (loc []any) {
	for _, fault := range site.Faults {
		loc = fault.Loc
		if fault.Flag < 0 {
			break
		}
		if given, _ := r.frame.Emitted(e, fault.Flag); (given != 0) == (site.Kind == RefuseSite) {
			break
		}
	}
	if site.Index != nil && len(loc) > 0 {
		return slices.Concat(loc[:1], []any{int(r.value(site.Index, e).Int())}, loc[1:])
	}
	return slices.Clip(loc)
}

// Refused reports whether a refusal ended the run.
func (o Outcome) Refused() bool {
	list := o.run.frame.Emissions()
	return len(list) > 0 && o.run.Executable.Sites[list[len(list)-1].Site].Kind == RefuseSite
}

// Remedies returns the changes of the request that answer a warning. Their places begin with
// the names of inputs.
func (n Note) Remedies() []remedy.Remedy { return n.run.remedies(n.site, n.at) }

// Fixed returns the site of a warning whose remedies are the same each time, else nil.
func (n Note) Fixed() *Site {
	if n.site.Varying {
		return nil
	}
	return n.site
}

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

// Refusal returns the refusal that ended the run, whose places begin with the names of inputs; nil
// if there is none.
func (o Outcome) Refusal() *remedy.Refusal {
	if !o.Refused() {
		return nil
	}
	list := o.run.frame.Emissions()
	e := list[len(list)-1]
	site := o.run.Executable.Sites[e.Site]
	return &remedy.Refusal{Code: site.Error, Citation: site.Cite, Message: o.run.inAll(&site.Texts, e), Loc: o.run.loc(site, e), Remedies: o.run.remedies(site, e)}
}
