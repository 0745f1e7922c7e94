package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
)

// TakeHome answers the take-home pay of a scenario, whose amount does not count, for
// any gross, millions of times: amounts are cents. It serves one goroutine at a time.
type TakeHome struct {
	Bounds
	// Searched reports whether the rules answer which gross gives a net. Otherwise they
	// declare no falls, and accept any gross that the service takes.
	Searched bool

	search *search
}

// TakeHome prepares to answer. The error is a *Refusal where the rules refuse the
// scenario, whatever its gross.
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

// Release gives the memory back.
func (t *TakeHome) Release() { t.search.release() }

// Net is the net of a gross; accepted is false where the rules refuse that gross.
func (t *TakeHome) Net(gross int64) (net int64, accepted bool, err error) {
	net, err = t.search.net(gross)
	if errors.Is(err, errRefused) {
		return 0, false, nil
	}
	return net, err == nil, err
}

// Lines puts the amounts of the employee's lines at a gross into a map, by their keys.
func (t *TakeHome) Lines(gross int64, amounts map[string]int64) error {
	clear(amounts)
	if _, _, err := t.Net(gross); err != nil {
		return err
	}
	for line := range t.search.run.EachLine {
		if amount, has := line.Number(lineAmount); has {
			amounts[line.Word(lineKey)] += units(amount)
		}
	}
	return nil
}

// Grow is how deductions move over a span of gross: between two pays that are d apart
// they rise by at most Most·d + Rises, from the rules themselves and without trying a
// pay. decided is false where a rule changes within the span, refused says that the
// rules refuse all of it.
func (t *TakeHome) Grow(from, to int64) (deductions machine.Growth, refused, decided bool) {
	run := t.search.run
	emissions, decided := run.Frame().Grow(run.Executable.Program.Inputs[t.search.input].Slot, from, to)
	if !decided {
		return machine.Growth{}, false, false
	}
	total := machine.Growth{Least: new(big.Rat), Most: new(big.Rat), Falls: new(big.Rat), Rises: new(big.Rat)}
	for _, e := range emissions {
		switch site := run.Executable.Sites[e.Site]; site.Kind {
		case execution.RefuseSite:
			return total, true, true
		case execution.LineSite:
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

// Path marks in taken which way the conditions of the calculation go at a gross, and
// which entries of tables it reads, by numbers as package machine gives them.
func (t *TakeHome) Path(gross int64, taken map[uint64]bool) {
	t.search.run.SetInt(t.search.input, gross)
	t.search.run.Frame().Path(taken)
}

// Laws lists the days from which on the law of a year holds; one that is empty where
// it does not change within the year.
func (c *Country) Laws(number int) []string {
	var days []string
	for _, s := range c.year(number).stretches {
		days = append(days, s.changedOn())
	}
	return days
}

// law is the year as it stands from a day of Laws on.
func (c *Country) law(number int, day string) *year {
	y := c.year(number)
	for _, s := range y.stretches {
		if s.changedOn() == day {
			y = s
		}
	}
	return y
}

// Declared are the programs of a year and day by name, as its files declare them; the
// one that begins is NetProgram.
func (c *Country) Declared(number int, day string) map[string]*declaration.Program {
	y, declared := c.law(number, day), map[string]*declaration.Program{}
	for _, name := range y.module.ProgramNames {
		p, _ := y.module.Program(name)
		declared[name] = p.Declaration
	}
	return declared
}

// Digest names what take-home pay of a year and day comes from: the figures and
// formulas that it is computed with. Texts do not count.
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
