package main

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

//go:embed skeleton
var skeleton embed.FS

var countryCode = regexp.MustCompile(`^[A-Z]{2}$`)

// isNewCountry reports whether a name is the code of a country without a year.
func (c *call) isNewCountry(name string) bool {
	years, _ := filepath.Glob(filepath.Join(c.rules().place, name, "*", parametersFile))
	return len(years) == 0 && countryCode.MatchString(strings.ToUpper(name))
}

// newCountry writes the files of a new country. Name and currency default to those of a
// planned country.
func (c *call) newCountry(code, year, name, currency string) error {
	if _, err := strconv.Atoi(year); err != nil || len(year) != 4 {
		return wrongf("%q is not a year: write four digits, such as 2027", year)
	}
	folder := strings.ToLower(code)
	planned, err := c.planned(folder)
	if err != nil {
		return err
	}
	name, currency = cmp.Or(name, planned.Name), cmp.Or(currency, planned.Currency)
	if name == "" || currency == "" {
		return wrongf("%s is not in the rules yet: give --name and --currency", code)
	}
	fill := strings.NewReplacer("{code}", code, "{name}", name, "{currency}", currency, "{year}", year)
	written := &copied{to: year, kind: ofYears, country: code, lookups: []lookup{}}
	declared, err := skeleton.ReadDir("skeleton")
	if err != nil {
		return err
	}
	for _, entry := range declared {
		data, err := skeleton.ReadFile("skeleton/" + entry.Name())
		if err != nil {
			return err
		}
		file := path.Join(folder, entry.Name())
		if entry.Name() == parametersFile {
			file = path.Join(folder, year, parametersFile)
		}
		written.files = append(written.files, copiedFile{file, []byte(fill.Replace(string(data)))})
	}
	root := c.rules().place
	if !isFile(root, serviceFile) { // a folder of its own
		data, err := fs.ReadFile(rules.Embedded(), serviceFile)
		if err != nil {
			return err
		}
		written.files = append(written.files, copiedFile{serviceFile, data})
	}
	if planned.Status != "" {
		written.replaces = path.Join(folder, "country.yaml")
	}
	if err := written.write(root); err != nil {
		return err
	}
	return c.showCopied(root, written)
}

// plannedCountry is what the file of a country without rules says of it.
type plannedCountry struct {
	Name     string `key:"name.en"`
	Status   string `key:"status"`
	Currency string `key:"currency"`
}

// planned returns the declaration of a planned country, if any. A country with rules is an
// error.
func (c *call) planned(folder string) (planned plannedCountry, err error) {
	files, file := c.rules().files, path.Join(folder, "country.yaml")
	data, err := fs.ReadFile(files, file)
	if err != nil {
		return planned, nil
	}
	root, found := syntax.Parse(file, data)
	reader := syntax.Reader{Findings: found}
	reader.Decode(root, &planned)
	if err := reader.Findings.Err(); err != nil {
		return planned, c.mistakes(c.rules(), err)
	}
	switch {
	case planned.Status != "planned" && !isFile(c.rules().place, file):
		err = wrongf("%s is not in this folder: copy the folder rules of the release there, or name a copy by --rules", filepath.Join(c.rules().place, file))
	case planned.Status != "planned":
		err = fmt.Errorf("%s already exists: it has a status other than planned", filepath.Join(c.rules().place, file))
	}
	return planned, err
}
