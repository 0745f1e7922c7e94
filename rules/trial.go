package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// everyWhole is the largest number of steps of a field for which every value is tried.
const everyWhole = 400

// Trials returns the values of a field for tests of the rules: all values if they are
// few; of other numbers the bounds, the example, and those 1, 10, 100, … steps above the
// minimum.
func (f *Field) Trials() []Value {
	if f.Kinds != nil {
		return f.trialLists()
	}
	var texts []string
	switch f.Kind {
	case types.Boolean:
		texts = []string{"true", "false"}
	case types.ListKind:
		texts = append(slices.Clone(f.Choices()), strings.Join(f.Choices(), types.ItemSeparator))
	case types.Number:
		texts = f.trialNumbers()
	default:
		texts = slices.Clone(f.Cases)
		if form := f.Kind.Notation(); form != nil {
			texts = form.Samples
		} else if len(texts) == 0 {
			texts = f.Samples
		}
	}
	for _, choice := range f.ChoiceLabels {
		if len(f.Choices()) == 0 && !slices.Contains(texts, choice.Value) {
			texts = append(texts, choice.Value)
		}
	}
	values := make([]Value, len(texts))
	for i, text := range texts {
		values[i].Value, _ = f.Read(text) // these texts can be read
	}
	return values
}

// trialLists returns lists with one item of each kind, once with the fields that it must
// have and once with all, and a list of all kinds.
func (f *Field) trialLists() []Value {
	var lists []Value
	var all []Item
	for i := range f.Kinds {
		kind := &f.Kinds[i]
		least := Item{Kind: kind, Values: make([]Value, len(kind.Fields))}
		whole := Item{Kind: kind, Values: make([]Value, len(kind.Fields))}
		for k := range kind.Fields {
			trials := kind.Fields[k].Trials()
			if len(trials) == 0 {
				continue
			}
			whole.Values[k] = trials[len(trials)/2]
			if kind.Fields[k].Required {
				least.Values[k] = whole.Values[k]
			}
		}
		lists = append(lists, listOf(least), listOf(whole))
		all = append(all, least)
	}
	return append(lists, listOf(all...))
}

func listOf(items ...Item) Value { return Value{types.Value{Kind: types.ListKind}, items} }

// trialNumbers returns values of a number within its bounds.
func (f *Field) trialNumbers() []string {
	found := map[string]number.Decimal{}
	add := func(d number.Decimal) {
		if f.CheckNumber(d) == 0 {
			found[d.Trim().String()] = d
		}
	}
	if f.Example != nil {
		add(f.Example.Number)
	}
	places := f.MaxPlaces()
	if places < 0 {
		places = types.CentPlaces
	}
	step := number.New(1, places)
	if f.MultipleOf != nil {
		step = *f.MultipleOf
	}
	if f.Min != nil && f.Max != nil {
		width, _ := f.Max.Sub(*f.Min).Quo(step, 0, number.Down)
		steps, _ := width.Units(0)
		for k := int64(0); k <= steps; {
			add(f.Min.Add(step.Mul(number.New(k, 0))))
			if k++; steps > everyWhole && k > 1 {
				k = (k - 1) * 10
			}
		}
		add(*f.Max)
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b string) int { return found[a].Cmp(found[b]) })
}
