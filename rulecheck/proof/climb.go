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

// Amount is an amount in cents.
type Amount int64

// String returns the amount with two decimals.
func (a Amount) String() string { return string(number.New(int64(a), 2).AppendFixed(nil, 2)) }

// MarshalJSON writes the amount as a number.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// Fall is a fall of net pay between two pays.
type Fall struct {
	From Amount `json:"from"`
	To   Amount `json:"to"`
	Size Amount `json:"size"`
}

// Falls are the falls for one reason: the lines that rise by more than gross.
type Falls struct {
	Lines   string `json:"lines"`
	Count   int    `json:"count"`
	Deepest Fall   `json:"deepest"`
}

// roundings is the value of Falls.Lines if no single line rises by more than gross.
const roundings = "roundings"

// Class is the result for a profile.
type Class struct {
	Profile string  `json:"profile"`
	Pays    int64   `json:"pays"` // computed
	Falls   []Falls `json:"falls"`
	// Deductions is the largest fall of the deductions.
	Deductions Amount `json:"deductions_fall"`
	// DeclaredNet and DeclaredDeductions are the largest falls that the rules declare.
	DeclaredNet        Amount `json:"declared_net_fall"`
	DeclaredDeductions Amount `json:"declared_deductions_fall"`
	// Undeclared says which fall is larger than declared; empty if none is.
	Undeclared string `json:"undeclared,omitempty"`
}

// climber computes the pays of a profile in ascending order.
type climber struct {
	take  *rules.TakeHome
	class *Class
	falls map[string]*Falls
	lines [2]map[string]int64
}

// climb computes net pay of a profile at every step of gross.
func (y *Year) climb(p profile, step int64) (*Class, error) {
	take, err := y.book.TakeHome(y.scenario(p))
	if err != nil {
		return nil, err
	}
	defer take.Release()
	if err := take.Specialize(); err != nil {
		return nil, err
	}
	c := &climber{take: take, class: &Class{Profile: p.name(y.fields), Falls: []Falls{}}, falls: map[string]*Falls{}, lines: [2]map[string]int64{{}, {}}}
	if err := c.all(min(take.Largest, y.highest), step); err != nil {
		return nil, fmt.Errorf("%s: %w", c.class.Profile, err)
	}
	for _, lines := range slices.Sorted(maps.Keys(c.falls)) {
		c.class.Falls = append(c.class.Falls, *c.falls[lines])
	}
	c.judge()
	return c.class, nil
}

// all computes net pay from the smallest gross on, and records its falls.
func (c *climber) all(largest, step int64) error {
	var peak, peakAt, low, lowAt, most int64 // most is of the deductions
	began, falling := false, false
	end := func() error {
		if !falling {
			return nil
		}
		falling = false
		return c.add(Fall{Amount(peakAt), Amount(lowAt), Amount(peak - low)})
	}
	for gross := c.take.Smallest; gross <= largest; gross += step {
		net, accepted, err := c.take.Net(gross)
		switch {
		case err != nil:
			return err
		case !accepted:
			if err := end(); err != nil {
				return err
			}
			began = false
			continue
		}
		c.class.Pays++
		if deducted := gross - net; !began || deducted > most {
			most = deducted
		} else {
			c.class.Deductions = max(c.class.Deductions, Amount(most-deducted))
		}
		switch {
		case !began || net >= peak:
			if err := end(); err != nil {
				return err
			}
			peak, peakAt, began = net, gross, true
		case !falling || net < low:
			low, lowAt, falling = net, gross, true
		}
	}
	return end()
}

// add adds a fall to those for the same reason.
func (c *climber) add(f Fall) error {
	for i, gross := range []Amount{f.From, f.To} {
		if err := c.take.Lines(int64(gross), c.lines[i]); err != nil {
			return err
		}
	}
	rise := func(key string) Amount { return Amount(c.lines[1][key] - c.lines[0][key]) }
	keys := slices.Collect(maps.Keys(c.lines[1]))
	keys = slices.DeleteFunc(keys, func(key string) bool { return rise(key) <= f.To-f.From })
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(rise(b), rise(a)), cmp.Compare(a, b)) })
	lines := cmp.Or(strings.Join(keys, " + "), roundings)
	if c.falls[lines] == nil {
		c.falls[lines] = &Falls{Lines: lines}
	}
	known := c.falls[lines]
	if known.Count++; f.Size > known.Deepest.Size {
		known.Deepest = f
	}
	return nil
}

// judge compares the falls with those that the rules declare, if they answer which gross
// gives a net.
func (c *climber) judge() {
	if !c.take.Searched {
		return
	}
	class := c.class
	class.DeclaredNet, class.DeclaredDeductions = Amount(c.take.NetFall), Amount(c.take.DeductionsFall)
	for _, f := range class.Falls {
		if f.Deepest.Size > class.DeclaredNet {
			class.Undeclared = fmt.Sprintf("net pay falls by %s between %s and %s (%s), and the rules declare at most %s", f.Deepest.Size, f.Deepest.From, f.Deepest.To, f.Lines, class.DeclaredNet)
		}
	}
	if class.Undeclared == "" && class.Deductions > class.DeclaredDeductions {
		class.Undeclared = fmt.Sprintf("deductions fall by %s, and the rules declare at most %s", class.Deductions, class.DeclaredDeductions)
	}
}
