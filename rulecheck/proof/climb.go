package proof

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// Steps are the falls for one reason: the lines that rise by more than gross.
type Steps struct {
	Lines   string `json:"lines"`
	Count   int    `json:"count"`
	Deepest Fall   `json:"deepest"`
	// Longest is the largest rise of gross until net pay is again what it was before a fall.
	Longest int64 `json:"longest"`
}

// roundings is the value of Steps.Lines if no single line rises by more than gross.
const roundings = "roundings"

// Class is the proof for a profile.
type Class struct {
	Profile string `json:"profile"`
	From    int64  `json:"from"`
	To      int64  `json:"to"`
	Pays    int64  `json:"pays"` // computed
	Refused int64  `json:"refused,omitempty"`
	// Deductions is the largest fall of the deductions.
	Deductions int64   `json:"deductions,omitempty"`
	Steps      []Steps `json:"steps"`
	// Bound is the largest fall that the second method allows while no rule changes, or -1
	// if it cannot follow the rules. Changes is the number of pays at which a rule changes.
	Bound   int64 `json:"bound"`
	Changes int   `json:"changes"`
	// Thresholds is the number of the curve's thresholds that are changes; Elsewhere names
	// the others.
	Thresholds int      `json:"thresholds,omitempty"`
	Elsewhere  []string `json:"elsewhere,omitempty"`
	// Falls are the larger falls with their reasons; both methods find them.
	Falls []Named `json:"falls,omitempty"`
	Over  []Fall  `json:"over,omitempty"`
}

// Named is a fall with its reason: the threshold or the lines that cause it.
type Named struct {
	At     Fall   `json:"at"`
	Reason string `json:"reason"`
}

// climber computes the pays of a profile in ascending order.
type climber struct {
	subject  *subject
	take     *rules.TakeHome
	scenario *rules.Scenario
	class    *Class
	steps    map[string]*Steps
	dips     []Named // deeper than the second method allows while no rule changes
	bounds   *Bounds
	lines    [2]map[string]int64
}

// sampled is the number of pays between two comparisons with the whole answer and the search.
const sampled = 200_003

// prove proves a profile by both methods, or only by the second if step is 0. Step is the
// number of cents from one pay to the next.
func (s *subject) prove(p profile, step int64) (*Class, error) {
	scenario, take, err := s.takeHome(p)
	if err != nil {
		return nil, err
	}
	defer take.Release()
	c := &climber{
		subject: s, take: take, scenario: scenario, steps: map[string]*Steps{},
		class: &Class{Profile: p.name(s.fields), From: take.Smallest, To: min(take.Largest, s.highest), Bound: -1},
		lines: [2]map[string]int64{{}, {}},
	}
	if c.bounds, err = bounds(take, c.class.From, c.class.To); err == nil {
		c.class.Bound, c.class.Changes, c.class.Over = c.bounds.Steps, len(c.bounds.Changes), c.bounds.Over
	} else if err != errTooMany {
		return nil, err
	}
	if step > 0 {
		if err := c.climb(step); err != nil {
			return nil, fmt.Errorf("%s: %w", c.class.Profile, err)
		}
		err = c.agree(step)
	} else {
		err = c.listed()
	}
	if err != nil {
		return nil, fmt.Errorf("%s, %s: %w", s, c.class.Profile, err)
	}
	return c.class, nil
}

// climb computes net pay at every step of gross and records its falls.
func (c *climber) climb(step int64) error {
	var peak, peakAt, low, lowAt, least int64 // of net pay, and of the deductions the most
	open, began := false, false
	closeDip := func(at int64) error {
		if !open {
			return nil
		}
		open = false
		return c.dip(Fall{peakAt, lowAt, peak - low}, at)
	}
	for gross := c.class.From; gross <= c.class.To; gross += step {
		net, accepted, err := c.take.Net(gross)
		if err != nil {
			return err
		}
		if !accepted {
			c.class.Refused++
			if err := closeDip(gross); err != nil {
				return err
			}
			began = false
			continue
		}
		c.class.Pays++
		if c.class.Pays%sampled == 1 {
			if err := c.whole(gross, net, step == 1 && !open && began && net > peak); err != nil {
				return err
			}
		}
		if deducted := gross - net; !began || deducted > least {
			least = deducted
		} else if least-deducted > c.class.Deductions {
			c.class.Deductions = least - deducted
		}
		switch {
		case !began || net >= peak:
			if err := closeDip(gross); err != nil {
				return err
			}
			peak, peakAt, began = net, gross, true
		case !open || net < low:
			low, lowAt, open = net, gross, true
		}
	}
	return closeDip(c.class.To)
}

// dip adds a fall to those for the same reason.
func (c *climber) dip(f Fall, end int64) error {
	reason, err := c.reason(f)
	if err != nil {
		return err
	}
	s := c.steps[reason]
	if s == nil {
		s = &Steps{Lines: reason}
		c.steps[reason] = s
	}
	if s.Count++; f.Size > s.Deepest.Size {
		s.Deepest = f
	}
	s.Longest = max(s.Longest, end-f.From)
	if c.class.Bound >= 0 && f.Size > c.class.Bound {
		c.dips = append(c.dips, Named{f, reason})
	}
	return nil
}

