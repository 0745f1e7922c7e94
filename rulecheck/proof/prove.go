package proof

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/rules"
)

// Year is a pay period of a year of a country, or of its part from a day on.
type Year struct {
	Country string   `json:"country"`
	Number  int      `json:"year"`
	Law     string   `json:"law,omitempty"`
	Period  string   `json:"period"`
	Classes []*Class `json:"classes"`

	book    *rules.Book
	country *rules.Country
	fields  []rules.Field
	highest int64
}

// String returns the country, the year and the period.
func (y *Year) String() string {
	name := fmt.Sprintf("%s %d", y.Country, y.Number)
	if y.Law != "" {
		name += " from " + y.Law
	}
	return name + ", " + y.Period
}

// Options select what to prove.
type Options struct {
	// Country and Year are the only ones to prove; empty means all, without the archive.
	Country string
	Year    int
	// Period is the pay period, Highest its largest gross and Step the distance of two pays,
	// both in cents.
	Period        string
	Highest, Step int64
	// Progress is told the number of classes when it is known, and each class that is done.
	Progress func(done, of int)
}

// Prove computes the classes of each year.
func Prove(ctx context.Context, book *rules.Book, o Options) ([]*Year, error) {
	var years []*Year
	for _, country := range book.Countries() {
		for _, number := range country.Years {
			if o.Country != "" && o.Country != country.Code || o.Year != 0 && o.Year != number || o.Year == 0 && country.Archived(number) {
				continue
			}
			for _, law := range country.Laws(number) {
				years = append(years, &Year{Country: country.Code, Number: number, Law: law, Period: o.Period, book: book, country: country, fields: country.Fields, highest: o.Highest})
			}
		}
	}
	found := make([][]profile, len(years))
	if err := each(ctx, len(years), func(i int) (err error) {
		found[i], err = years[i].classes()
		return err
	}); err != nil {
		return nil, err
	}
	type task struct{ year, class int }
	var tasks []task
	for i, profiles := range found {
		years[i].Classes = make([]*Class, len(profiles))
		for k := range profiles {
			tasks = append(tasks, task{i, k})
		}
	}
	return years, each(ctx, len(tasks), func(i int) (err error) {
		t := tasks[i]
		years[t.year].Classes[t.class], err = years[t.year].climb(found[t.year][t.class], o.Step)
		o.Progress(1, len(tasks))
		return err
	})
}

// each calls do for every number below count on all cores, until one fails.
func each(ctx context.Context, count int, do func(i int) error) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range count {
		group.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			return do(i)
		})
	}
	return group.Wait()
}

// Report is the falls of all years.
type Report struct {
	Years      []*Year `json:"years"`
	Pays       int64   `json:"pays"`
	Undeclared int     `json:"undeclared"` // classes with a fall larger than the rules declare
}

// NewReport sums up the classes.
func NewReport(years []*Year) *Report {
	r := &Report{Years: years}
	for _, y := range years {
		for _, c := range y.Classes {
			r.Pays += c.Pays
			if c.Undeclared != "" {
				r.Undeclared++
			}
		}
	}
	return r
}

// WriteText writes the falls of each year by their reason, the deepest of all classes, and
// then those that the rules do not declare.
func (r *Report) WriteText(w io.Writer) error {
	for _, y := range r.Years {
		fmt.Fprintf(w, "%s: %d classes\n", y, len(y.Classes))
		deepest, profiles, order := map[string]Falls{}, map[string]string{}, []string{}
		for _, c := range y.Classes {
			for _, f := range c.Falls {
				known, is := deepest[f.Lines]
				if !is {
					order = append(order, f.Lines)
				}
				if !is || f.Deepest.Size > known.Deepest.Size {
					deepest[f.Lines], profiles[f.Lines] = f, c.Profile
				}
			}
		}
		for _, lines := range order {
			f := deepest[lines].Deepest
			fmt.Fprintf(w, "  %8s  between %s and %s: %s; %s\n", f.Size, f.From, f.To, lines, profiles[lines])
		}
		for _, c := range y.Classes {
			if c.Undeclared != "" {
				fmt.Fprintf(w, "  not declared: %s: %s\n", c.Profile, c.Undeclared)
			}
		}
	}
	verdict := "the rules declare every fall"
	if r.Undeclared > 0 {
		verdict = fmt.Sprintf("%d classes fall by more than the rules declare: correct the rules, or largest_net_fall and largest_deductions_fall", r.Undeclared)
	}
	_, err := fmt.Fprintf(w, "%d payslips computed: %s\n", r.Pays, strings.TrimSpace(verdict))
	return err
}
