package rules

import (
	"errors"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
)

// TakeHome computes the take-home pay of a scenario at any gross, millions of times; the
// amount of the scenario is ignored. Amounts are cents. It serves one goroutine at a time.
type TakeHome struct {
	Bounds
	// Searched reports whether the rules answer which gross gives a net. Otherwise they
	// declare no falls, and accept any gross that the service takes.
	Searched bool

	search   *search
	year     *year
	scenario *Scenario
	counted  *run.Run // for Path; nil before its first call
}

// TakeHome prepares a TakeHome. The error is a *Refusal if the rules refuse the scenario
// at any gross.
func (b *Book) TakeHome(s *Scenario) (*TakeHome, error) {
	s, y, _, err := b.find(s)
	if err != nil {
		return nil, err
	}
	t := &TakeHome{year: y, scenario: s, Bounds: Bounds{Smallest: 1, Largest: units(b.service.GrossMax)}}
	declared, err := b.bounds(y, s)
	if refused := new(Refusal); err != nil && !errors.As(err, &refused) {
		return nil, err
	}
	if t.Searched = err == nil; t.Searched {
		t.Bounds = declared
	}
	takeHome, err := y.takeHome()
	if err != nil {
		return nil, err
	}
	run, err := y.bound(takeHome, y.binding, s, number.New(t.Smallest, 2))
	if err != nil {
		return nil, err
	}
	t.search = &search{Bounds: declared, run: run, input: y.gross}
	return t, nil
}

// Release returns the memory for other uses.
func (t *TakeHome) Release() {
	t.search.release()
	if t.counted != nil {
		t.counted.Release()
	}
}

// Net returns the net of a gross; accepted is false if the rules refuse that gross.
func (t *TakeHome) Net(gross int64) (net int64, accepted bool, err error) {
	net, err = t.search.net(gross)
	if errors.Is(err, errRefused) {
		return 0, false, nil
	}
	return net, err == nil, err
}

// Lines fills a map with the amounts of the employee's lines at a gross, by key.
func (t *TakeHome) Lines(gross int64, amounts map[string]int64) error {
	clear(amounts)
	if _, _, err := t.Net(gross); err != nil {
		return err
	}
	for line := range t.search.run.Outcome().Lines {
		if amount, has := line.Number(lineAmount); has {
			amounts[line.Word(lineKey)] += units(amount)
		}
	}
	return nil
}

// Path marks in taken the branches that the calculation takes at a gross, by number.
func (t *TakeHome) Path(gross int64, taken map[int]bool) error {
	if t.counted == nil {
		counted, err := t.year.counted()
		if err != nil {
			return err
		}
		if t.counted, err = t.year.bound(counted, t.year.binding, t.scenario, number.New(t.Smallest, 2)); err != nil {
			return err
		}
	}
	clear(t.counted.Counts())
	t.counted.SetInt(t.search.input, gross)
	if err := t.counted.Execute(); err != nil {
		return err
	}
	for branch, count := range t.counted.Counts() {
		if count > 0 {
			taken[branch] = true
		}
	}
	return nil
}
