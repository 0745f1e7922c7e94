package payscan

import (
	"errors"

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
	Country string
	Year    int
	Period  string
	Person  yeardiff.Person
	// Step lies between two pays, Stretch is how far a rate is looked at.
	Step, Stretch int64
	// Highest is the largest pay.
	Highest int64
}

// stretch is what was found between two pays.
type stretch struct {
	kind     Kind
	from, to int64
	change   int64 // of net pay
}

// point is a pay with its net pay.
type point struct{ gross, net int64 }

// points computes the net pay of every step, from the smallest pay that the rules
// support, and the bounds that they declare.
func (s *Scan) points() (points []point, netFall, deductionsFall int64, err error) {
	for gross := s.Step; gross <= s.Highest; gross += s.Step {
		net, err := s.net(gross)
		if refusal := new(rules.Refusal); errors.As(err, &refusal) {
			if len(points) > 0 {
				return nil, 0, 0, err
			}
			continue
		}
		if err != nil {
			return nil, 0, 0, err
		}
		points = append(points, point{gross, net})
	}
	if len(points) == 0 {
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

// find lists the remarkable stretches. Over and over the same stretch is listed once.
func (s *Scan) find() ([]stretch, error) {
	points, netFall, deductionsFall, err := s.points()
	if err != nil {
		return nil, err
	}
	var found []stretch
	width := int(s.Stretch / s.Step)
	for i := 1; i < len(points); i++ {
		change := points[i].net - points[i-1].net
		switch {
		case change < -netFall:
			found = append(found, stretch{Fall, points[i-1].gross, points[i].gross, change})
		case change > s.Step+deductionsFall:
			found = append(found, stretch{Rise, points[i-1].gross, points[i].gross, change})
		}
		if i < width {
			continue
		}
		if change := points[i].net - points[i-width].net; change < -netFall {
			if last := len(found) - 1; last >= 0 && found[last].kind == Over && found[last].to >= points[i-width].gross {
				found[last].to = points[i].gross
				continue
			}
			found = append(found, stretch{Over, points[i-width].gross, points[i].gross, change})
		}
	}
	return found, nil
}

func (s *Scan) scenario(gross int64) (*rules.Scenario, error) {
	return yeardiff.Scenario(s.Book, s.Country, s.Year, s.Period, number.New(gross, 2).String(), s.Person)
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
