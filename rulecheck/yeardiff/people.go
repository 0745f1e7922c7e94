package yeardiff

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// Grid lists people and salaries; each person is computed at each salary.
type Grid struct {
	Period   string   `yaml:"period"`
	Salaries []string `yaml:"salaries"`
	People   []Person `yaml:"people"`
}

// Person is a profile with a name. Values are written as in rule files.
type Person struct {
	Name    string            `yaml:"name"`
	Profile map[string]string `yaml:"profile"`
}

// ReadGrids reads the grids of countries by their codes.
func ReadGrids(data []byte) (map[string]*Grid, error) {
	grids := map[string]*Grid{}
	if err := yaml.Unmarshal(data, &grids); err != nil {
		return nil, fmt.Errorf("people.yaml: %w", err)
	}
	return grids, nil
}

// Scenario returns the request for a person's net pay.
func Scenario(book *rules.Book, country string, year int, period, gross string, person Person) (*rules.Scenario, error) {
	c, ok := book.Country(country)
	if !ok {
		return nil, fmt.Errorf("unknown country %s", country)
	}
	amount, err := number.Parse(gross)
	if err != nil {
		return nil, err
	}
	s := &rules.Scenario{Country: c, Year: year, Period: period, Amount: amount, Values: make([]rules.Value, len(c.Fields()))}
	known := 0
	for i, field := range c.Fields() {
		text, given := person.Profile[field.Name]
		if !given {
			continue
		}
		known++
		if s.Values[i], err = rules.ParseValue(text, field.Kind); err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	if known < len(person.Profile) {
		return nil, fmt.Errorf("%s: a field of the profile is not one of %s", person.Name, country)
	}
	return s, nil
}
