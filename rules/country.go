package rules

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/currency"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/internal/law"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Status reports whether a country can be calculated.
type Status string

// The states of a country.
const (
	Available Status = "available"
	Planned   Status = "planned"
)

// Country is one country of the rule book. What it lists is not to be changed.
type Country struct {
	// Code is the code that answers carry, such as DE, Aliases are further codes that requests may
	// use. ProfileKey is the request field that holds the country's profile: the code in small
	// letters.
	Code       string   `key:"country"`
	Aliases    []string `key:"aliases"`
	ProfileKey string
	Name       Text `key:"name"`
	// AlsoCalled are names that people send in place of the code, beside the country's name: the
	// refusal names the code.
	AlsoCalled []string `key:"also_called"`
	// Status reports whether the country can be calculated.
	Status Status `key:"status"`
	// Currency is the ISO 4217 code of all its amounts.
	Currency string `key:"currency"`
	// Conformance names the ground truth that the rules are tested against. CompareNote is what to
	// know of a row of a comparison; it may be empty.
	Conformance Text `key:"conformance"`
	CompareNote Text `key:"compare_note"`
	// DoubtfulAbove is the pay of a year above which an answer for a shorter period warns that it
	// may be that of a year; 0 if the country declares none.
	DoubtfulAbove number.Decimal `key:"doubtful_above"`
	// Periods lists the pay periods in use, Fields the profile fields in the order of the
	// documentation, Years the years that can be calculated, ascending (the start year where a tax
	// year crosses New Year), and Archive the archived years that are closed in this book. They are
	// empty for a planned country.
	Periods []string
	Fields  []Field
	Years   []int
	Archive []int

	file    string
	perYear []int64
	days    map[string]int64 // of each period for which the law fixes them
	years   []*year
	// closedFields maps the fields that only closed years have to these years.
	closedFields   map[string][]int
	stepThresholds []stepThreshold
	paydays        paydays
	oneOffAt       int // the field for one-off pay, -1 without
	// fixed has the remedies that are the same in each answer, []Remedy by the *run.Site of their
	// warning.
	fixed sync.Map
}

// Folder is where the rule files of the country are, such as de.
func (c *Country) Folder() string { return path.Dir(c.file) }

// PerYear returns how many pay periods of a name a year has; 0 for a period that the
// country does not use.
func (c *Country) PerYear(period string) int64 {
	if at := slices.Index(c.Periods, period); at >= 0 {
		return c.perYear[at]
	}
	return 0
}

// Archived reports whether a year that can be calculated belongs to the archive.
func (c *Country) Archived(number int) bool { return c.year(number).archive }

func (c *Country) year(number int) *year {
	for _, y := range c.years {
		if y.number == number {
			return y
		}
	}
	return nil
}

// YearOn returns the year of a day such as 2026-07-01; 0 if the country does not have it.
func (c *Country) YearOn(day string) int {
	for _, y := range c.years {
		if dayText(y.from) <= day && day <= dayText(y.to) {
			return y.number
		}
	}
	return 0
}

// numberList joins years for messages.
func numberList(numbers []int) string {
	return strings.Join(diagnostic.Names(numbers, strconv.Itoa), ", ")
}

