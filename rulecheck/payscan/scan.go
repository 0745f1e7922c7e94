package payscan

import (
	"errors"
	"fmt"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// Kind is what is remarkable about a stretch of pay.
type Kind string

// The kinds of findings.
const (
	// Fall: net pay falls by more than the rules declare for the steps of the tax.
	Fall Kind = "fall"
	// Over: over a stretch of pay more is deducted than gross pay rises.
	Over Kind = "rate above 100 %"
	// Rise: deductions fall by more than the rules declare, so net pay jumps up.
	Rise Kind = "rise"
)

// Scan says which pays are looked at. Amounts are cents.
type Scan struct {
	Book    *rules.Book
	Country string // its code
	Folder  string // of the country's rules
	Year    int
	Period  string
	Person  yeardiff.Person
	// Step lies between two pays, Stretch is how far a rate is looked at.
	Step, Stretch int64
	// Highest is the largest pay.
	Highest int64

	asked *rules.Scenario
}

// Over gives the scan another pay period: its amounts become those that are as much
// of a year, of at least a cent.
func (s Scan) Over(country *rules.Country, period string) Scan {
	from, to := country.PerYear(s.Period), country.PerYear(period)
	for _, amount := range []*int64{&s.Step, &s.Stretch, &s.Highest} {
		*amount = max(1, *amount*from/to)
	}
	s.Stretch = max(s.Stretch, s.Step)
	s.Period = period
	return s
}

// stretch is what was found between two pays.
type stretch struct {
	kind     Kind
	from, to int64
	change   int64 // of net pay
	end      int64 // of the last jump that is left out for this one
}

// point is a pay with its net pay.
type point struct{ gross, net int64 }

// points computes the net pay of every step, from the smallest pay that the rules
// support to the largest, and the bounds that they declare. The error is a *rules.Refusal where the
// rules refuse every pay.
func (s *Scan) points() (points []point, netFall, deductionsFall int64, err error) {
	var refused *rules.Refusal
	for gross := s.Step; gross <= s.Highest; gross += s.Step {
		net, err := s.net(gross)
		if refusal := new(rules.Refusal); errors.As(err, &refusal) {
			if len(points) > 0 && len(refusal.Loc) == 1 && refusal.Loc[0] == rules.AmountField {
				break // here ends the pay of a kind of employment
			}
			if len(points) > 0 {
				return nil, 0, 0, fmt.Errorf("pay of %s is refused, smaller pay is not: %v", number.New(gross, 2), err)
			}
			refused = refusal
			continue
		}
		if err != nil {
			return nil, 0, 0, err
		}
		points = append(points, point{gross, net})
	}
	if len(points) == 0 {
		if refused != nil {
			return nil, 0, 0, refused
		}
		return nil, 0, 0, nil
	}
	scenario, err := s.scenario(points[0].gross)
	if err != nil {
		return nil, 0, 0, err
	}
	declared, err := s.Book.Falls(scenario, number.New(points[0].gross, 2), number.New(points[0].gross, 2))
	if err != nil {
		return nil, 0, 0, err
	}
	netFall, _ = declared.DeclaredNet.Units(2)
	deductionsFall, _ = declared.DeclaredDeductions.Units(2)
	return points, netFall, deductionsFall, nil
}

// find lists the remarkable stretches. Those over 100 % that overlap are one, and of
// jumps that follow one another within a stretch the largest is listed.
func (s *Scan) find() ([]stretch, error) {
	points, netFall, deductionsFall, err := s.points()
	if err != nil {
		return nil, err
	}
	net := func(gross int64) int64 { return points[(gross-points[0].gross)/s.Step].net }
	var found []stretch
	last := map[Kind]int{} // where the last of a kind is in found
	add := func(st stretch) {
		st.end = st.to
		at, any := last[st.kind]
		switch {
		case !any || st.kind == Over && st.from > found[at].to || st.kind != Over && st.from > found[at].end+s.Stretch:
			last[st.kind] = len(found)
			found = append(found, st)
		case st.kind == Over:
			found[at].to = st.to
			found[at].change = net(st.to) - net(found[at].from)
		case max(st.change, -st.change) > max(found[at].change, -found[at].change):
			found[at] = st
		default:
			found[at].end = st.end
		}
	}
	width := int(s.Stretch / s.Step)
	for i := 1; i < len(points); i++ {
		change := points[i].net - points[i-1].net
		switch {
		case change < -netFall:
			add(stretch{kind: Fall, from: points[i-1].gross, to: points[i].gross, change: change})
		case change > s.Step+deductionsFall:
			add(stretch{kind: Rise, from: points[i-1].gross, to: points[i].gross, change: change})
		}
		if i < width {
			continue
		}
		if change := points[i].net - points[i-width].net; change < -netFall {
			add(stretch{kind: Over, from: points[i-width].gross, to: points[i].gross, change: change})
		}
	}
	return found, nil
}

// scenario asks for the net pay of a gross. The next call changes it.
func (s *Scan) scenario(gross int64) (*rules.Scenario, error) {
	amount := number.New(gross, 2)
	if s.asked == nil {
		asked, err := yeardiff.Scenario(s.Book, s.Country, s.Year, s.Period, amount.String(), s.Person)
		if err != nil {
			return nil, err
		}
		s.asked = asked
	}
	s.asked.Amount = amount
	return s.asked, nil
}

func (s *Scan) net(gross int64) (int64, error) {
	scenario, err := s.scenario(gross)
	if err != nil {
		return 0, err
	}
	result, err := s.Book.Net(scenario)
	if err != nil {
		return 0, err
	}
	defer result.Release()
	net, _ := result.Net.Units(2)
	return net, nil
}
