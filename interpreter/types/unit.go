package types

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/currency"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Unit is the unit of a number: a product of powers such as EUR per year. The
// zero Unit is a pure number.
type Unit struct {
	// Free marks the unit of a literal number, which is compatible with every unit.
	Free bool
	// Assumed marks a unit that a literal number has assumed on some path.
	Assumed bool
	// wild marks an unknown unit; it stays unknown in arithmetic.
	wild    bool
	factors []factor // sorted by name, no exponent 0
}

type factor struct {
	name     string
	exponent int
	currency bool // the name is that of a currency
}

// FreeUnit is the unit of literal numbers, WildUnit that of unknown values.
var (
	FreeUnit = Unit{Free: true}
	WildUnit = Unit{Free: true, wild: true}
)

// Units of built-in operations.
var (
	percent = Unit{factors: []factor{{name: "percent", exponent: 1}}} // of rates
	Days    = Unit{factors: []factor{{name: "day", exponent: 1}}}
	Months  = Unit{factors: []factor{{name: "month", exponent: 1}}}
)

// Pure reports whether the unit is 1.
func (u Unit) Pure() bool { return len(u.factors) == 0 }

// unitNames are the names of units that are not currencies, with their other spellings.
type unitNames struct {
	names []string
	other map[string]string
}

// builtInUnits are those of every module.
var builtInUnits = unitNames{
	[]string{"percent", "cent", "year", "month", "week", "day", "hour", "minute", "km", "mile"},
	map[string]string{
		"years": "year", "months": "month", "weeks": "week", "days": "day", "hours": "hour", "minutes": "minute",
		"cents": "cent", "penny": "cent", "pennies": "cent", "pence": "cent", "%": "percent",
		"kilometre": "km", "kilometres": "km", "kilometer": "km", "kilometers": "km", "miles": "mile",
	},
}

// Units returns the units of every module that are not currencies.
func Units() []string { return slices.Clone(builtInUnits.names) }

// declareUnits adds the units of a file.
func (m *Module) declareUnits(f *syntax.File) {
	for _, u := range f.Units {
		taken := slices.DeleteFunc(append([]string{u.Name}, u.Also...), func(word string) bool { _, err := m.units.parse(word); return err != nil && !builtIn(word) })
		if len(taken) > 0 {
			m.list.Fail(u.Range, "duplicate-name", taken[0]+" is a unit or a type already", "Remove it, or choose another name.")
			continue
		}
		m.units = unitNames{append(slices.Clip(m.units.names), u.Name), maps.Clone(m.units.other)} // every module begins with the same
		for _, word := range u.Also {
			m.units.other[word] = u.Name
		}
	}
}

// help is the remedy for a word that is not a unit.
func (of unitNames) help() string {
	return "Units are currencies such as EUR, money (of a currency that the data name), " + strings.Join(of.names, ", ") + ", quotients of these such as EUR/year, and those that a file declares: units: {night: [nights]}."
}

// parse reads a unit.
func (of unitNames) parse(text string) (Unit, error) {
	var u Unit
	for i, part := range strings.Split(text, "/") {
		name := strings.TrimSpace(part)
		if i == 0 && name == "1" {
			continue
		}
		if meant, ok := of.other[name]; ok {
			name = meant
		}
		currency := isCurrency(name)
		if !currency && !slices.Contains(of.names, name) {
			return Unit{}, fmt.Errorf("%q is not a unit", part)
		}
		exponent := 1
		if i > 0 {
			exponent = -1
		}
		u = u.Times(Unit{factors: []factor{{name, exponent, currency}}})
	}
	return u, nil
}

// rateWords are other names of percent.
var rateWords = map[string]string{"pct": "percent", "pc": "percent"}

