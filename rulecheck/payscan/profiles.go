package payscan

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// Variations says which profiles of a country are scanned: besides those that follow
// from its fields, which have every value that a field declares.
type Variations struct {
	// Values are those of fields that declare no list of values, and further ones.
	Values map[string][]string `yaml:"values"`
	// Pairs are fields whose values are combined, each with each.
	Pairs [][2]string `yaml:"pairs"`
	// People have what no single value shows.
	People []yeardiff.Person `yaml:"people"`
}

// ReadVariations reads those of all countries by their codes.
func ReadVariations(data []byte) (map[string]Variations, error) {
	var countries map[string]struct {
		Scan Variations `yaml:"scan"`
	}
	if err := yaml.Unmarshal(data, &countries); err != nil {
		return nil, fmt.Errorf("people.yaml: %w", err)
	}
	variations := map[string]Variations{}
	for code := range countries {
		variations[code] = countries[code].Scan
	}
	return variations, nil
}

// Profiles lists who is scanned: with the defaults of all fields but one, for every
// value of that one, and in pairs with the defaults of all but two. The error names a
// field of which no value would be scanned.
func (v *Variations) Profiles(fields []rules.Field, people []yeardiff.Person) (single, paired []yeardiff.Person, err error) {
	single = append(slices.Clone(people), v.People...)
	values := map[string][]string{}
	for i := range fields {
		name := fields[i].Name
		values[name] = appendNew(declared(&fields[i]), v.Values[name])
		given := slices.ContainsFunc(single, func(p yeardiff.Person) bool { _, is := p.Profile[name]; return is })
		if len(values[name]) == 0 && !given {
			return nil, nil, fmt.Errorf("people.yaml: scan has no value of %s: list some under values, or a person that has one", name)
		}
	}
	for i := range fields {
		name := fields[i].Name
		for _, value := range values[name] {
			single = append(single, varied(name, value))
		}
	}
	for _, pair := range v.Pairs {
		for _, name := range pair {
			if len(values[name]) == 0 {
				return nil, nil, fmt.Errorf("people.yaml: scan pairs %s, which has no values", name)
			}
		}
		for _, first := range values[pair[0]] {
			for _, second := range values[pair[1]] {
				paired = append(paired, varied(pair[0], first, pair[1], second))
			}
		}
	}
	return distinct(single), distinct(paired), nil
}

// declared lists the values that a field declares itself.
func declared(f *rules.Field) []string {
	if f.Kind == rules.Boolean {
		return []string{"false", "true"}
	}
	values := slices.Clone(f.Choices)
	for _, choice := range f.ChoiceLabels {
		values = appendNew(values, []string{choice.Value})
	}
	return values
}

func appendNew(values, more []string) []string {
	for _, value := range more {
		if !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// varied is a person with some fields, given as names and values in turn.
func varied(texts ...string) yeardiff.Person {
	p := yeardiff.Person{Profile: map[string]string{}}
	var words []string
	for pair := range slices.Chunk(texts, 2) {
		p.Profile[pair[0]] = pair[1]
		words = append(words, strings.Join(pair, " "))
	}
	p.Name = strings.Join(words, ", ")
	return p
}

// distinct leaves out whose profile another has.
func distinct(people []yeardiff.Person) []yeardiff.Person {
	var list []yeardiff.Person
	for _, p := range people {
		if !slices.ContainsFunc(list, func(q yeardiff.Person) bool { return maps.Equal(p.Profile, q.Profile) }) {
			list = append(list, p)
		}
	}
	return list
}
