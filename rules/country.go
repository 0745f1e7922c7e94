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

// Country is one country of the rule book.
type Country struct {
	file        string
	code        string
	aliases     []string
	alsoCalled  []string
	profileKey  string
	name        Text
	status      Status
	currency    string
	conformance Text
	compareNote Text
	periods     []string
	perYear     []int64
	days        map[string]int64 // of each period for which the law fixes them
	fields      []Field
	years       []*year
	yearNumbers []int
	archive     []int // the years closed in this book
	// closedFields maps the fields that only closed years have to these years.
	closedFields map[string][]int

	stepThresholds []stepThreshold
	paydays        paydays
	oneOffAt       int // the field for one-off pay, -1 without
	doubtfulAbove  number.Decimal
	// fixed has the remedies that are the same in each answer, []Remedy by the *run.Site of their
	// warning.
	fixed sync.Map
}

// Code is the code that answers carry, such as DE.
func (c *Country) Code() string { return c.code }

// Folder is where the rule files of the country are, such as de.
func (c *Country) Folder() string { return path.Dir(c.file) }

// Aliases are further codes that requests may use.
func (c *Country) Aliases() []string { return c.aliases }

// AlsoCalled are names that people send in place of the code, beside the country's name: the
// refusal names the code.
func (c *Country) AlsoCalled() []string { return c.alsoCalled }

// ProfileKey is the request field that holds the country's profile: the code
// in small letters.
func (c *Country) ProfileKey() string { return c.profileKey }

// Name is the country's name.
func (c *Country) Name() Text { return c.name }

// Status reports whether the country can be calculated.
func (c *Country) Status() Status { return c.status }

// Currency is the ISO 4217 code of all its amounts.
func (c *Country) Currency() string { return c.currency }

// CompareNote is what to know of a row of a comparison; it may be empty.
func (c *Country) CompareNote() Text { return c.compareNote }

// Conformance names the ground truth that the rules are tested against.
func (c *Country) Conformance() Text { return c.conformance }

// Periods lists the pay periods in use; empty for a planned country.
func (c *Country) Periods() []string { return c.periods }

// PerYear returns how many pay periods of a name a year has; 0 for a period that the
// country does not use.
func (c *Country) PerYear(period string) int64 {
	if at := slices.Index(c.periods, period); at >= 0 {
		return c.perYear[at]
	}
	return 0
}

// DoubtfulAbove is the pay of a year above which an answer for a shorter period warns that it
// may be that of a year; 0 if the country declares none.
func (c *Country) DoubtfulAbove() number.Decimal { return c.doubtfulAbove }

// Fields lists the profile fields in the order of the documentation; empty
// for a planned country.
func (c *Country) Fields() []Field { return c.fields }

// Years lists the years that can be calculated, ascending (the start year
// where a tax year crosses New Year); empty for a planned country.
func (c *Country) Years() []int { return c.yearNumbers }

// Archive lists the archived years that are closed in this book, ascending.
func (c *Country) Archive() []int { return c.archive }

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
		Code        string   `key:"country"`
		Currency    string   `key:"currency"`
		Status      Status   `key:"status"`
		Name        Text     `key:"name"`
		Aliases     []string `key:"aliases"`
		AlsoCalled  []string `key:"also_called"`
		Conformance Text     `key:"conformance"`
		CompareNote Text     `key:"compare_note"`
		Periods     []struct {
			Name    string `key:"@"`
			PerYear int64  `key:"="`
		} `key:"periods"`
		Days       map[string]int64 `key:"days"`
		Thresholds []stepThreshold  `key:"thresholds"`
		Paydays    paydays          `key:"paydays"`
		Doubtful   number.Decimal   `key:"doubtful_above"`
	}{}
	l.Decode(f.Root, &d)
	c.code, c.profileKey, c.currency, c.status, c.name = d.Code, strings.ToLower(d.Code), d.Currency, d.Status, d.Name
	c.aliases, c.alsoCalled = d.Aliases, d.AlsoCalled
	if c.status != Available {
		return c
	}
	if _, err := currency.ParseISO(c.currency); err != nil {
		l.Fail(rangeOf(f.Root, "currency"), "unknown-unit", c.currency+" is not a currency of ISO 4217", "Write its three letters, such as EUR.")
		return nil
	}
	c.conformance, c.compareNote, c.days, c.paydays, c.doubtfulAbove = d.Conformance, d.CompareNote, d.Days, d.Paydays, d.Doubtful
	for _, p := range d.Periods {
		c.periods, c.perYear = append(c.periods, p.Name), append(c.perYear, p.PerYear)
	}
	c.stepThresholds = d.Thresholds
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
			c.archive = append(c.archive, y.number)
			continue
		}
		c.years, c.yearNumbers = append(c.years, y), append(c.yearNumbers, y.number)
		for _, stretch := range y.stretches {
			l.knownThresholds(c, stretch)
		}
	}
	if len(c.years) == 0 {
		if !l.Findings.HasErrors() {
			l.Fail(f.Root.Range, "missing-year", "country "+c.code+" has no year", "Add a folder with a parameters.yaml, or set its status to planned.")
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
	if code == "" || code == c.code || len(years) == 1 && !strings.EqualFold(code, path.Base(dir)) {
		return
	}
	l.Findings.Suggest(rangeOf(f.Root, "country"), "wrong-country", "this country has the code "+c.code+", but its years have country: "+code, "Correct country: here, or in every year.", code)
	c.code, c.profileKey = code, strings.ToLower(code)
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