// reason returns the lines that rise by more than gross, the largest rise first.
func (c *climber) reason(f Fall) (string, error) {
	if err := c.take.Lines(f.From, c.lines[0]); err != nil {
		return "", err
	}
	if err := c.take.Lines(f.To, c.lines[1]); err != nil {
		return "", err
	}
	var keys []string
	for key, amount := range c.lines[1] {
		if amount-c.lines[0][key] > f.To-f.From {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return roundings, nil
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.lines[1][b]-c.lines[0][b], c.lines[1][a]-c.lines[0][a]), cmp.Compare(a, b))
	})
	return strings.Join(keys, " + "), nil
}

// agree compares the falls with those that the second method and the rules allow.
func (c *climber) agree(step int64) error {
	c.class.Steps = make([]Steps, 0, len(c.steps))
	for _, key := range slices.Sorted(maps.Keys(c.steps)) {
		c.class.Steps = append(c.class.Steps, *c.steps[key])
	}
	if largest := c.class.Largest(); c.take.Searched && largest.Size > c.take.NetFall {
		return fmt.Errorf("net pay falls %s, but net_to_gross declares at most %s", largest, money(c.take.NetFall))
	}
	if c.take.Searched && c.class.Deductions > c.take.DeductionsFall {
		return fmt.Errorf("deductions fall by %s, but net_to_gross declares at most %s", money(c.class.Deductions), money(c.take.DeductionsFall))
	}
	if c.class.Bound < 0 {
		return nil
	}
	if step == 1 {
		for _, dip := range c.dips {
			if !slices.ContainsFunc(c.bounds.Falls, dip.At.has) && !slices.ContainsFunc(c.class.Over, dip.At.has) {
				return fmt.Errorf("net pay falls %s; the second method allows %s there and finds no change", dip.At, money(c.class.Bound))
			}
		}
		for _, fall := range c.bounds.Falls {
			if fall.Size > c.class.Bound && !slices.ContainsFunc(c.dips, func(dip Named) bool { return dip.At.has(fall) }) {
				return fmt.Errorf("the second method finds a fall %s that the first does not", fall)
			}
		}
	}
	return c.listed()
}

// has reports whether two falls overlap.
func (f Fall) has(other Fall) bool { return other.From <= f.To && f.From <= other.To }

// listed adds the falls at rule changes that are larger than the steps, with the thresholds
// of the curve or the lines that cause them.
func (c *climber) listed() error {
	if c.class.Bound < 0 {
		return nil
	}
	thresholds, err := c.subject.book.Thresholds(c.scenario, number.New(c.class.From, 2), number.New(c.class.To, 2))
	if err != nil {
		return err
	}
	for _, t := range thresholds {
		if at, _ := t.Amount.Units(2); !slices.Contains(c.bounds.Changes, at) && !slices.Contains(c.bounds.Changes, at+1) {
			c.class.Elsewhere = append(c.class.Elsewhere, t.Key)
		}
	}
	c.class.Thresholds = len(thresholds) - len(c.class.Elsewhere)
	for _, fall := range c.bounds.Falls {
		if fall.Size <= c.class.Bound {
			continue
		}
		reason, err := c.reason(fall)
		if err != nil {
			return err
		}
		for _, t := range thresholds {
			if at, _ := t.Amount.Units(2); at >= fall.From && at <= fall.To {
				reason = t.Key + ": " + reason
			}
		}
		c.class.Falls = append(c.class.Falls, Named{fall, reason})
	}
	return nil
}

// Largest returns the largest fall among the steps.
func (c *Class) Largest() (largest Fall) {
	for _, s := range c.Steps {
		if s.Deepest.Size > largest.Size {
			largest = s.Deepest
		}
	}
	return largest
}

// whole compares net with the whole answer, and the lines of that with its totals. With
// highest, no smaller gross has as much net, and the search must find this gross.
func (c *climber) whole(gross, net int64, highest bool) error {
	c.scenario.Amount = number.New(gross, 2)
	r, err := c.subject.book.Net(c.scenario)
	if err != nil {
		return fmt.Errorf("gross %s: %w", money(gross), err)
	}
	defer r.Release()
	if got, _ := r.Net.Units(2); got != net {
		return fmt.Errorf("gross %s: net is %s, but %s in the whole answer", money(gross), money(net), r.Net)
	}
	var deducted, employer number.Decimal
	for i := range r.Lines {
		line := &r.Lines[i]
		if line.Amount.Places() > 2 {
			return fmt.Errorf("gross %s: %s is %s, which has more than two decimals", money(gross), line.Key, line.Amount)
		}
		if line.Payer == employee {
			deducted = deducted.Add(line.Amount)
		} else {
			employer = employer.Add(line.Amount)
		}
	}
	if deducted.Cmp(r.EmployeeDeductions) != 0 || r.Gross.Sub(deducted).Cmp(r.Net) != 0 || employer.Cmp(r.EmployerContributions) != 0 || r.Gross.Add(employer).Cmp(r.EmployerCost) != 0 {
		return fmt.Errorf("gross %s: the totals are not the sums of the lines", money(gross))
	}
	if !highest || !c.take.Searched || net <= 0 {
		return nil
	}
	c.scenario.Amount = number.New(net, 2)
	found, err := c.subject.book.Gross(c.scenario)
	if err != nil {
		return fmt.Errorf("net %s: %w", money(net), err)
	}
	defer found.Release()
	if got, _ := found.Gross.Units(2); got != gross {
		return fmt.Errorf("net %s: the search finds %s, but %s is the smallest gross", money(net), found.Gross, money(gross))
	}
	return nil
}

// employee is the payer of the lines that are deducted.
const employee = "employee"

func money(cents int64) string { return string(number.New(cents, 2).AppendFixed(nil, 2)) }
