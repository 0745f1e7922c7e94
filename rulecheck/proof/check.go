package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/payslate/payslate/rules"
)

// Stale returns the years of a book whose rules have changed since the certificate was made,
// and the years that it lacks, except those of the archive.
func (c *Certificate) Stale(book *rules.Book) ([]*Stale, error) {
	years, err := current(book)
	var list []*Stale
	for _, y := range years {
		proved := c.Year(y.Country, y.Number, y.Law)
		if proved == nil && !y.Archive || proved != nil && proved.Digest != y.Digest {
			list = append(list, &Stale{y, proved})
		}
	}
	return list, err
}

// Stale is a year whose present rules are not proved.
type Stale struct {
	*Year
	proved *Year // nil if the certificate lacks the year
}

// Missing reports whether the certificate lacks the year.
func (s *Stale) Missing() bool { return s.proved == nil }

// NewFalls returns the falls of net pay that the certificate does not list. It uses the second
// method and the classes of the certificate.
func (s *Stale) NewFalls(book *rules.Book, highest int64) ([]string, error) {
	var list []string
	if s.proved == nil {
		return nil, nil
	}
	for _, span := range s.proved.Spans {
		if span.Period != month {
			continue
		}
		subject, err := s.subject(book, month, highest)
		if err != nil {
			return nil, err
		}
		for _, class := range span.Classes {
			var now *Class
			p, err := named(class.Profile, subject.fields)
			if err == nil {
				now, err = subject.prove(p, 0)
			}
			if err != nil {
				list = append(list, err.Error())
				continue
			}
			for _, fall := range now.Falls {
				known := slices.ContainsFunc(class.Falls, func(old Named) bool { return old.At.Size >= fall.At.Size && old.Reason == fall.Reason })
				if !known {
					list = append(list, fmt.Sprintf("%s: net pay falls %s (%s)", class.Profile, fall.At, fall.Reason))
				}
			}
			if class.Bound >= 0 && now.Bound > class.Bound {
				list = append(list, fmt.Sprintf("%s: net pay may fall by %s while no rule changes; the certificate allows %s", class.Profile, money(now.Bound), money(class.Bound)))
			}
			if len(now.Over) > len(class.Over) {
				list = append(list, fmt.Sprintf("%s: more than all of a raise may be deducted from %s to %s", class.Profile, money(now.Over[0].From), money(now.Over[0].To)))
			}
		}
	}
	return list, nil
}

// windows is the number of pays of a class that a sample computes.
const windows = 20_000

// Check replays samples of the certificate: the largest falls of every class, and for some
// classes the second method and a range of pays. It returns the differences.
func (c *Certificate) Check(book *rules.Book, samples int, progress func(done int)) (differences []string, err error) {
	r := rand.New(rand.NewPCG(1, 1)) // the same samples every time
	var tasks []*task
	for _, y := range c.Years {
		for _, span := range y.Spans {
			subject, err := y.subject(book, span.Period, c.Highest)
			if err != nil {
				return nil, err
			}
			for _, class := range span.Classes {
				tasks = append(tasks, &task{subject: subject, class: class, step: span.Step})
			}
		}
	}
	sample := map[int]bool{}
	for _, i := range r.Perm(len(tasks))[:min(samples, len(tasks))] {
		sample[i] = true
	}
	for i, t := range tasks {
		more, err := t.subject.replay(t.class, t.step, sample[i], r)
		if err != nil {
			return nil, err
		}
		differences = append(differences, more...)
		progress(1)
	}
	return differences, nil
}

// replay compares a class with the rules.
func (s *subject) replay(class *Class, step int64, whole bool, r *rand.Rand) (differences []string, err error) {
	differ := func(format string, values ...any) {
		differences = append(differences, fmt.Sprintf("%s, %s: ", s, class.Profile)+fmt.Sprintf(format, values...))
	}
	p, err := named(class.Profile, s.fields)
	if err != nil {
		differ("%v", err)
		return differences, nil
	}
	_, take, err := s.takeHome(p)
	if err != nil {
		return nil, err
	}
	defer take.Release()
	falls := []Fall{}
	for _, steps := range class.Steps {
		falls = append(falls, steps.Deepest)
	}
	for _, named := range class.Falls {
		falls = append(falls, named.At)
	}
	net := func(gross int64) int64 {
		n, _, failed := take.Net(gross)
		if failed != nil {
			err = failed
		}
		return n
	}
	for _, fall := range falls {
		if size := net(fall.From) - net(fall.To); size != fall.Size {
			differ("net pay falls by %s, not %s", money(size), fall)
		}
	}
	if !whole || err != nil {
		return differences, err
	}
	now, err := s.prove(p, 0)
	if err != nil {
		return nil, err
	}
	if now.Bound != class.Bound || now.Changes != class.Changes || !slices.Equal(now.Falls, class.Falls) || !slices.Equal(now.Over, class.Over) {
		differ("the second method bounds falls by %s at %d changes, not %s at %d", money(now.Bound), now.Changes, money(class.Bound), class.Changes)
	}
	if step > 1 && class.Bound < 0 {
		return differences, nil // pays between the steps are not known
	}
	from := class.From + r.Int64N(max(1, class.To-class.From-windows))
	largest := max(class.Largest().Size, class.Bound)
	var peak int64
	for gross := from; gross < min(from+windows, class.To) && err == nil; gross++ {
		now := net(gross)
		if gross == from || now > peak {
			peak = now
		}
		if peak-now > largest {
			differ("net pay falls by %s up to %s", money(peak-now), money(gross))
			break
		}
	}
	return differences, err
}
