package types

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/currency"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Unit is the unit of a number: a product of powers such as EUR per year. The
// zero Unit is a pure number.
type Unit struct {
	// Free marks the unit of a number written in an expression, which takes
	// whatever unit it meets.
	Free bool
	// Assumed marks a unit that a number written without one has taken over on
	// some path to here.
	Assumed bool
	// wild marks the unit of something unknown, which stays unknown.
	wild    bool
	factors []factor // sorted by name, no exponent 0
}

type factor struct {
	name     string
	exponent int
}

var (
	FreeUnit = Unit{Free: true}
	WildUnit = Unit{Free: true, wild: true}
)

// Units that the language itself knows.
var (
	percent = Unit{factors: []factor{{"percent", 1}}} // of rates
	Days    = Unit{factors: []factor{{"day", 1}}}
	Months  = Unit{factors: []factor{{"month", 1}}}
)

// Pure reports whether a number counts nothing.
func (u Unit) Pure() bool { return len(u.factors) == 0 }

var plural = map[string]string{
	"years": "year", "months": "month", "weeks": "week", "days": "day", "hours": "hour", "minutes": "minute",
	"cents": "cent", "pennies": "penny", "pence": "penny", "%": "percent",
}

// Units lists the units that are not currencies.
func Units() []string { return slices.Clone(simpleUnits) }

var simpleUnits = []string{"percent", "cent", "penny", "year", "month", "week", "day", "hour", "minute"}

var unitHelp = "Units are currencies such as EUR, money (of a currency that the data name), " + strings.Join(simpleUnits, ", ") + ", and quotients of these such as EUR/year."

func parseUnit(text string) (Unit, error) {
	var u Unit
	for i, part := range strings.Split(text, "/") {
		name := strings.TrimSpace(part)
		if i == 0 && name == "1" {
			continue
		}
		if p, ok := plural[name]; ok {
			name = p
		}
		if !slices.Contains(simpleUnits, name) && !isCurrency(name) {
			return Unit{}, fmt.Errorf("%q is not a unit", part)
		}
		exponent := 1
		if i > 0 {
			exponent = -1
		}
		u = u.Times(Unit{factors: []factor{{name, exponent}}})
	}
	return u, nil
}

// rateWords are words for percent that are not like it.
var rateWords = map[string]string{"pct": "percent", "pc": "percent", "prozent": "percent"}

// nearestUnit is the unit that an author most likely meant; empty if none is near.
func nearestUnit(word string) string {
	known := append(slices.Sorted(maps.Keys(plural)), simpleUnits...)
	parts := strings.Split(word, "/")
	for i, part := range parts {
		name := strings.TrimSpace(part)
		if slices.Contains(known, name) || isCurrency(name) {
			continue
		}
		meant := cmp.Or(rateWords[strings.ToLower(name)], diagnostic.Nearest(name, known))
		if capitals := strings.ToUpper(name); meant == "" && isCurrency(capitals) {
			meant = capitals
		}
		if meant == "" {
			return ""
		}
		parts[i] = meant
	}
	return strings.Join(parts, "/")
}

// anyCurrency is the unit of amounts whose currency is a matter of the data.
const anyCurrency = "money"

func isCurrency(name string) bool {
	if name == anyCurrency {
		return true
	}
	_, err := currency.ParseISO(name)
	return err == nil && name == strings.ToUpper(name)
}

// decimals is how many decimals amounts in the unit have, -1 where the unit
// does not say.
func (u Unit) decimals() int {
	switch {
	case u.Money():
		return 2
	case len(u.factors) == 1 && u.factors[0].exponent == 1 && u.factors[0].name != "percent":
		return 0
	}
	return -1
}

// CountsMoney reports whether the unit counts a currency, perhaps per
// something: EUR or EUR/year.
func (u Unit) CountsMoney() bool {
	for _, f := range u.factors {
		if f.exponent > 0 && isCurrency(f.name) {
			return true
		}
	}
	return false
}

// Money reports whether the unit is a currency and nothing else.
func (u Unit) Money() bool {
	return len(u.factors) == 1 && u.factors[0].exponent == 1 && isCurrency(u.factors[0].name)
}

// Is reports whether two units are the same.
func (u Unit) Is(v Unit) bool { return slices.Equal(u.factors, v.factors) }

// Times is the unit of a product.
func (u Unit) Times(v Unit) Unit { return u.combined(v, 1) }

// Per is the unit of a quotient.
func (u Unit) Per(v Unit) Unit { return u.combined(v, -1) }

