package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
)

// TakeHome computes the take-home pay of a scenario at any gross, millions of times; the
// amount of the scenario is ignored. Amounts are cents. It serves one goroutine at a time.
type TakeHome struct {
	Bounds
	// Searched reports whether the rules answer which gross gives a net. Otherwise they
	// declare no falls, and accept any gross that the service takes.
	Searched bool

	search *search
}

// TakeHome prepares a TakeHome. The error is a *Refusal if the rules refuse the scenario
// at any gross.
func (b *Book) TakeHome(s *Scenario) (*TakeHome, error) {
	s, y, _, err := b.locate(s)
	if err != nil {
		return nil, err
	}
	t := &TakeHome{Bounds: Bounds{Smallest: 1, Largest: units(b.service.GrossMax)}}
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
	t.search = &search{Bounds: declared, run: takeHome.Run(), input: y.gross}
	if err := y.set(t.search.run, y.inputs, s, number.New(t.Smallest, 2)); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

// Release returns the memory for other uses.
func (t *TakeHome) Release() { t.search.release() }

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

// Grow bounds how deductions grow over a span of gross, from the rules alone: between two
// pays that are d apart they rise by at most Most·d + Rises. decided is false if a
// condition changes within the span; refused is true if the rules refuse all of it.
func (t *TakeHome) Grow(from, to int64) (deductions machine.Growth, refused, decided bool) {
	grown := t.search.run
	emissions, decided := grown.Frame().Grow(grown.Executable.Program.Inputs[t.search.input].Slot, from, to)
	if !decided {
		return machine.Growth{}, false, false
	}
	total := machine.Growth{Least: new(big.Rat), Most: new(big.Rat), Falls: new(big.Rat), Rises: new(big.Rat)}
	for _, e := range emissions {
		switch site := grown.Executable.Sites[e.Site]; site.Kind {
		case run.RefuseSite:
			return total, true, true
		case run.LineSite:
			if len(e.Args) > 1 && e.Args[1].Low != e.Args[1].High {
				return total, false, false
			}
			if amount := e.Args[0]; amount.Least != nil && (len(e.Args) == 1 || e.Args[1].Low != 0) {
				total.Most.Add(total.Most, amount.Most)
				total.Rises.Add(total.Rises, amount.Rises)
			}
		}
	}
	return total, false, true
}

// Path marks in taken the branches that the calculation takes at a gross and the entries
// of tables that it reads, by the numbers of package machine.
func (t *TakeHome) Path(gross int64, taken map[uint64]bool) {
	t.search.run.SetInt(t.search.input, gross)
	t.search.run.Frame().Path(taken)
}

// Laws lists the first days of the stretches of a year; a single empty one if the law
// does not change within the year.
func (c *Country) Laws(number int) []string {
	var days []string
	for _, s := range c.year(number).stretches {
		days = append(days, s.changedOn())
	}
	return days
}

// law returns the stretch of a year that begins on a day of Laws.
func (c *Country) law(number int, day string) *year {
	y := c.year(number)
	for _, s := range y.stretches {
		if s.changedOn() == day {
			y = s
		}
	}
	return y
}

// Declared returns the programs of a year and day by name, as its files declare them.
// NetProgram calls the others.
func (c *Country) Declared(number int, day string) map[string]*syntax.Program {
	return c.law(number, day).declared()
}

func (y *year) declared() map[string]*syntax.Program {
	programs := map[string]*syntax.Program{}
	for _, name := range y.module.ProgramNames {
		p, _ := y.module.Program(name)
		programs[name] = p.Declaration
	}
	return programs
}

// Digest identifies the figures and formulas that take-home pay of a year and day is
// computed with. Texts do not count.
func (c *Country) Digest(number int, day string) (string, error) {
	y := c.law(number, day)
	hash := sha256.New()
	for _, program := range []compiled{y.takeHome, y.reverse} {
		e, err := program()
		if err != nil {
			return "", err
		}
		hash.Write(e.Code.Digest())
		fmt.Fprint(hash, e.Template)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
