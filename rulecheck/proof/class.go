package proof

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// classes are the profiles of a subject that represent all others.
type classes struct {
	// run are profiles that together take every branch that is taken at all, the profile of
	// defaults first. recorded are all profiles whose branches are known.
	run, recorded []profile
	// single has a profile for each set of branches that a single setting leads to.
	single  []profile
	refused int      // the number of refused profiles
	unmet   []string // settings with which every profile is refused
}

// apart is the fraction of pay between two pays at which branches are recorded: an eighth.
const apart = 8

// deepest limits the number of fields that refusals may request one after another.
const deepest = 5

// explore finds the classes. It sets every field to its values, one at a time and in pairs
// that reach one condition, adds the fields that refusals request, and keeps a profile for
// each set of branches.
func (s *subject) explore() (*classes, error) {
	r, err := reachOf(s.country.Declared(s.year.Number, s.year.Law), s.fields)
	if err != nil {
		return nil, err
	}
	e := &explorer{subject: s, classes: &classes{}, sets: map[string]bool{}, seen: map[string]bool{}}
	for gross := int64(1); gross <= s.highest; gross += 1 + gross/apart {
		e.pays = append(e.pays, gross)
	}
	slices.Reverse(e.pays)
	if err := e.record(nil, deepest, true); err != nil {
		return nil, err
	}
	for i := range s.fields {
		alone := []setting{}
		for _, setting := range settings(i, &s.fields[i]) {
			before := len(e.recorded)
			if err := e.record(profile{setting}, deepest, true); err != nil {
				return nil, err
			}
			if len(e.recorded) == before {
				alone = append(alone, setting)
			}
		}
		for _, setting := range some(alone) {
			if err := e.partner(r, setting); err != nil {
				return nil, err
			}
		}
	}
	for i, a := range e.single {
		for _, b := range e.single[i+1:] {
			if !e.meet(r, a, b) {
				continue
			}
			both := a
			for _, setting := range b {
				both = both.with(setting)
			}
			if err := e.record(both, 0, false); err != nil {
				return nil, err
			}
		}
	}
	e.cover()
	return e.classes, nil
}

// partner searches for another setting with which a setting is accepted.
func (e *explorer) partner(r *reach, one setting) error {
	before := len(e.recorded)
	for i := range e.subject.fields {
		if i == one.field || !r.together(e.subject.fields[one.field].Name, e.subject.fields[i].Name) {
			continue
		}
		for _, other := range some(settings(i, &e.subject.fields[i])) {
			if err := e.record(profile{one}.with(other), deepest, true); err != nil {
				return err
			}
		}
	}
	if len(e.recorded) == before {
		e.unmet = append(e.unmet, profile{one}.name(e.subject.fields))
	}
	return nil
}

// meet reports whether two profiles set different fields that reach one condition.
func (e *explorer) meet(r *reach, a, b profile) bool {
	for _, x := range a {
		for _, y := range b {
			if x.field == y.field {
				return false
			}
		}
	}
	for _, x := range a {
		for _, y := range b {
			if r.together(e.subject.fields[x.field].Name, e.subject.fields[y.field].Name) {
				return true
			}
		}
	}
	return false
}

type explorer struct {
	*classes
	subject *subject
	pays    []int64
	sets    map[string]bool // of branches found
	seen    map[string]bool
	// paths has the branches of each profile in recorded.
	paths []map[uint64]bool
}

// record records the branches of a profile and, with single, keeps it in single if they are a
// new set. If a refusal names a field that is not set, it tries the values of that field,
// for at most more fields.
func (e *explorer) record(p profile, more int, single bool) error {
	name := p.name(e.subject.fields)
	if e.seen[name] {
		return nil
	}
	e.seen[name] = true
	scenario, err := e.subject.scenario(p)
	if err != nil {
		return err
	}
	path, err := e.path(scenario)
	refused := new(rules.Refusal)
	switch {
	case err == nil:
		e.keep(p, path, single)
		return nil
	case !errors.As(err, &refused):
		return err
	}
	if field := e.field(refused); more > 0 && field >= 0 && !p.sets(field) {
		for _, setting := range some(settings(field, &e.subject.fields[field])) {
			if err := e.record(p.with(setting), more-1, single); err != nil {
				return err
			}
		}
		return nil
	}
	e.refused++
	return nil
}

// path returns the branches and table entries that a profile takes. The error is a
// *rules.Refusal if all pays are refused, or the first is refused for a reason other than
// its amount.
func (e *explorer) path(scenario *rules.Scenario) (map[uint64]bool, error) {
	t, err := e.subject.book.TakeHome(scenario)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	path, accepted := map[uint64]bool{}, 0
	for _, gross := range e.pays {
		_, is, err := t.Net(gross)
		if err != nil {
			return nil, err
		}
		if is {
			accepted++
			t.Path(gross, path)
			continue
		}
		if accepted > 0 {
			continue
		}
		scenario.Amount = number.New(gross, 2)
		_, err = e.subject.book.Net(scenario)
		refused := new(rules.Refusal)
		if !errors.As(err, &refused) || refused.Loc == nil || refused.Loc[0] != rules.AmountField || gross == 1 {
			return nil, err
		}
	}
	return path, nil
}

// keep adds a profile to recorded.
func (e *explorer) keep(p profile, path map[uint64]bool, single bool) {
	e.recorded, e.paths = append(e.recorded, p), append(e.paths, path)
	set := fmt.Sprint(slices.Sorted(maps.Keys(path)))
	if single && !e.sets[set] {
		e.single = append(e.single, p)
	}
	e.sets[set] = true
}

// cover selects profiles until every side of every condition is taken: first that of the
// defaults, then always the one with the most new sides.
func (e *explorer) cover() {
	e.run = append(e.run, e.recorded[0])
	taken := maps.Clone(e.paths[0])
	for {
		best, most := -1, 0
		for i, path := range e.paths {
			fresh := 0
			for branch := range path {
				if branch&machine.LookUp == 0 && !taken[branch] {
					fresh++
				}
			}
			if fresh > most {
				best, most = i, fresh
			}
		}
		if best < 0 {
			return
		}
		e.run = append(e.run, e.recorded[best])
		maps.Copy(taken, e.paths[best])
	}
}

// field returns the index of the field that a refusal names, or -1.
func (e *explorer) field(r *rules.Refusal) int {
	if len(r.Loc) < 2 {
		return -1
	}
	return slices.IndexFunc(e.subject.fields, func(f rules.Field) bool { return f.Name == r.Loc[1] })
}

// mostValues is the number of values tried for a field that a refusal requests.
const mostValues = 6

// some returns at most mostValues settings, including the first and the last.
func some(list []setting) []setting {
	if len(list) <= mostValues {
		return list
	}
	var few []setting
	for i := range mostValues {
		few = append(few, list[i*(len(list)-1)/(mostValues-1)])
	}
	return few
}
