package main

import (
	"embed"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/rulecheck/usage"
)

//go:embed skeleton
var skeleton embed.FS

var countryCode = regexp.MustCompile(`^[A-Z]{2}$`)

// newCountryCommand is "rulecheck new-country".
func newCountryCommand(c *call, arguments []string) error {
	flags := flag.NewFlagSet("new-country", flag.ContinueOnError)
	year := flags.String("year", "", "")
	name := flags.String("name", "", "")
	currency := flags.String("currency", "", "")
	others, err := usage.Parse(flags, arguments)
	if err != nil {
		return err
	}
	if len(others) != 1 || !countryCode.MatchString(strings.ToUpper(others[0])) {
		return usage.Errorf("new-country needs the two-letter code of a country, such as AT")
	}
	if _, err := strconv.Atoi(*year); err != nil || len(*year) != 4 {
		return usage.Errorf("--year: %q is not a year: write four digits, such as 2027", *year)
	}
	code := strings.ToUpper(others[0])
	folder := strings.ToLower(code)
	planned, err := c.plannedCountry(folder)
	if err != nil {
		return err
	}
	if *name == "" {
		*name = planned.Name.En
	}
	if *currency == "" {
		*currency = planned.Currency
	}
	if *name == "" || *currency == "" {
		return usage.Errorf("%s is not in the rules yet: give --name and --currency", code)
	}
	fill := strings.NewReplacer("{code}", code, "{name}", *name, "{currency}", *currency, "{year}", *year)
	written := &copied{to: *year, kind: ofYears}
	for _, file := range []struct{ skeleton, name string }{
		{"country.yaml", "country.yaml"}, {"net.yaml", "net.yaml"}, {"net_to_gross.yaml", "net_to_gross.yaml"}, {"parameters.yaml", *year + "/parameters.yaml"},
	} {
		data, err := skeleton.ReadFile("skeleton/" + file.skeleton)
		if err != nil {
			return err
		}
		written.files = append(written.files, copiedFile{path.Join(folder, file.name), []byte(fill.Replace(string(data)))})
	}
	root := c.rules().place
	if planned.Status != "" {
		if err := os.Remove(filepath.Join(root, folder, "country.yaml")); err != nil {
			return err
		}
	}
	if err := written.write(root); err != nil {
		return err
	}
	for _, name := range written.names(root) {
		fmt.Fprintf(c.stdout, "wrote %s\n", name)
	}
	fmt.Fprintf(c.stdout, "\nrulecheck validate lists what to check; rulecheck payslip --country %s --year %s --gross 3000 --allow-unchecked prints a payslip.\n", code, *year)
	return nil
}

// plannedCountry returns the declaration of a planned country, if any. A country with rules
// is an error.
func (c *call) plannedCountry(folder string) (planned struct {
	Name struct {
		En string `yaml:"en"`
	} `yaml:"name"`
	Status   string `yaml:"status"`
	Currency string `yaml:"currency"`
}, err error) {
	file := filepath.Join(c.rules().place, folder, "country.yaml")
	data, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return planned, nil
	}
	if err == nil {
		err = yaml.Unmarshal(data, &planned)
	}
	if err == nil && planned.Status != "planned" {
		err = fmt.Errorf("%s already exists: add a year by rulecheck new", file)
	}
	return planned, err
}
