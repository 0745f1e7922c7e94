package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// setting is a field with a value, as a text.
type setting struct {
	field int
	text  string
}

// profile is the settings of a country's fields, in the order of the fields.
type profile []setting

// with returns the profile with another setting, which replaces one of the same field.
func (p profile) with(s setting) profile {
	more := slices.DeleteFunc(slices.Clone(p), func(o setting) bool { return o.field == s.field })
	more = append(more, s)
	slices.SortFunc(more, func(a, b setting) int { return a.field - b.field })
	return more
}

func (p profile) sets(field int) bool {
	return slices.ContainsFunc(p, func(s setting) bool { return s.field == field })
}

// name returns the fields with their values, or "defaults" for an empty profile.
func (p profile) name(fields []rules.Field) string {
	if len(p) == 0 {
		return defaults
	}
	var settings []string
	for _, s := range p {
		settings = append(settings, fields[s.field].Name+"="+s.text)
	}
	return strings.Join(settings, " ")
}

const defaults = "defaults"

// named returns the profile with a name.
func named(name string, fields []rules.Field) (p profile, err error) {
	if name == defaults {
		return nil, nil
	}
	for part := range strings.SplitSeq(name, " ") {
		field, text, _ := strings.Cut(part, "=")
		at := slices.IndexFunc(fields, func(f rules.Field) bool { return f.Name == field })
		if at < 0 {
			return nil, fmt.Errorf("the country has no field %s", field)
		}
		p = append(p, setting{at, text})
	}
	return p, nil
}

// ofPerson returns the profile of a person in people.yaml.
func ofPerson(person yeardiff.Person, fields []rules.Field) (p profile, err error) {
	for i := range fields {
		if text, given := person.Profile[fields[i].Name]; given {
			p = append(p, setting{i, text})
		}
	}
	if len(p) < len(person.Profile) {
		return nil, fmt.Errorf("people.yaml: %s has a field that the country does not have", person.Name)
	}
	return p, nil
}

// values returns the profile as the values of a scenario.
func (p profile) values(fields []rules.Field) ([]rules.Value, error) {
	values := make([]rules.Value, len(fields))
	for _, s := range p {
		var err error
		if values[s.field], err = rules.ParseValue(s.text, fields[s.field].Kind); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// settings returns the values of a field that are tried.
func settings(at int, f *rules.Field) []setting {
	var list []setting
	for _, v := range f.Trials() {
		list = append(list, setting{at, v.String()})
	}
	return list
}
