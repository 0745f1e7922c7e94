package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// RequestField is a field of a trip request that the rules of a regime declare: an input
// of the program trip, or a field of the records of its legs or of another list.
type RequestField struct {
	types.Input
	// Items are the fields of the records of a list.
	Items []RequestField
}

// Required reports whether each record of a list must have the field.
func (f *RequestField) Required() bool { return !f.Type.Optional && f.Declaration.Default == nil }

// Sent holds fields of a request as text: a number, true, a day, a name.
type Sent map[string]string

// listSent stands for the lists of a request other than its legs.
const listSent = "earlier or further lists"

// RequestFields returns the fields of a trip request that the regime's rules declare.
// Those of a leg are the items of legs.
func (r *Regime) RequestFields() []RequestField {
	if r.trip == nil {
		return nil
	}
	var fields []RequestField
	for _, f := range r.trip.inputs {
		field := f.asked()
		for _, item := range f.element {
			if item.sent {
				field.Items = append(field.Items, item.asked())
			}
		}
		if f.sent || len(field.Items) > 0 {
			fields = append(fields, field)
		}
	}
	return fields
}

func (f *layoutField) asked() RequestField {
	return RequestField{Input: types.Input{Name: f.Name, Type: f.Type, Declaration: f.Declaration}}
}

// Unasked returns the paths of a journey's fields that the regime's rules do not declare.
func (r *Regime) Unasked(j *Journey) (locs [][]any) {
	known := map[string]bool{}
	for _, field := range r.RequestFields() {
		known[field.Name] = true
		for _, item := range field.Items {
			known[field.Name+"."+item.Name] = true
		}
	}
	check := func(prefix string, sent Sent, loc ...any) {
		for _, name := range sortedKeys(sent) {
			if !known[prefix+name] {
				locs = append(locs, append(slices.Clone(loc), name))
			}
		}
	}
	for i := range j.Legs {
		check(listLegs+".", j.Legs[i].Fields, listLegs, i)
	}
	check("", j.Fields)
	for _, name := range sortedKeys(j.Lists) {
		if !known[name] {
			locs = append(locs, []any{name})
			continue
		}
		for i, item := range j.Lists[name] {
			check(name+".", item, name, i)
		}
	}
	return locs
}

// sentItems returns the items of a list of the request, by their first days.
func (x *tripRun) sentItems(list string) []itemRecord {
	var items []itemRecord
	for at, fields := range x.journey.Lists[list] {
		items = append(items, itemRecord{at, list, fields})
	}
	slices.SortStableFunc(items, func(a, b itemRecord) int { return strings.Compare(a.fields[fieldFrom], b.fields[fieldFrom]) })
	return items
}

// fieldFrom is the day by which a list of the request is sorted.
const fieldFrom = "from"

// badValue refuses the value of a field at loc.
func (x *tripRun) badValue(value string, loc ...any) error {
	return x.regime.refuse(invalidInput, "bad_value", "field", loc[len(loc)-1], "value", value).at(loc...)
}

// laySent lays out the field of the request at loc.
func (x *tripRun) laySent(to []int64, f *layoutField, sent Sent, loc ...any) ([]int64, error) {
	text, given := sent[f.Name]
	if !given && f.Type.Optional {
		return append(to, 0, 0), nil
	}
	var v types.Value
	err := error(nil)
	if given {
		v, err = f.Type.Read(text)
	} else if preset := f.Declaration.Default; preset != nil {
		v = *cmp.Or(f.Type.Constant(preset.Tree), &v)
	}
	units, is := f.Type.Slot(&v, func(name string) int64 { return int64(x.name(wording.Everywhere(name))) })
	if err != nil || !is || !v.Given() || v.Kind == types.Handle && v.Text == "" {
		return to, x.badValue(text, loc...)
	}
	if to = append(to, units); f.Type.Optional {
		to = append(to, bit(given))
	}
	return to, nil
}

// name returns the number of a name, which may have several forms. Names that differ
// only in case and blanks have one number, and are shown as first sent.
func (x *tripRun) name(forms ...Text) handle {
	code := handle(-1)
	var keys []string
	for _, form := range forms {
		for _, text := range wording.All(form) {
			key := nameKey(text)
			if known, ok := x.nameCodes[key]; ok && code < 0 {
				code = known
			}
			keys = append(keys, key)
		}
	}
	if code < 0 {
		code = handle(len(x.names))
		x.names = append(x.names, forms[0])
	}
	for _, key := range keys {
		if _, ok := x.nameCodes[key]; !ok && key != "" {
			x.nameCodes[key] = code
		}
	}
	return code
}

func nameKey(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }
