package conformance

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// The keys of objects that stand for more than one value.
const (
	anyKey    = "any"    // {"any": true}: not checked
	oneOfKey  = "oneof"  // {"oneof": [...]}: one of these
	approxKey = "approx" // {"approx": x, "tol": t}: within t
	tolKey    = "tol"
	setKey    = "set"    // {"set": [...]}: these items in any order
	absentKey = "absent" // {"absent": true}: no such member
)

// checkExpectation refuses objects with one of these keys in another form.
func checkExpectation(v *value) error {
	for i := range v.items {
		if err := checkExpectation(&v.items[i]); err != nil {
			return err
		}
	}
	for i := range v.members {
		of := &v.members[i].value
		good := true
		switch v.members[i].name {
		case anyKey, absentKey:
			good = len(v.members) == 1 && of.kind == booleanValue && of.boolean
		case oneOfKey:
			good = len(v.members) == 1 && of.kind == arrayValue && len(of.items) > 0
		case setKey:
			good = len(v.members) == 1 && of.kind == arrayValue
		case approxKey, tolKey:
			x, tol := v.member(approxKey), v.member(tolKey)
			good = len(v.members) == 2 && x != nil && tol != nil && x.kind == numberValue && tol.kind == numberValue && tol.number.Sign() >= 0
		}
		if !good {
			return fmt.Errorf(`%q: write {"any": true}, {"absent": true}, {"oneof": [...]}, {"set": [...]} or {"approx": x, "tol": t}`, v.members[i].name)
		}
		if err := checkExpectation(of); err != nil {
			return err
		}
	}
	return nil
}

// comparison is what compare reports about each value that is checked.
type comparison func(path, want, got string, matches bool)

// compare reports for each value in want whether got has it. Members that want does not
// have are not checked.
func compare(path string, want, got *value, report comparison) {
	absent := want.member(absentKey) != nil
	if got == nil {
		report(path, wanted(want), "nothing", absent)
		return
	}
	switch {
	case absent:
		report(path, wanted(want), got.String(), false)
	case want.member(anyKey) != nil:
	case want.member(oneOfKey) != nil:
		matches := false
		for i := range want.member(oneOfKey).items {
			matches = matches || want.member(oneOfKey).items[i].equal(got)
		}
		report(path, wanted(want), got.String(), matches)
	case want.member(approxKey) != nil:
		matches := got.kind == numberValue && within(want.member(approxKey).number, got.number, want.member(tolKey).number)
		report(path, wanted(want), got.String(), matches)
	case want.member(setKey) != nil && got.kind == arrayValue:
		compareSet(path, want.member(setKey), got, report)
	case want.kind == objectValue && got.kind == objectValue:
		for i := range want.members {
			m := &want.members[i]
			compare(joined(path, m.name), &m.value, got.member(m.name), report)
		}
	case want.kind == objectValue && got.kind == arrayValue: // the amounts of items, by their keys
		for i := range want.members {
			m := &want.members[i]
			compare(joined(path, m.name), &m.value, got.keyed(m.name).member("amount"), report)
		}
	case want.kind == arrayValue && got.kind == arrayValue:
		if len(want.items) != len(got.items) {
			report(path, want.String(), got.String(), false)
		}
		for i := range min(len(want.items), len(got.items)) {
			compare(fmt.Sprintf("%s[%s]", path, itemName(i, &want.items[i])), &want.items[i], &got.items[i], report)
		}
	case want.kind == numberValue && got.kind == numberValue:
		report(path, want.String(), alike(got.number, want.String()), want.equal(got))
	default:
		report(path, want.String(), got.String(), want.equal(got))
	}
}

// compareSet reports for each wanted item whether a separate item of got matches it.
func compareSet(path string, want, got *value, report comparison) {
	if len(want.items) != len(got.items) {
		report(path, want.String(), got.String(), false)
	}
	taken := make([]bool, len(got.items))
	for i := range want.items {
		item, found := &want.items[i], false
		for j := range got.items {
			if !taken[j] && meets(item, &got.items[j]) {
				taken[j], found = true, true
				break
			}
		}
		name := fmt.Sprintf("%s[%s]", path, itemName(i, item))
		if !found {
			report(name, item.long(), "no such item", false)
			continue
		}
		report(name, item.long(), item.long(), true)
	}
}

// keyed returns the item of a list with a key; nil if there is none.
func (v *value) keyed(key string) *value {
	for i := range v.items {
		if of := v.items[i].member("key"); of != nil && of.text == key {
			return &v.items[i]
		}
	}
	return nil
}

// meets reports whether a value is as expected.
func meets(want, got *value) bool {
	all := true
	compare("", want, got, func(_, _, _ string, matches bool) { all = all && matches })
	return all
}

func within(x, y, tolerance number.Decimal) bool { return x.Sub(y).Abs().Cmp(tolerance) <= 0 }

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// itemName returns the number of an item, from 1, with its key if it has one.
func itemName(i int, item *value) string {
	name := strconv.Itoa(i + 1)
	if key := item.member("key"); key != nil {
		name += " " + key.text
	}
	return name
}

// wanted returns the text of an expected value.
func wanted(want *value) string {
	if want.member(absentKey) != nil {
		return "nothing"
	}
	if list := want.member(oneOfKey); list != nil {
		texts := make([]string, len(list.items))
		for i := range list.items {
			texts[i] = list.items[i].String()
		}
		return strings.Join(texts, " or ")
	}
	if x := want.member(approxKey); x != nil {
		return x.String() + " ± " + want.member(tolKey).String()
	}
	return want.String()
}
