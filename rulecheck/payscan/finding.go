package payscan

import (
	"fmt"
	"slices"
	"sync"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rules"
)

// Finding is a remarkable stretch of pay with what makes it.
type Finding struct {
	// ID names the finding for exceptions.yaml: year, pay period, person and kind.
	ID     string `json:"id"`
	Kind   Kind   `json:"kind"`
	From   string `json:"from"`
	To     string `json:"to"`
	Change string `json:"net_change"`
	// Lines are the deductions that change, Branches the rules that only one side
	// of the stretch takes.
	Lines    []string `json:"lines"`
	Branches []string `json:"branches"`
	Reason   string   `json:"reason,omitempty"`
}

// Explainer names the rules behind a finding, one at a time.
type Explainer struct {
	Tracker *conformance.Tracker
	Model   *coverage.Model

	mutex sync.Mutex
}

// Run scans and explains what is found. The error is a *rules.Refusal where the
// rules refuse the person at every pay.
func (s *Scan) Run(x *Explainer) ([]Finding, error) {
	stretches, err := s.find()
	if err != nil {
		return nil, err
	}
	var findings []Finding
	for _, st := range stretches {
		if st.kind != Over {
			if st, err = s.narrow(st); err != nil {
				return nil, err
			}
		}
		f := Finding{
			ID: fmt.Sprintf("%s/%d/%s/%s/%s", s.Folder, s.Year, s.Period, s.Person.Name, st.kind), Kind: st.kind,
			From: number.New(st.from, 2).String(), To: number.New(st.to, 2).String(), Change: number.New(st.change, 2).String(),
		}
		if f.Lines, f.Branches, err = s.explain(st, x); err != nil {
			return nil, err
		}
		findings = append(findings, f)
	}
	return findings, nil
}

// narrow finds the cent at which net pay changes most.
func (s *Scan) narrow(st stretch) (stretch, error) {
	last, err := s.net(st.from)
	if err != nil {
		return st, err
	}
	narrowed := stretch{kind: st.kind, from: st.from, to: st.from}
	for gross := st.from + 1; gross <= st.to; gross++ {
		net, err := s.net(gross)
		if err != nil {
			return st, err
		}
		if change := net - last; st.kind == Fall && change < narrowed.change || st.kind == Rise && change > narrowed.change {
			narrowed.from, narrowed.to, narrowed.change = gross-1, gross, change
		}
		last = net
	}
	return narrowed, nil
}

// explain compares both ends of a stretch.
func (s *Scan) explain(st stretch, x *Explainer) (lines, branches []string, err error) {
	low, lowTaken, err := s.look(st.from, x)
	if err != nil {
		return nil, nil, err
	}
	high, highTaken, err := s.look(st.to, x)
	if err != nil {
		return nil, nil, err
	}
	lines, branches = []string{}, []string{}
	for _, line := range high.Lines {
		i := slices.IndexFunc(low.Lines, func(l rules.Line) bool { return l.Key == line.Key && l.Payer == line.Payer })
		if i >= 0 && line.Amount.Cmp(low.Lines[i].Amount) != 0 {
			lines = append(lines, fmt.Sprintf("%s %s %s → %s", line.Payer, line.Key, low.Lines[i].Amount, line.Amount))
		}
	}
	for _, name := range highTaken {
		if !slices.Contains(lowTaken, name) {
			branches = append(branches, name)
		}
	}
	return lines, branches, nil
}

// look computes a payslip with the branches that it takes.
func (s *Scan) look(gross int64, x *Explainer) (result *rules.Result, taken []string, err error) {
	scenario, err := s.scenario(gross)
	if err != nil {
		return nil, nil, err
	}
	if result, err = s.Book.Net(scenario); err != nil {
		return nil, nil, err
	}
	x.mutex.Lock()
	defer x.mutex.Unlock()
	err = x.Tracker.FollowScenario(scenario, func(trail conformance.Trail) error {
		taken = x.Model.Taken(trail)
		return nil
	})
	return result, taken, err
}
