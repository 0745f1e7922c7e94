package proof

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
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
	// Served is the book without its archive.
	Served *rules.Book
	// Archive is whether years that Served lacks are proved, which is done in steps.
	Archive bool
	// Countries and Year are proved; all where they are empty. Other years are taken from
	// Before.
	Countries []string
	Year      int
	// People are proved besides the classes, by the codes of their countries.
	People map[string][]yeardiff.Person
	// Highest is the largest gross of a month in cents.
	Highest int64
	// Before is an older certificate: years whose rules are the same are taken from it.
	Before *Certificate
	// State is the file in which finished classes are kept until all are.
	State    string
	Progress func(done, of int)

	known map[string]*Class
	state *os.File
	mutex sync.Mutex
}

// month is the period that is proved at every cent.
const month = "month"

// fewest is how many pays of a profile are computed at least where pay goes in steps.
const fewest = 100_000

// task is a profile to be proved.
type task struct {
	span    *span
	to      *Span
	profile profile
	step    int64 // 0: by the second method alone
	class   *Class
}

// Run proves what is asked for.
func (c *Campaign) Run(ctx context.Context) (*Certificate, error) {
	if err := c.resume(); err != nil {
		return nil, err
	}
	if c.state != nil {
		defer c.state.Close()
	}
	certificate := &Certificate{Format: format, Highest: c.Highest}
	var spans []*task
	for _, country := range c.Book.Countries() {
		if country.Status() != rules.Available {
			continue
		}
		asked := len(c.Countries) == 0 || slices.ContainsFunc(c.Countries, func(code string) bool { return strings.EqualFold(code, country.Code()) })
		served, _ := c.Served.Country(country.Code())
		for _, number := range slices.Backward(country.Years()) {
			for _, law := range country.Laws(number) {
				y := &Year{Country: country.Code(), Number: number, Law: law, Archive: !slices.Contains(served.Years(), number)}
				var err error
				if y.Digest, err = country.Digest(number, law); err != nil {
					return nil, err
				}
				if c.Before != nil && c.Before.Highest == c.Highest && len(c.People) == 0 {
					if old := c.Before.Year(y.Country, number, law); old != nil && old.Digest == y.Digest && old.Archive == y.Archive {
						certificate.Years = append(certificate.Years, old)
						continue
					}
				}
				if !asked || y.Archive && !c.Archive || c.Year != 0 && c.Year != number {
					continue
				}
				certificate.Years = append(certificate.Years, y)
				list, err := c.spans(country, y)
				if err != nil {
					return nil, err
				}
				spans = append(spans, list...)
			}
		}
	}
	var tasks []*task
	err := eachOf(ctx, spans, func(t *task) error {
		found, err := c.tasks(t)
		c.mutex.Lock()
		defer c.mutex.Unlock()
		tasks = append(tasks, found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	done := 0
	err = eachOf(ctx, tasks, func(t *task) error {
		err := c.one(t)
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

// spans lists the pay periods of a year; of an archive the month alone.
func (c *Campaign) spans(country *rules.Country, y *Year) ([]*task, error) {
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
		s := &span{c.Book, country, country.Fields(), y.Number, y.Law, period, monthly(country, month, period, c.Highest)}
		step := int64(1)
		if y.Archive || period != month {
			step = max(1, s.highest/fewest)
		}
		y.Spans = append(y.Spans, &Span{Period: period, Step: step})
		list = append(list, &task{span: s, to: y.Spans[len(y.Spans)-1], step: step})
	}
	return list, nil
}

// tasks lists the profiles of a span.
func (c *Campaign) tasks(t *task) ([]*task, error) {
	found, err := t.span.explore()
	if err != nil {
		return nil, err
	}
	t.to.Looked, t.to.Refused, t.to.Unmet = len(found.looked), found.refused, found.unmet
	var list []*task
	run := map[string]bool{}
	for _, p := range found.run {
		run[p.name(t.span.fields)] = true
		list = append(list, &task{span: t.span, to: t.to, profile: p, step: t.step})
	}
	for _, person := range c.People[t.span.country.Code()] {
		p, err := ofPerson(person, t.span.fields)
		if err != nil {
			return nil, err
		}
		if name := p.name(t.span.fields); !run[name] {
			run[name] = true
			list = append(list, &task{span: t.span, to: t.to, profile: p, step: t.step})
		}
	}
	for _, p := range found.single {
		if t.step == 1 && !run[p.name(t.span.fields)] {
			list = append(list, &task{span: t.span, to: t.to, profile: p})
		}
	}
	return list, nil
}

// one proves a profile, unless that was done before.
func (c *Campaign) one(t *task) (err error) {
	digest, err := t.span.country.Digest(t.span.year, t.span.law)
	if err != nil {
		return err
	}
	key := fmt.Sprint(format, t.span.country.Code(), t.span.year, t.span.law, t.span.period, t.span.highest, t.step, digest, t.profile.name(t.span.fields))
	if t.class = c.known[key]; t.class != nil {
		return nil
	}
	if t.class, err = t.span.prove(t.profile, t.step); err != nil || c.state == nil {
		return err
	}
	line, err := json.Marshal(finished{key, t.class})
	if err != nil {
		return err
	}
	_, err = c.state.Write(append(line, '\n'))
	return err
}

// finished is a line of the state file.
type finished struct {
	Key   string `json:"key"`
	Class *Class `json:"class"`
}

// resume reads what was finished before; a last line that was cut is left out.
func (c *Campaign) resume() error {
	c.known = map[string]*Class{}
	if c.State == "" {
		return nil
	}
	data, err := os.ReadFile(c.State)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	for lines := bufio.NewScanner(bytes.NewReader(whole)); lines.Scan(); {
		var f finished
		if json.Unmarshal(lines.Bytes(), &f) == nil {
			c.known[f.Key] = f.Class
		}
	}
	if c.state, err = os.OpenFile(c.State, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return err
	}
	if err = c.state.Truncate(int64(len(whole))); err == nil {
		_, err = c.state.Seek(0, 2)
	}
	return err
}

// eachOf does something with each task on all cores, until the first error.
func eachOf(ctx context.Context, tasks []*task, do func(*task) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, t := range tasks {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return do(t)
		})
	}
	return group.Wait()
}
