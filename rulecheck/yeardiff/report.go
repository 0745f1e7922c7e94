package yeardiff

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/format"
	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// Grid lists people and salaries; each person is computed at each salary.
type Grid struct {
	Period   string   `key:"period"`
	Salaries []string `key:"salaries"`
	People   []Person `key:"people"`
}

// Person is a profile with a name. Values are written as in rule files.
type Person struct {
	Name    string            `key:"name"`
	Profile map[string]string `key:"profile"`
}

// ReadGrids reads the grids of countries by their codes from a folder of cases. The error is
// a [diagnostic.List] if there are mistakes in the file.
func ReadGrids(files fs.FS) (map[string]*Grid, error) {
	if _, err := fs.Stat(files, conformance.PeopleFile); err != nil {
		return nil, err
	}
	var content struct {
		Grids map[string]*Grid `key:"="`
	}
	found := hostfile.Decode(files, conformance.PeopleFile, format.Of("people"), &content)
	return content.Grids, found.Err()
}

// Point is one side of a comparison: a year, or the law of a year on a day.
type Point struct {
	Year int
	// Day is a day such as 2023-07-01; "" is the end of the year.
	Day string
}

// String returns the day, or the year.
func (p Point) String() string {
	if p.Day != "" {
		return p.Day
	}
	return strconv.Itoa(p.Year)
}

// MarshalJSON writes a year as a number and a day as a text.
func (p Point) MarshalJSON() ([]byte, error) {
	if p.Day != "" {
		return json.Marshal(p.Day)
	}
	return json.Marshal(p.Year)
}

// Report is the comparison of two years of a country, with the largest changes first.
type Report struct {
	Country string   `json:"country"`
	Before  Point    `json:"before"`
	After   Point    `json:"after"`
	Period  string   `json:"period"`
	Figures []Figure `json:"figures"`
	Texts   []Text   `json:"texts"`
	Effects []Effect `json:"people"`
	Same    int      `json:"people_without_change"`
}

// Effect is the change of one person's net pay.
type Effect struct {
	Person string `json:"person"`
	Gross  string `json:"gross"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Change string `json:"change,omitempty"`
	// Refused is the message if a year refuses the request.
	Refused string `json:"refused,omitempty"`

	size number.Decimal
}

// Compare compares two years of a country, or days of them.
func Compare(book *rules.Book, country *rules.Country, files fs.FS, grid *Grid, before, after Point) (*Report, error) {
	r := &Report{Country: country.Code, Before: before, After: after, Period: grid.Period, Effects: []Effect{}}
	var sides [2]side
	var err error
	for i, p := range []Point{before, after} {
		if sides[i], err = read(files, path.Join(country.Folder(), strconv.Itoa(p.Year)), p.Day); err != nil {
			return nil, err
		}
	}
	if r.Figures, err = changed(files, sides[0], sides[1]); err != nil {
		return nil, err
	}
	r.Texts = texts(sides[0], sides[1])
	for _, person := range grid.People {
		for _, gross := range grid.Salaries {
			e, err := effect(book, country, grid.Period, gross, person, before, after)
			if err != nil {
				return nil, fmt.Errorf("%s at %s: %w", person.Name, gross, err)
			}
			if e.Refused == "" && e.size.IsZero() {
				r.Same++
			} else {
				r.Effects = append(r.Effects, e)
			}
		}
	}
	slices.SortStableFunc(r.Effects, func(a, b Effect) int { return b.size.Cmp(a.size) })
	return r, nil
}

func effect(book *rules.Book, country *rules.Country, period, gross string, person Person, before, after Point) (Effect, error) {
	e := Effect{Person: person.Name, Gross: gross}
	was, err := netPay(book, country, period, gross, person, before)
	var now number.Decimal
	if err == nil {
		now, err = netPay(book, country, period, gross, person, after)
	}
	if refusal := (*rules.Refusal)(nil); errors.As(err, &refusal) {
		e.Refused = refusal.Message.English
		return e, nil
	}
	change := now.Sub(was)
	e.Before, e.After, e.Change = string(was.AppendFixed(nil, 2)), string(now.AppendFixed(nil, 2)), Signed(change)
	if e.size = change; change.Sign() < 0 {
		e.size = number.Decimal{}.Sub(change)
	}
	return e, err
}

func netPay(book *rules.Book, country *rules.Country, period, gross string, person Person, at Point) (net number.Decimal, err error) {
	s := &rules.Scenario{Country: country, Year: at.Year, Period: period, PayDate: at.Day, Values: make([]rules.Value, len(country.Fields))}
	if s.Amount, err = number.Parse(gross); err != nil {
		return net, err
	}
	known := 0
	for i, field := range country.Fields {
		text, given := person.Profile[field.Name]
		if !given {
			continue
		}
		known++
		if s.Values[i].Value, err = field.Read(text); err != nil {
			return net, fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	if known < len(person.Profile) {
		return net, fmt.Errorf("a field of the profile is not one of %s", country.Code)
	}
	result, err := book.Net(s)
	if err != nil {
		return net, err
	}
	defer result.Release()
	return result.Net, nil
}

// shownEffects is the number of people whose net pay is printed.
const shownEffects = 40

// WriteText writes the report as text.
func (r *Report) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s %v → %v\n\nFigures that changed, largest change first\n\n", r.Country, r.Before, r.After)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range r.Figures {
		percent := f.Percent
		if percent != "" {
			percent += " %"
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\n", f.Key, OrNone(f.Before), OrNone(f.After), f.Unit, percent)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(r.Texts) > 0 {
		fmt.Fprint(w, "\nTexts that changed\n")
	}
	for _, t := range r.Texts {
		fmt.Fprintf(w, "\n  %s\n    - %s\n    + %s\n", t.Key, OrNone(t.Before), OrNone(t.After))
	}
	if r.Same+len(r.Effects) == 0 {
		_, err := fmt.Fprintf(w, "\nNo net pay is compared: describe a person by flags, or list people in people.yaml of --cases\n")
		return err
	}
	fmt.Fprintf(w, "\nNet pay of a %s, largest change first\n\n", r.Period)
	for _, e := range r.Effects[:min(len(r.Effects), shownEffects)] {
		if e.Refused != "" {
			fmt.Fprintf(w, "  %s, gross %s: %s\n", e.Person, e.Gross, e.Refused)
			continue
		}
		fmt.Fprintf(w, "  %9s  %s, gross %s: net %s → %s\n", e.Change, e.Person, e.Gross, e.Before, e.After)
	}
	if more := len(r.Effects) - shownEffects; more > 0 {
		fmt.Fprintf(w, "  and %d more: --json lists all\n", more)
	}
	fmt.Fprintf(w, "  %d without a change\n", r.Same)
	return nil
}
