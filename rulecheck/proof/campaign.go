package proof

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// Campaign makes a certificate.
type Campaign struct {
	Book *rules.Book
	// Archive is set to prove the years of the archive too, in steps.
	Archive bool
	// Countries and Year select the years to prove; empty means all. Other years are copied
	// from Before.
	Countries []string
	Year      int
	// People are proved in addition to the classes; the keys are country codes.
	People map[string][]yeardiff.Person
	// Highest is the largest monthly gross in cents.
	Highest int64
	// Before is an older certificate, from which years with the same rules are copied.
	Before   *Certificate
	Progress func(done, of int)

	mutex sync.Mutex
}

// fewest is the smallest number of pays of a profile that are computed in steps.
const fewest = 100_000

// task is a profile to prove.
type task struct {
	subject *subject
	to      *Span
	profile profile
	step    int64 // cents; 0: only by the second method
	class   *Class
}

// Run makes the certificate.
func (c *Campaign) Run(ctx context.Context) (*Certificate, error) {
	certificate := &Certificate{Format: format, Highest: c.Highest}
	years, err := current(c.Book)
	if err != nil {
		return nil, err
	}
	var spans []*task
	for _, y := range years {
		switch proved := c.before(y); {
		case proved != nil:
			y = proved
		case c.selected(y):
			list, err := c.spans(y)
			if err != nil {
				return nil, err
			}
			spans = append(spans, list...)
		default:
			continue
		}
		certificate.Years = append(certificate.Years, y)
	}
	var tasks []*task
	workers := runtime.GOMAXPROCS(0)
	err = each(ctx, workers, len(spans), func(i int) error {
		found, err := c.tasks(spans[i])
		c.mutex.Lock()
		defer c.mutex.Unlock()
		tasks = append(tasks, found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	done := 0
	err = each(ctx, workers, len(tasks), func(i int) error {
		err := c.one(tasks[i])
		c.mutex.Lock()
		defer c.mutex.Unlock()
		done++
		c.Progress(done, len(tasks))
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, t := range tasks {
		if t.step > 0 {
			t.to.Classes = append(t.to.Classes, t.class)
			continue
		}
		if t.to.Bounded == nil {
			t.to.Bounded = &Bounded{}
		}
		t.to.Bounded.add(t.class)
	}
	for _, y := range certificate.Years {
		for _, s := range y.Spans {
			slices.SortStableFunc(s.Classes, func(a, b *Class) int { return strings.Compare(a.Profile, b.Profile) })
		}
	}
	return certificate, nil
}

// before returns a year of the older certificate, or nil if its rules have changed.
func (c *Campaign) before(y *Year) *Year {
	if c.Before == nil || c.Before.Highest != c.Highest || len(c.People) > 0 {
		return nil
	}
	old := c.Before.Year(y.Country, y.Number, y.Law)
	if old == nil || old.Digest != y.Digest || old.Archive != y.Archive {
		return nil
	}
	return old
}

// selected reports whether a year is selected.
func (c *Campaign) selected(y *Year) bool {
	named := len(c.Countries) == 0 || slices.ContainsFunc(c.Countries, func(code string) bool { return strings.EqualFold(code, y.Country) })
	return named && (c.Archive || !y.Archive) && (c.Year == 0 || c.Year == y.Number)
}

// spans returns the pay periods of a year; for the archive, only the month.
func (c *Campaign) spans(y *Year) ([]*task, error) {
	country, _ := c.Book.Country(y.Country)
	r, err := reachOf(country.Declared(y.Number, y.Law), country.Fields())
	if err != nil {
		return nil, err
	}
	y.Deciding, y.Others = r.deciding(country.Fields())
	var list []*task
	for _, period := range country.Periods() {
		if y.Archive && period != month {
			continue
		}
		s, err := y.subject(c.Book, period, c.Highest)
		if err != nil {
			return nil, err
		}
		step := int64(1)
		if y.Archive || period != month {
			step = max(1, s.highest/fewest)
		}
		y.Spans = append(y.Spans, &Span{Period: period, Step: step})
		list = append(list, &task{subject: s, to: y.Spans[len(y.Spans)-1], step: step})
	}
	return list, nil
}

// tasks returns the profiles of a pay period.
func (c *Campaign) tasks(t *task) ([]*task, error) {
	found, err := t.subject.explore()
	if err != nil {
		return nil, err
	}
	t.to.Looked, t.to.Refused, t.to.Unmet = len(found.recorded), found.refused, found.unmet
	for _, person := range c.People[t.subject.country.Code()] {
		p, err := ofPerson(person, t.subject.fields)
		if err != nil {
			return nil, err
		}
		found.run = append(found.run, p)
	}
	var list []*task
	run := map[string]bool{}
	add := func(p profile, step int64) {
		if name := p.name(t.subject.fields); !run[name] {
			run[name] = true
			list = append(list, &task{subject: t.subject, to: t.to, profile: p, step: step})
		}
	}
	for _, p := range found.run {
		add(p, t.step)
	}
	for _, p := range found.single {
		if t.step == 1 {
			add(p, 0)
		}
	}
	return list, nil
}

// one proves a profile.
func (c *Campaign) one(t *task) (err error) {
	t.class, err = t.subject.prove(t.profile, t.step)
	return err
}

// each calls do for every number below count, on several goroutines, until one fails.
func each(ctx context.Context, workers, count int, do func(i int) error) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(workers)
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
