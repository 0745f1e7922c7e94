package syntax

import (
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Remedy is a change of the request that answers a refusal or a warning.
type Remedy struct {
	Range diagnostic.Range
	When  *Expression `key:"when"`
	Label *Text       `key:"label"`
	Set   []Setting
}

// Setting sets a field of the request.
type Setting struct {
	FieldName
	// Request marks a field of the request itself (request.period); others are those of the
	// profile, or of the records that rules read.
	Request bool
	// Item marks a record of the list Name, at the index of the refusal, or its Member.
	Item bool
	// Value is what to send; null leaves the field out.
	Value Value
}

// The notation of what a setting names: request.period, components[].percent.
const (
	ofRequest = "request."
	ofItem    = "[]"
)

// remedies reads the remedies of a refusal or warning, one or a list of them; of a record,
// whose place is known, if ofRecord.
func (r *Reader) remedies(n *Node, ofRecord bool) (list []*Remedy) {
	if n == nil {
		return nil
	}
	items := []*Node{n}
	if n.Kind == Sequence {
		items = n.Items
	}
	for _, item := range items {
		remedy := &Remedy{Range: item.Range}
		if !r.read(item, remedy) {
			continue
		}
		for _, e := range r.entries(item.Get("set")) {
			if setting, ok := r.setting(e, ofRecord); ok {
				remedy.Set = append(remedy.Set, setting)
			}
		}
		if len(remedy.Set) > 0 {
			list = append(list, remedy)
		}
	}
	return list
}

func (r *Reader) setting(e Entry, ofRecord bool) (s Setting, ok bool) {
	name := e.Key.Text
	name, s.Request = strings.CutPrefix(name, ofRequest)
	name, member, isItem := strings.Cut(name, ofItem)
	s.FieldName, s.Item = FieldName{Name: name, Member: strings.TrimPrefix(member, "."), Range: e.Key.Range}, isItem
	switch {
	case !IsName(name) || s.Member != "" && !IsName(s.Member) || s.Request && isItem:
		r.Findings.Fail(e.Key.Range, "bad-name", e.Key.Text+" names no field of a request", "Write a field of the profile, request.period, or components[].percent.")
		return s, false
	case isItem && !ofRecord:
		r.Findings.Fail(e.Key.Range, "wrong-shape", "a record in a list needs at", "Add the index of the record beside field: at: component.place.")
		return s, false
	}
	s.Value = r.value(e.Value)
	return s, s.Value != nil
}
