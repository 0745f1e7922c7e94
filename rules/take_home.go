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

	year     *year
	scenario *Scenario
	run      *run.Run // of the amounts of the employee's lines
	counted  *run.Run // for Path; nil before its first call
}

// TakeHome prepares a TakeHome. The error is a *Refusal if the rules refuse the scenario
// at any gross.
func (b *Book) TakeHome(s *Scenario) (*TakeHome, error) {
	s, y, _, err := b.find(s)
	if err != nil {
		return nil, err
	}
	bounds, err := b.bounds(y, s)
	searched := err == nil
	if refused := new(Refusal); errors.As(err, &refused) {
		bounds = Bounds{Smallest: 1, Largest: units(b.service.GrossMax)}
	} else if err != nil {
		return nil, err
	}
	t, err := b.takeHome(y, s, bounds)
	if err == nil {
		t.Searched = searched
	}
	return t, err
}

func (b *Book) takeHome(y *year, s *Scenario, bounds Bounds) (*TakeHome, error) {
	program, err := y.takeHome()
	if err != nil {
		return nil, err
	}
	run, err := y.bound(program, y.binding, s, b.service.GrossMax)
	return &TakeHome{Bounds: bounds, year: y, scenario: s, run: run}, err
}

// Specialize compiles the calculation for this scenario alone, which pays off from some hundred
// thousand gross amounts on.
func (t *TakeHome) Specialize() error {
	program, err := t.year.compileTakeHome(t.run.Slots(t.year.gross))
	if err != nil {
		return err
	}
	run, err := t.year.bound(program, t.year.binding, t.scenario, number.New(t.Smallest, 2))
	if err == nil {
		t.run.Release()
		t.run = run
	}
	return err
}

// Release returns the memory for other uses.
func (t *TakeHome) Release() {
	t.run.Release()
	if t.counted != nil {
		t.counted.Release()
	}
}

// Net returns the net of a gross; accepted is false if the rules refuse that gross.
func (t *TakeHome) Net(gross int64) (net int64, accepted bool, err error) {
	net, err = t.net(gross)
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
	for line := range t.run.Outcome().Lines {
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
	t.counted.SetInt(t.year.gross, gross)
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