// nearest returns the unit that an author most likely meant; empty if none is near.
func (of unitNames) nearest(word string) string {
	known := append(slices.Sorted(maps.Keys(of.other)), of.names...)
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

// anyCurrency is the unit of amounts whose currency depends on the data.
const anyCurrency = "money"

func isCurrency(name string) bool {
	if name == anyCurrency {
		return true
	}
	_, err := currency.ParseISO(name)
	return err == nil && name == strings.ToUpper(name)
}

// decimals returns the number of decimals that the unit implies; -1 if none.
func (u Unit) decimals() int {
	switch {
	case u.Money():
		return 2
	case len(u.factors) == 1 && u.factors[0].exponent == 1 && u.factors[0].name != "percent":
		return 0
	}
	return -1
}

// CountsMoney reports whether the unit is a currency, or one per another unit: EUR or
// EUR/year.
func (u Unit) CountsMoney() bool {
	for _, f := range u.factors {
		if f.exponent > 0 && f.currency {
			return true
		}
	}
	return false
}

// Money reports whether the unit is a currency.
func (u Unit) Money() bool {
	return len(u.factors) == 1 && u.factors[0].exponent == 1 && u.factors[0].currency
}

// Is reports whether two units are the same.
func (u Unit) Is(v Unit) bool { return slices.Equal(u.factors, v.factors) }

// Times returns the unit of a product.
func (u Unit) Times(v Unit) Unit { return u.combined(v, 1) }

// Per returns the unit of a quotient.
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
			factors = slices.Insert(factors, at, factor{f.name, sign * f.exponent, f.currency})
			continue
		}
		factors[at].exponent += sign * f.exponent
		if factors[at].exponent == 0 {
			factors = slices.Delete(factors, at, at+1)
		}
	}
	return Unit{factors: factors, Assumed: assumed}
}

// WithoutPercent returns the unit without a factor percent, and whether it had one.
func (u Unit) WithoutPercent() (Unit, bool) {
	for _, f := range u.factors {
		if f.name == "percent" && f.exponent > 0 {
			return u.Per(percent), true
		}
	}
	return u, false
}

// Unify returns the common unit of two numbers that are added or compared.
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

// Phrase returns the unit for a sentence: "in EUR", or "a pure number".
func (u Unit) Phrase() string {
	if len(u.factors) == 0 {
		return u.String()
	}
	return "in " + u.String()
}

// PerHundred returns the remedy for a product with an undivided rate; empty for others.
func PerHundred(u Unit) string {
	if rest, percent := u.WithoutPercent(); percent && len(rest.factors) > 0 {
		return "A rate in percent is divided by 100: … / 100."
	}
	return ""
}

// Remedy returns the remedy for two incompatible units.
func Remedy(u, v Unit) string {
	if hint := cmp.Or(PerHundred(u), PerHundred(v)); hint != "" {
		return hint
	}
	if _, _, ok := Conversion(u, v); ok {
		return "Convert one of them: as(…, \"" + v.String() + "\")."
	}
	smaller, factor := v, u.Per(v)
	if len(factor.factors) == 1 && factor.factors[0].exponent < 0 {
		smaller, factor = u, v.Per(u)
	}
	if len(smaller.factors) > 0 && len(factor.factors) == 1 && factor.factors[0].exponent == 1 {
		return "Multiply the one in " + smaller.String() + " by as(…, \"" + factor.String() + "\"), or correct its unit."
	}
	return "Convert one of them, or correct its unit."
}

// String returns the unit as rule files write it, or "a pure number".
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

// Conversion returns the factor between two units, as a fraction.
func Conversion(from, to Unit) (times, per int64, ok bool) {
	// A pure number converts to any unit.
	if from.Free || len(from.factors) == 0 || from.Is(to) {
		return 1, 1, true
	}
	// Money converts to its hundredths and back, lengths of time that do not depend on
	// the calendar to each other.
	times, per = 1, 1
	rest := to.Per(from).factors
	for len(rest) > 0 {
		f := rest[0]
		at := slices.IndexFunc(rest, func(g factor) bool {
			_, _, known := stepBetween(f.name, g.name)
			return known && g.exponent == -f.exponent
		})
		if at < 0 {
			return 0, 0, false
		}
		n, d, _ := stepBetween(f.name, rest[at].name)
		if f.exponent > 0 { // the conversion is from the other one
			n, d = d, n
		}
		for range max(f.exponent, -f.exponent) {
			times, per = times*n, per*d
		}
		rest = slices.Delete(rest[1:], at-1, at)
	}
	return times, per, true
}

// hundredth is the unit of a hundredth of a currency.
const hundredth = "cent"

func stepBetween(from, to string) (times, per int64, ok bool) {
	switch {
	case isCurrency(from) && to == hundredth:
		return 100, 1, true
	case isCurrency(to) && from == hundredth:
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
