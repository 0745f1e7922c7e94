package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
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
func checkExpectation(v any) error {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if err := checkExpectation(item); err != nil {
				return err
			}
		}
	case object:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list, isList := v[name].([]any)
			good := true
			switch name {
			case anyKey, absentKey:
				good = len(v) == 1 && v[name] == any(true)
			case oneOfKey:
				good = len(v) == 1 && len(list) > 0
			case setKey:
				good = len(v) == 1 && isList
			case approxKey, tolKey:
				_, approximate := exact(v[approxKey])
				tolerance, tolerates := exact(v[tolKey])
				good = len(v) == 2 && approximate && tolerates && tolerance.Sign() >= 0
			}
			if !good {
				return fmt.Errorf(`%q: write {"any": true}, {"absent": true}, {"oneof": [...]}, {"set": [...]} or {"approx": x, "tol": t}`, name)
			}
			if err := checkExpectation(v[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

// comparison is what compare reports about each value that is checked.
type comparison func(path, want, got string, matches bool)

// compare reports for each value in want whether got has it. Members that want does not
// have are not checked.
func compare(path string, want, got any, report comparison) {
	lacks := got == nothing{}
	switch {
	case has(want, absentKey):
		report(path, "nothing", shown(got), lacks)
		return
	case lacks:
		report(path, wanted(want), shown(got), false)
		return
	case has(want, anyKey):
		return
	case has(want, oneOfKey):
		matches := slices.ContainsFunc(member(want, oneOfKey).([]any), func(one any) bool { return equal(one, got) })
		report(path, wanted(want), shown(got), matches)
		return
	case has(want, approxKey):
		x, _ := exact(member(want, approxKey))
		tolerance, _ := exact(member(want, tolKey))
		y, is := exact(got)
		report(path, wanted(want), shown(got), is && x.Sub(y).Abs().Cmp(tolerance) <= 0)
		return
	}
	items, isList := got.([]any)
	switch want := want.(type) {
	case object:
		if has(want, setKey) && isList {
			compareSet(path, want[setKey].([]any), items, report)
			return
		}
		if _, is := got.(object); !is && !isList {
			break
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			of := member(got, name)
			for _, item := range items { // lines by their keys, paydays by their numbers
				if words(member(item, "key")) == name {
					of = member(item, "amount")
					break
				} else if number := member(item, "number"); number == json.Number(name) {
					of = item
				}
			}
			compare(strings.TrimPrefix(path+"."+name, "."), want[name], of, report)
		}
		return
	case []any:
		if !isList {
			break
		}
		if len(want) != len(items) {
			report(path, shown(want), shown(got), false)
		}
		for i := range min(len(want), len(items)) {
			compare(itemName(path, i, want[i]), want[i], items[i], report)
		}
		return
	case json.Number:
		if d, is := exact(got); is {
			report(path, shown(want), alike(d, shown(want)), equal(want, got))
			return
		}
	}
	report(path, shown(want), shown(got), equal(want, got))
}

// compareSet reports for each wanted item whether a separate item of got matches it.
func compareSet(path string, want, got []any, report comparison) {
	if len(want) != len(got) {
		report(path, shown(want), shown(got), false)
	}
	left := slices.Clone(got)
	for i, item := range want {
		at := slices.IndexFunc(left, func(one any) bool {
			all := true
			compare("", item, one, func(_, _, _ string, matches bool) { all = all && matches })
			return all
		})
		found := "no such item"
		if at >= 0 {
			found, left = long(item), slices.Delete(left, at, at+1)
		}
		report(itemName(path, i, item), long(item), found, at >= 0)
	}
}

// itemName returns the path of an item by its number, from 1, and its key if it has one.
func itemName(path string, i int, item any) string {
	return fmt.Sprintf("%s[%s]", path, strings.TrimSpace(strconv.Itoa(i+1)+" "+words(member(item, "key"))))
}

// wanted returns the text of an expected value.
func wanted(want any) string {
	switch {
	case has(want, absentKey):
		return "nothing"
	case has(want, oneOfKey):
		var texts []string
		for _, one := range member(want, oneOfKey).([]any) {
			texts = append(texts, shown(one))
		}
		return strings.Join(texts, " or ")
	case has(want, approxKey):
		return shown(member(want, approxKey)) + " ± " + shown(member(want, tolKey))
	}
	return shown(want)
}
