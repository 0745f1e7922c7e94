package conformance

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// mixedSeed makes the questions reproducible.
const mixedSeed = 2026

// asker answers made-up questions: the inputs of a program, or one request.
type asker interface {
	checker
	answers(question []string) string
}

// DiffersMixed sends two subjects a number of requests mixed from several cases: each input
// of a program from any of its cases, or the request of one of the given cases with some
// members of another one of the same year. Some numbers and times are changed as well. It
// returns the first question with different answers or refusals; empty if there is none.
func (s *Set) DiffersMixed(before, after Subject, cases, ofYear []int, questions int) (question string, err error) {
	var sides [2]asker
	for i, subject := range []Subject{before, after} {
		start, err := s.prepare(subject)
		if err != nil {
			return "", err
		}
		side, is := start().(asker)
		if !is {
			return "", errors.New("set " + s.Name + " cannot be mixed")
		}
		sides[i] = side
		defer side.close()
	}
	random := rand.New(rand.NewPCG(mixedSeed, mixedSeed))
	for range questions {
		asked := s.mixed(cases, ofYear, random)
		if sides[0].answers(asked) != sides[1].answers(asked) {
			if s.table == nil {
				return s.Name + ": " + asked[0], nil
			}
			return strings.Join(s.table.inputs, ",") + " = " + strings.Join(asked, ","), nil
		}
	}
	return "", nil
}

func (s *Set) mixed(cases, ofYear []int, random *rand.Rand) []string {
	if s.table != nil {
		cells := make([]string, len(s.table.inputs))
		for k := range cells {
			cells[k] = moved(s.table.rows[random.IntN(len(s.table.rows))].inputs[k], random)
		}
		return cells
	}
	var requests [2]any
	for i, of := range [][]int{cases, ofYear} {
		decoder := json.NewDecoder(strings.NewReader(string(s.answers[of[random.IntN(len(of))]].text)))
		decoder.UseNumber()
		_ = decoder.Decode(&requests[i]) // valid: it was read with the case
	}
	text, _ := json.Marshal(mix(requests[0], requests[1], random))
	return []string{string(text)}
}

// mix returns a value with some members of another, and some numbers and times changed.
func mix(a, b any, random *rand.Rand) any {
	const share = 5 // one in five members is the other's
	switch a := a.(type) {
	case map[string]any:
		b, _ := b.(map[string]any)
		all := maps.Clone(a)
		maps.Copy(all, b)
		mixed := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(all)) {
			own, has := a[name]
			other, offers := b[name]
			switch {
			case name == "year": // is the same in all cases
			case random.IntN(share) == 0:
				own, has = other, offers
			case has:
				own = mix(own, other, random)
			}
			if has {
				mixed[name] = own
			}
		}
		return mixed
	case []any:
		b, _ := b.([]any)
		mixed := slices.Clone(a)
		for i := range mixed {
			var other any
			if i < len(b) {
				other = b[i]
			}
			mixed[i] = mix(a[i], other, random)
		}
		return mixed
	case json.Number:
		text := a.String()
		if random.IntN(2) == 0 && !strings.Contains(text, ".") {
			text += ".00"
		}
		if to := moved(text, random); to != text {
			return json.Number(to)
		}
	case string:
		return later(a, random)
	}
	return a
}

// later returns a text; of a time, one in five is moved by at most two days.
func later(text string, random *rand.Rand) string {
	const days, halfHours, share = 2, 48, 5
	for _, layout := range []string{"2006-01-02T15:04", time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil && random.IntN(share) == 0 {
			return at.Add(time.Duration(random.IntN(2*days*halfHours+1)-days*halfHours) * time.Hour / 2).Format(layout)
		}
	}
	return text
}

// moved returns a cell; every second large number is raised by up to a hundredth.
func moved(cell string, random *rand.Rand) string {
	d, err := number.Parse(cell)
	const cents, shares = 2, 100
	if err != nil || d.Cmp(number.New(shares, 0)) < 0 || random.IntN(2) == 0 {
		return cell
	}
	part := d.Mul(number.New(random.Int64N(shares), cents+cents))
	return d.Add(part).Round(d.Places(), number.Down).String()
}

// answers returns the outputs of a row, or the error.
func (c *programChecker) answers(cells []string) string {
	if err := c.execute(cells); err != nil {
		return err.Error()
	}
	var shown strings.Builder
	for _, output := range c.outputs {
		shown.WriteString(c.run.Show(output) + " ")
	}
	return shown.String()
}

// answers returns the answer to a request, or the refusal.
func (c *answerChecker) answers(request []string) string {
	text, err := c.operation.AnswerJSON(nil, []byte(request[0]), wording.Accept(c.set.Language))
	if err != nil {
		return err.Error()
	}
	answer, _, _ := strings.Cut(string(text), `"rules_version"`) // differs after any change of the files
	return answer
}
