package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/rulecheck/travel"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// diffOptions are the flags of "rulecheck diff".
type diffOptions struct {
	gross, period string
	profile       profileFlag
}

// diffCommand is "rulecheck diff".
func diffCommand(c *call) *cobra.Command {
	var o diffOptions
	of := command("diff COUNTRY YEAR YEAR [profile]", "show what changed between two years or editions",
		counted(3, "diff needs a country and two years, or a regime and two editions"),
		func(_ *cobra.Command, arguments []string) error {
			return c.diff(arguments[0], arguments[1], arguments[2], o)
		})
	of.ValidArgsFunction = c.completeScope
	of.Flags().StringVar(&o.gross, "gross", "", "")
	of.Flags().StringVar(&o.period, "period", "", "")
	o.profile.define(of)
	return of
}

func (c *call) diff(name, from, to string, o diffOptions) error {
	book, err := c.openCountry(c.countryScope(name), c.options())
	if err != nil {
		return err
	}
	country, known := book.Country(strings.ToUpper(name))
	if !known || country.Status != rules.Available {
		for _, flag := range append([]requestMember{{"gross", o.gross}, {"period", o.period}}, o.profile...) {
			if flag.text != "" {
				return wrongf("diff of travel tables does not take --%s", flag.name)
			}
		}
		return c.diffEditions(name, from, to)
	}
	grid, err := c.diffGrid(country, o)
	if err != nil {
		return err
	}
	before, err := diffPoint(country, from)
	if err != nil {
		return err
	}
	after, err := diffPoint(country, to)
	if err != nil {
		return err
	}
	report, err := yeardiff.Compare(book, country, c.rules().files, grid, before, after)
	if err != nil {
		return wrongf("%v", err)
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
	if err != nil || !slices.Contains(country.Years, point.Year) {
		return point, wrongf("%s has no year %s", country.Code, text)
	}
	return point, nil
}

// diffGrid returns the people of the country, or the one that flags describe.
func (c *call) diffGrid(country *rules.Country, o diffOptions) (*yeardiff.Grid, error) {
	grids, err := c.people()
	if err != nil {
		return nil, err
	}
	grid := cmp.Or(grids[country.Code], &yeardiff.Grid{Period: country.Periods[0]})
	grid.Period = cmp.Or(o.period, grid.Period)
	if o.gross != "" {
		grid.Salaries = []string{o.gross}
	}
	person := yeardiff.Person{Profile: map[string]string{}}
	for _, flag := range o.profile {
		if !hasField(country, flag.name) {
			return nil, unknownField(country, flag.name, []string{"gross", "period"})
		}
		person.Profile[flag.name] = flag.text
		person.Name = strings.TrimSpace(person.Name + " " + flag.name + " " + flag.text)
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
		return wrongf("%q is neither a country of the rules nor a regime of the tables", id)
	}
	changes, err := travel.Compare(regime, before, after)
	if err != nil {
		return wrongf("%v", err)
	}
	return c.show(changes)
}