// country reads a country with all its years; nil after an error.
func (l *loader) country(dir string, options Options) *Country {
	f := l.file(path.Join(dir, "country.yaml"))
	if f == nil || f.Root.Kind != syntax.Mapping {
		return nil
	}
	c := &Country{file: f.Name}
	if f.Root.Get("country") == nil {
		l.Fail(f.Root.Range, "missing-value", "the key country is missing", "Add country: and its code, such as DE.")
		return nil
	}
	d := struct {
		Periods []struct {
			Name    string `key:"@"`
			PerYear int64  `key:"="`
		} `key:"periods"`
		Days       map[string]int64 `key:"days"`
		Thresholds []stepThreshold  `key:"thresholds"`
		Paydays    paydays          `key:"paydays"`
	}{}
	l.Decode(f.Root, c)
	l.Decode(f.Root, &d)
	if c.ProfileKey = strings.ToLower(c.Code); c.Status != Available {
		return c
	}
	if _, err := currency.ParseISO(c.Currency); err != nil {
		l.Fail(rangeOf(f.Root, "currency"), "unknown-unit", c.Currency+" is not a currency of ISO 4217", "Write its three letters, such as EUR.")
		return nil
	}
	c.days, c.paydays, c.stepThresholds = d.Days, d.Paydays, d.Thresholds
	for _, p := range d.Periods {
		c.Periods, c.perYear = append(c.Periods, p.Name), append(c.perYear, p.PerYear)
	}
	l.knownPaydays(f, c)
	law.Read(&l.Folder, path.Join(dir, law.File))
	dirs := l.dirs(dir + "/*/" + parametersFile)
	l.codeOfYears(f, c, dir, dirs)
	var years []*year
	faults := faults{from: len(l.Findings)}
	for _, yearDir := range dirs {
		y := l.year(c, yearDir, options)
		if y != nil {
			years = append(years, y)
		}
		faults.add(l, yearDir)
	}
	faults.name(l)
	slices.SortFunc(years, func(x, y *year) int { return x.number - y.number })
	for i, y := range years {
		if i > 0 && len(years) == len(dirs) {
			l.seam(years[i-1], y)
		}
		if y.closed {
			c.Archive = append(c.Archive, y.number)
			continue
		}
		c.years, c.Years = append(c.years, y), append(c.Years, y.number)
		for _, stretch := range y.stretches {
			l.knownThresholds(c, stretch)
		}
	}
	if len(c.years) == 0 {
		if !l.Findings.HasErrors() {
			l.Fail(f.Root.Range, "missing-year", "country "+c.Code+" has no year", "Add a folder with a parameters.yaml, or set its status to planned.")
		}
		return nil
	}
	l.bindFields(c)
	if options.Only == 0 {
		l.languages(dir, f)
	}
	return c
}

// codeOfYears reports a country whose years all have another code, so that no year is
// reported for it. With a single year, the name of the folder decides.
func (l *loader) codeOfYears(f *syntax.File, c *Country, dir string, years []string) {
	code := ""
	for _, year := range years {
		head := l.file(path.Join(year, parametersFile))
		if head == nil {
			return
		}
		own := head.Root.Get("country")
		if own == nil || code != "" && own.Text != code {
			return
		}
		code = own.Text
	}
	if code == "" || code == c.Code || len(years) == 1 && !strings.EqualFold(code, path.Base(dir)) {
		return
	}
	l.Findings.Suggest(rangeOf(f.Root, "country"), "wrong-country", "this country has the code "+c.Code+", but its years have country: "+code, "Correct country: here, or in every year.", code)
	c.Code, c.ProfileKey = code, strings.ToLower(code)
}

// seam reports years that overlap or leave a gap.
func (l *loader) seam(before, after *year) {
	if before.to+1 == after.from {
		return
	}
	problem := "leaves a gap after"
	if after.from <= before.to {
		problem = "overlaps with"
	}
	l.Fail(after.validAt, "year-seam", "year "+strconv.Itoa(after.number)+" "+problem+" year "+strconv.Itoa(before.number), "A year begins on the day after the previous year ends.")
}

// languages checks that the texts of a country's files, and those of the service in its
// answers, are in all languages that the country declares.
func (l *loader) languages(dir string, head *syntax.File) {
	n := head.Root.Get("languages")
	if n == nil {
		return
	}
	declared, found := hostfile.ReadLanguages(n)
	l.Findings.Extend(found)
	for _, name := range slices.Sorted(maps.Keys(l.read)) {
		if f := l.read[name]; f != nil && strings.HasPrefix(name, dir+"/") {
			l.Findings.Extend(declared.Check(f.Root))
		}
	}
	for _, text := range l.answered {
		for _, lacking := range declared.Lacking(text) {
			lacking.Severity = diagnostic.Warning // it is answered in English, and no amount is wrong
			l.Findings.Append(lacking)
		}
	}
}
