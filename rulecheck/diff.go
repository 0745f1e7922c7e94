package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/travel"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// diff is "rulecheck diff".
func diff(c *call, arguments []string) error {
	given := slices.IndexFunc(arguments, func(a string) bool { return strings.HasPrefix(a, "-") })
	if given < 0 {
		given = len(arguments)
	}
	if given < 3 {
		return usage.Errorf("diff needs a country and two years, or a regime and two editions")
	}
	flags, err := readFlags(arguments[given:])
	if err != nil {
		return err
	}
	book, err := c.openBook(c.options())
	if err != nil {
		return err
	}
	country, known := book.Country(strings.ToUpper(arguments[0]))
	if !known || country.Status() != rules.Available {
		if given > 3 {
			return usage.Errorf("diff compares two editions of a regime, not %d", given-1)
		}
		return c.diffEditions(arguments[0], arguments[1], arguments[2], flags)
	}
	request, err := c.diffRequest(country, flags)
	if err != nil {
		return err
	}
	var points []yeardiff.Point
	for _, argument := range arguments[1:given] {
		point, err := diffPoint(book, country, argument, request.Grid.Period)
		if err != nil {
			return err
		}
		points = append(points, point)
	}
	progress := c.newProgress("people", (len(points)-1)*len(request.Grid.People)*len(request.Grid.Salaries))
	defer progress.end()
	if len(points) > 2 {
		history, err := yeardiff.CompareAll(request, points, progress.add)
		if err != nil {
			return usage.Errorf("%v", err)
		}
		progress.end()
		return c.show(history)
	}
	request.Before, request.After = points[0], points[1]
	report, err := yeardiff.Compare(request, progress.add)
	progress.end()
	if err != nil {
		return usage.Errorf("%v", err)
	}
	return c.show(report)
}

// diffPoint reads a day or a year. If the law changes within the year, it applies as of the
// day that the country chooses.
func diffPoint(book *rules.Book, country *rules.Country, text, period string) (point yeardiff.Point, err error) {
	if _, notDay := time.Parse(time.DateOnly, text); notDay == nil {
		point = yeardiff.Point{Year: country.YearOn(text), Day: text, Named: true}
	} else if point.Year, err = strconv.Atoi(text); err == nil {
		point.Day = book.LawDate(&rules.Scenario{Country: country, Year: point.Year, Period: period, Values: make([]rules.Value, len(country.Fields()))})
	}
	if err != nil || !slices.Contains(country.Years(), point.Year) {
		return point, usage.Errorf("%s has no year %s", country.Code(), text)
	}
	return point, nil
}

// diffRequest reads the flags.
func (c *call) diffRequest(country *rules.Country, flags []requestMember) (request yeardiff.Request, err error) {
	request.Code = country.Code()
	if request.Files, err = ruletext.Read(c.rules().files); err != nil {
		return request, err
	}
	request.Folder = country.Folder()
	grids, err := c.people()
	if err != nil {
		return request, err
	}
	if request.Grid = grids[country.Code()]; request.Grid == nil {
		request.Grid = &yeardiff.Grid{Period: country.Periods()[0]}
	}
	person := yeardiff.Person{Profile: map[string]string{}}
	for _, flag := range flags {
		switch flag.name {
		case "gross":
			request.Grid.Salaries = []string{flag.text}
		case "period":
			request.Grid.Period = flag.text
		default:
			if !slices.ContainsFunc(country.Fields(), func(f rules.Field) bool { return f.Name == flag.name }) {
				return request, unknownField(country, flag.name)
			}
			person.Profile[flag.name] = flag.text
			person.Name = strings.TrimSpace(person.Name + " " + flag.name + " " + flag.text)
		}
	}
	if person.Name != "" {
		request.Grid.People = []yeardiff.Person{person}
	}
	return request, nil
}

// diffEditions compares two editions of a travel regime.
func (c *call) diffEditions(id, before, after string, flags []requestMember) error {
	if len(flags) > 0 {
		return usage.Errorf("diff of travel tables does not take --%s", flags[0].name)
	}
	book, err := c.openTables()
	if err != nil {
		return err
	}
	regime := book.Regime(id)
	if regime == nil {
		return usage.Errorf("%q is neither a country of the rules nor a regime of the tables", id)
	}
	changes, err := travel.Compare(regime, before, after)
	if err != nil {
		return usage.Errorf("%v", err)
	}
	return c.show(changes)
}