func (u Unit) combined(v Unit, sign int) Unit {
	if u.wild || v.wild {
		return WildUnit
	}
	if v.Free {
		return u
	}
	if u.Free && len(v.factors) == 0 {
		return u
	}
	assumed := u.Assumed || v.Assumed
	factors := slices.Clone(u.factors)
	for _, f := range v.factors {
		at, found := slices.BinarySearchFunc(factors, f.name, func(g factor, name string) int { return strings.Compare(g.name, name) })
		if !found {
			factors = slices.Insert(factors, at, factor{f.name, sign * f.exponent})
			continue
		}
		factors[at].exponent += sign * f.exponent
		if factors[at].exponent == 0 {
			factors = slices.Delete(factors, at, at+1)
		}
	}
	return Unit{factors: factors, Assumed: assumed}
}

// WithoutPercent is the unit of x / 100 where x counts percents.
func (u Unit) WithoutPercent() (Unit, bool) {
	for _, f := range u.factors {
		if f.name == "percent" && f.exponent > 0 {
			return u.Per(percent), true
		}
	}
	return u, false
}

// Unify returns the unit that two numbers share which are added or compared.
func Unify(u, v Unit) (Unit, bool) {
	switch {
	case u.Free:
		return v, true
	case v.Free:
		return u, true
	case u.Is(v):
		u.Assumed = u.Assumed && v.Assumed
		return u, true
	}
	return u, false
}

// Phrase is the unit in a sentence: in EUR, or a pure number.
func (u Unit) Phrase() string {
	if len(u.factors) == 0 {
		return u.String()
	}
	return "in " + u.String()
}

// PerHundred says what to do about a product with a rate that was not divided.
func PerHundred(u Unit) string {
	if rest, percent := u.WithoutPercent(); percent && len(rest.factors) > 0 {
		return "A rate in percent is divided by 100: … / 100."
	}
	return ""
}

// Remedy says what may be done about two units that do not go together.
func Remedy(u, v Unit) string {
	if hint := cmp.Or(PerHundred(u), PerHundred(v)); hint != "" {
		return hint
	}
	if _, _, ok := Conversion(u, v); ok {
		return "Convert one of them: as(…, \"" + v.String() + "\")."
	}
	return "Convert one of them, or correct its unit."
}

// String is the unit as rule files write it; "a pure number" has none.
func (u Unit) String() string {
	var above, below []string
	for _, f := range u.factors {
		for range max(f.exponent, -f.exponent) {
			if f.exponent > 0 {
				above = append(above, f.name)
			} else {
				below = append(below, f.name)
			}
		}
	}
	text := strings.Join(above, "·")
	if text == "" && len(below) == 0 {
		return "a pure number"
	}
	if text == "" {
		text = "1"
	}
	if len(below) > 0 {
		text += "/" + strings.Join(below, "/")
	}
	return text
}

// Conversion returns by what a number must be multiplied to turn from one unit
// into another, as a fraction.
func Conversion(from, to Unit) (times, per int64, ok bool) {
	// A pure number counts whatever the author says that it counts.
	if from.Free || len(from.factors) == 0 || from.Is(to) {
		return 1, 1, true
	}
	if len(from.factors) != len(to.factors) || len(from.factors) == 0 {
		return 0, 0, false
	}
	times, per = 1, 1
	// Money turns into its hundredths and back, and lengths of time that do not
	// depend on the calendar into each other.
	for i := range from.factors {
		f, t := from.factors[i], to.factors[i]
		if f == t {
			continue
		}
		if f.exponent != t.exponent {
			return 0, 0, false
		}
		n, d, known := stepBetween(f.name, t.name)
		if !known {
			return 0, 0, false
		}
		if f.exponent < 0 {
			n, d = d, n
		}
		for range max(f.exponent, -f.exponent) {
			times, per = times*n, per*d
		}
	}
	return times, per, true
}

// hundredthOf is the unit of a hundredth of a currency.
func hundredthOf(currency string) string {
	if currency == poundSterling {
		return "penny"
	}
	return "cent"
}

// poundSterling is the one currency here whose hundredths are not cents.
const poundSterling = "GBP"

func stepBetween(from, to string) (times, per int64, ok bool) {
	switch {
	case isCurrency(from) && to == hundredthOf(from):
		return 100, 1, true
	case isCurrency(to) && from == hundredthOf(to):
		return 1, 100, true
	}
	for _, s := range []struct {
		large, small string
		n            int64
	}{{"year", "month", 12}, {"week", "day", 7}, {"day", "hour", 24}, {"hour", "minute", 60}} {
		if from == s.large && to == s.small {
			return s.n, 1, true
		}
		if from == s.small && to == s.large {
			return 1, s.n, true
		}
	}
	return 0, 0, false
}
