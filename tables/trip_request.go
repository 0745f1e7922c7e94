package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/run"
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

// RequestFields returns the fields of a trip request that the regime's rules declare.
// Those of a leg are the items of legs.
func (r *Regime) RequestFields() []RequestField {
	if r.trip == nil {
		return nil
	}
	return r.trip.fields
}

// requestFields lists the inputs, and the fields of records in them, that the host does not give.
func (t *tripRules) requestFields(inputs []*types.Input) (fields []RequestField) {
	for _, in := range inputs {
		_, given := tripInputs[in.Name]
		if given && in.Name != listLegs || slices.Contains(t.places, in.Name) {
			continue
		}
		field := RequestField{Input: *in}
		if in.Type.Kind == types.ListKind {
			for _, f := range in.Type.Element.Fields() {
				if f.Declaration.About != nil && (given && !has(legRecord.Fields, f.Name) || !given && !has(itemRecord.Fields, f.Name)) {
					field.Items = append(field.Items, RequestField{Input: types.Input{Name: f.Name, Type: f.Type, Declaration: f.Declaration}})
				}
			}
		}
		if !given || len(field.Items) > 0 {
			fields = append(fields, field)
		}
	}
	return fields
}

func has[V any](m map[string]V, name string) bool {
	_, is := m[name]
	return is
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

// item is an item of a list of the request.
type item struct {
	x      *tripRun
	index  int
	list   string
	fields Sent
}

// sentItems returns the items of a list of the request, by their first days.
func (x *tripRun) sentItems(list string) (items []item) {
	for at, fields := range x.journey.Lists[list] {
		items = append(items, item{x, at, list, fields})
	}
	slices.SortStableFunc(items, func(a, b item) int { return strings.Compare(a.fields[fieldFrom], b.fields[fieldFrom]) })
	return items
}

// fieldFrom is the day by which a list of the request is sorted.
const fieldFrom = "from"

// sentValue is where a field of the request is.
type sentValue struct {
	x    *tripRun
	sent Sent
	loc  []any
}

// sentField gives the fields of the request that rules declare: those with a text about them.
func sentField[T any](where func(of T, name string) sentValue) func(*types.Field) (host.Field[T], bool) {
	return func(declared *types.Field) (host.Field[T], bool) {
		return host.Own(func(c *host.Check, declared *types.Field) host.Put[T] {
			// A handle is a name that the client chooses.
			if t := declared.Type; !t.Kind.Single() || t.Kind == types.Text || t.Kind == types.Time || t.By != nil {
				c.Fail(c.At, "wrong-type", "a request cannot have "+declared.Name+" as "+t.Kind.String(), "Fields of the request are numbers, booleans, dates, cases, names (handles) and lists of records of these.")
			}
			return func(_ *run.Run, of T, to []int64) (bool, error) { return where(of, declared.Name).put(declared, to) }
		}), declared.Declaration.About != nil
	}
}

// put writes the field of the request. An input that was not sent is not given, nor is an optional
// field of a record.
func (v sentValue) put(f *types.Field, to []int64) (given bool, err error) {
	text, given := v.sent[f.Name]
	if !given && (f.Type.Optional || len(v.loc) == 1) {
		return false, nil
	}
	var value types.Value
	if given {
		value, err = f.Type.Read(text)
	} else if preset := f.Declaration.Default; preset != nil {
		value = *cmp.Or(f.Type.Constant(preset.Tree), &value)
	}
	units, is := f.Type.Slot(&value, func(name string) int64 { return int64(v.x.name(wording.Everywhere(name))) })
	if err != nil || !is || !value.Given() || value.Kind == types.Handle && value.Text == "" {
		return false, v.x.regime.refuse(invalidInput, "bad_value", "field", f.Name, "value", text).at(v.loc...)
	}
	to[0] = units
	return true, nil
}

// name returns the number of a name, which may have several forms. Names that differ
// only in case and blanks have one number, and are shown as first sent.
func (x *tripRun) name(forms ...Text) int {
	code := -1
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
		code = len(x.names)
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
