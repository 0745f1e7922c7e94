package conformance

import (
	"math/rand/v2"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// mixedSeed makes the same rows every time.
const mixedSeed = 2026

// DiffersMixed runs the set's program as two subjects have it over rows whose inputs are
// taken from different cases, numbers often moved besides, and returns the inputs of the
// first row on which the outputs differ, empty where none do.
func (s *Set) DiffersMixed(before, after Subject, rows int) (inputs string, err error) {
	var sides [2]*programChecker
	for i, subject := range []Subject{before, after} {
		start, err := s.prepareProgram(&subject)
		if err != nil {
			return "", err
		}
		sides[i] = start().(*programChecker)
		defer sides[i].close()
	}
	random := rand.New(rand.NewPCG(mixedSeed, mixedSeed))
	cells := make([]string, len(s.table.inputs))
	for range rows {
		for k := range cells {
			cells[k] = moved(s.table.rows[random.IntN(len(s.table.rows))].inputs[k], random)
		}
		if first := sides[0].answers(cells); first != "" && first != sides[1].answers(cells) {
			return strings.Join(s.table.inputs, ",") + " = " + strings.Join(cells, ","), nil
		}
	}
	return "", nil
}

// moved is a cell, or every second time a number of at most a hundredth above it.
func moved(cell string, random *rand.Rand) string {
	d, err := number.Parse(cell)
	const cents, shares = 2, 100
	if err != nil || d.Cmp(number.New(shares, 0)) < 0 || random.IntN(2) == 0 {
		return cell
	}
	part := d.Mul(number.New(random.Int64N(shares), cents+cents))
	return d.Add(part).Round(d.Places(), number.Down).String()
}

// answers are the outputs of a row; empty where the row is refused.
func (c *programChecker) answers(cells []string) string {
	if c.execute(cells) != nil {
		return ""
	}
	var shown strings.Builder
	for _, output := range c.outputs {
		shown.WriteString(c.run.Show(output) + " ")
	}
	return shown.String()
}
