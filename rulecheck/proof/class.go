package proof

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// setting is a field of the profile with a value.
type setting struct {
	field int
	value rules.Value
}

// profile is the settings of a country's fields, in the order of the fields.
type profile []setting

// with returns the profile with more settings; nil if both set a field.
func (p profile) with(more ...setting) profile {
	both := slices.Concat(p, more)
	slices.SortFunc(both, func(a, b setting) int { return a.field - b.field })
	for i := range len(both) - 1 {
		if both[i].field == both[i+1].field {
			return nil
		}
	}
	return both
}

// name returns the fields with their values, or "defaults" for an empty profile.
func (p profile) name(fields []rules.Field) string {
	if len(p) == 0 {
		return "defaults"
	}
	var settings []string
	for _, s := range p {
		settings = append(settings, fields[s.field].Name+"="+s.value.String())
	}
	return strings.Join(settings, " ")
}

// scenario returns the request of a profile.
func (y *Year) scenario(p profile) *rules.Scenario {
	values := make([]rules.Value, len(y.fields))
	for _, s := range p {
		values[s.field] = s.value
	}
	return &rules.Scenario{Country: y.country, Year: y.Number, PayDate: y.Law, Period: y.Period, Values: values}
}

// settings returns the values of a field to try, including the first and the last.
func (y *Year) settings(field, most int) (list []profile) {
	trials := y.fields[field].Trials()
	for k := range min(most, len(trials)) {
		if len(trials) > most {
			k = k * (len(trials) - 1) / (most - 1)
		}
		list = append(list, profile{{field, trials[k]}})
	}
	return list
}

const (
	// apart is the fraction of pay between two pays at which branches are recorded.
	apart = 8
	// deepest limits the number of fields that refusals may request one after another, and
	// mostValues the number of their values.
	deepest, mostValues = 5, 6
	// allValues is the number of values of a field that are tried alone.
	allValues = 100
)

// explorer records the branches that profiles take.
type explorer struct {
	*Year
	pays  []int64
	seen  map[string]bool
	sets  map[string]bool // of branches
	found []profile       // with a new set of branches
	paths []map[int]bool
}

// classes returns profiles that together take every branch that is taken at all. It tries
// every value of each field, with the fields that refusals request, and pairs of those that
// lead to new branches.
func (y *Year) classes() ([]profile, error) {
	e := &explorer{Year: y, seen: map[string]bool{}, sets: map[string]bool{}}
	for gross := int64(1); gross <= y.highest; gross += 1 + gross/apart {
		e.pays = append(e.pays, gross)
	}
	slices.Reverse(e.pays)
	if err := e.try(nil, deepest); err != nil {
		return nil, err
	}
	for i := range y.fields {
		for _, p := range y.settings(i, allValues) {
			if err := e.try(p, deepest); err != nil {
				return nil, err
			}
		}
	}
	alone := e.cover()
	for i, a := range alone {
		for _, b := range alone[i+1:] {
			if both := a.with(b...); both != nil {
				if err := e.try(both, 0); err != nil {
					return nil, err
				}
			}
		}
	}
	return e.cover(), nil
}

// try records the branches of a profile. If a refusal names a field that is not set, it tries
// the values of that field, for at most so many more fields.
func (e *explorer) try(p profile, more int) error {
	name := p.name(e.fields)
	if e.seen[name] {
		return nil
	}
	e.seen[name] = true
	path, err := e.path(p)
	refused := new(rules.Refusal)
	switch {
	case err == nil:
		if set := fmt.Sprint(slices.Sorted(maps.Keys(path))); !e.sets[set] {
			e.sets[set] = true
			e.found, e.paths = append(e.found, p), append(e.paths, path)
		}
		return nil
	case !errors.As(err, &refused):
		return err
	case more == 0 || len(refused.Loc) < 2:
		return nil
	}
	field := slices.IndexFunc(e.fields, func(f rules.Field) bool { return f.Name == refused.Loc[1] })
	if field < 0 {
		return nil
	}
	for _, value := range e.settings(field, mostValues) {
		if both := p.with(value...); both != nil {
			if err := e.try(both, more-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// path returns the branches that a profile takes. The error is a *rules.Refusal if all pays
// are refused.
func (e *explorer) path(p profile) (map[int]bool, error) {
	scenario := e.scenario(p)
	t, err := e.book.TakeHome(scenario)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	path := map[int]bool{}
	for _, gross := range e.pays {
		_, accepted, err := t.Net(gross)
		if err != nil {
			return nil, err
		}
		if accepted {
			if err := t.Path(gross, path); err != nil {
				return nil, err
			}
		}
	}
	if len(path) > 0 {
		return path, nil
	}
	scenario.Amount = number.New(e.pays[0], 2)
	_, err = e.book.Net(scenario) // says why
	return nil, err
}

// cover selects profiles until every branch is taken: first that of the defaults, then always
// the one with the most new branches.
func (e *explorer) cover() []profile {
	taken := map[int]bool{}
	var list []profile
	for {
		best, most := -1, 0
		for i, path := range e.paths {
			fresh := 0
			for branch := range path {
				if !taken[branch] {
					fresh++
				}
			}
			if fresh > most && (best < 0 || len(list) > 0) {
				best, most = i, fresh
			}
		}
		if best < 0 {
			return list
		}
		list = append(list, e.found[best])
		maps.Copy(taken, e.paths[best])
	}
}
