package main

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/travel"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

const diffDetails = `Shows what changed between two years of a country: the parameters, the programs, and
net pay over a grid of salaries and profiles with the parameters that cause each
change, to the cent. A regime of travel allowances with two of its editions, such as
us-federal 2026 2027, shows the places that were added, dropped and changed, with
each amount before and after.

  --gross AMOUNT  ask for one salary in place of the grid's
  --period PERIOD its pay period
  --NAME TEXT     ask for one person with this field of the country's profile; may be
                  repeated
  --html FILE     also write one page with plots
`

// diff is "rulecheck diff".
func diff(c *call, arguments []string) error {
	if len(arguments) < 3 {
		return usagef("diff needs a country and two years, or a regime and two editions")
	}
	flags, err := readFlags(arguments[3:])
	if err != nil {
		return err
	}
	book, err := c.openBook()
	if err != nil {
		return err
	}
	country, known := book.Country(strings.ToUpper(arguments[0]))
	if !known || country.Status() != rules.Available {
		return c.diffEditions(arguments[0], arguments[1], arguments[2], flags)
	}
	request, page, err := c.diffRequest(country, arguments[1:3], flags)
	if err != nil {
		return err
	}
	progress := c.newProgress("people", len(request.Grid.People)*len(request.Grid.Salaries))
	report, err := yeardiff.Compare(request, progress.add)
	progress.end()
	if err != nil {
		return usagef("%v", err)
	}
	if page != "" {
		content, err := report.Page()
		if err != nil {
			return err
		}
		if err := os.WriteFile(page, content, 0o644); err != nil {
			return err
		}
	}
	if c.json {
		return c.writeJSON(report)
	}
	return report.WriteText(c.stdout)
}

// diffRequest reads the years and the flags.
func (c *call) diffRequest(country *rules.Country, years []string, flags []requestMember) (request yeardiff.Request, page string, err error) {
	request.Code = country.Code()
	for i, to := range []*int{&request.Before, &request.After} {
		if *to, err = strconv.Atoi(years[i]); err != nil || !slices.Contains(country.Years(), *to) {
			return request, "", usagef("%s has no year %s", country.Code(), years[i])
		}
	}
	if request.Files, err = ruletext.Read(c.rules().files); err != nil {
		return request, "", err
	}
	if request.Folder, err = countryFolder(request.Files.FS(), country.Code()); err != nil {
		return request, "", err
	}
	grids, _, err := c.people()
	if err != nil {
		return request, "", err
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
		case "html":
			page = flag.text
		default:
			if !slices.ContainsFunc(country.Fields(), func(f rules.Field) bool { return f.Name == flag.name }) {
				return request, "", unknownField(country, flag.name)
			}
			person.Profile[flag.name] = flag.text
			person.Name = strings.TrimSpace(person.Name + " " + flag.name + " " + flag.text)
		}
	}
	if person.Name != "" {
		request.Grid.People = []yeardiff.Person{person}
	}
	return request, page, nil
}

// countryFolder finds the folder of a country.
func countryFolder(files fs.FS, code string) (string, error) {
	names, err := fs.Glob(files, "*/country.yaml")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		var head struct {
			Country string `yaml:"country"`
		}
		if err := yaml.Unmarshal(data, &head); err == nil && head.Country == code {
			return path.Dir(name), nil
		}
	}
	return "", usagef("there is no folder of country %s", code)
}

// diffEditions compares two editions of a travel regime.
func (c *call) diffEditions(id, before, after string, flags []requestMember) error {
	file := ""
	for _, flag := range flags {
		if flag.name != "html" {
			return usagef("editions of travel tables are compared with no other flag than --html FILE, not --%s", flag.name)
		}
		file = flag.text
	}
	book, err := c.openTables()
	if err != nil {
		return err
	}
	regime := book.Regime(id)
	if regime == nil {
		return usagef("%q is neither a country of the rules nor a regime of the tables", id)
	}
	changes, err := travel.Compare(regime, before, after)
	if err != nil {
		return usagef("%v", err)
	}
	if file != "" {
		content, err := changes.Page()
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	if c.json {
		return c.writeJSON(changes)
	}
	changes.WriteText(c.stdout)
	return nil
}
