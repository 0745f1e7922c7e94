package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/rulecheck/travel"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/args"
)

// diff is "rulecheck diff".
func diff(c *call, arguments []string) error {
	given := slices.IndexFunc(arguments, func(a string) bool { return strings.HasPrefix(a, "-") })
	if given < 0 {
		given = len(arguments)
	}
	if given != 3 {
		return args.Errorf("diff needs a country and two years, or a regime and two editions")
	}
	flags, err := readFlags(arguments[given:])
	if err != nil {
		return err
	}
	book, err := c.openCountry(arguments[0])
	if err != nil {
		return err
	}
	country, known := book.Country(strings.ToUpper(arguments[0]))
	if !known || country.Status() != rules.Available {
		if len(flags) > 0 {
			return args.Errorf("diff of travel tables does not take --%s", flags[0].name)
		}
		return c.diffEditions(arguments[0], arguments[1], arguments[2])
	}
	grid, err := c.diffGrid(country, flags)
	if err != nil {
		return err
	}
	before, err := diffPoint(country, arguments[1])
	if err != nil {
		return err
	}
	after, err := diffPoint(country, arguments[2])
	if err != nil {
		return err
	}
	report, err := yeardiff.Compare(book, country, c.rules().files, grid, before, after)
	if err != nil {
		return args.Errorf("%v", err)
	}
	return c.show(report)
}

// diffPoint reads a day or a year.
func diffPoint(country *rules.Country, text string) (point yeardiff.Point, err error) {
	if _, notDay := time.Parse(time.DateOnly, text); notDay == nil {
		point = yeardiff.Point{Year: country.YearOn(text), Day: text}
	} else {
		point.Year, err = strconv.Atoi(text)
	}
	if err != nil || !slices.Contains(country.Years(), point.Year) {
		return point, args.Errorf("%s has no year %s", country.Code(), text)
	}
	return point, nil
}

// diffGrid returns the people of the country, or the one that flags describe.
func (c *call) diffGrid(country *rules.Country, flags []requestMember) (*yeardiff.Grid, error) {
	grids, err := c.people()
	if err != nil {
		return nil, err
	}
	grid := cmp.Or(grids[country.Code()], &yeardiff.Grid{Period: country.Periods()[0]})
	person := yeardiff.Person{Profile: map[string]string{}}
	for _, flag := range flags {
		switch flag.name {
		case "gross":
			grid.Salaries = []string{flag.text}
		case "period":
			grid.Period = flag.text
		default:
			if !slices.ContainsFunc(country.Fields(), func(f rules.Field) bool { return f.Name == flag.name }) {
				return nil, unknownField(country, flag.name)
			}
			person.Profile[flag.name] = flag.text
			person.Name = strings.TrimSpace(person.Name + " " + flag.name + " " + flag.text)
		}
	}
	if person.Name != "" {
		grid.People = []yeardiff.Person{person}
	}
	return grid, nil
}

// diffEditions compares two editions of a travel regime.
func (c *call) diffEditions(id, before, after string) error {
	book, err := c.openTables(nil)
	if err != nil {
		return err
	}
	regime := book.Regime(id)
	if regime == nil {
		return args.Errorf("%q is neither a country of the rules nor a regime of the tables", id)
	}
	changes, err := travel.Compare(regime, before, after)
	if err != nil {
		return args.Errorf("%v", err)
	}
	return c.show(changes)
}
