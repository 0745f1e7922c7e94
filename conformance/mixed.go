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

// mixedSeed makes the same questions every time.
const mixedSeed = 2026

// asker answers made-up questions: the inputs of a program, or one request.
type asker interface {
	checker
	answers(question []string) string
}

// DiffersMixed asks two subjects so many questions that are mixed of cases: inputs of a
// program from any of its cases, or the request of one of the given cases with members of
// another's of the same year. Numbers and times are often moved besides. It returns the
// first question to which the answers or refusals differ, empty where none do.
func (s *Set) DiffersMixed(before, after Subject, cases, ofYear []int, questions int) (question string, err error) {
	var sides [2]asker
	for i, subject := range []Subject{before, after} {
		start, err := s.prepare(subject)
		if err != nil {
			return "", err
		}
		side, is := start().(asker)
		if !is {
			return "", errors.New("set " + s.Name + " asks no program")
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
		_ = decoder.Decode(&requests[i]) // read before
	}
	text, _ := json.Marshal(mix(requests[0], requests[1], random))
	return []string{string(text)}
}

// mix is a value with some members of another, and numbers and times moved.
func mix(a, b any, random *rand.Rand) any {
	const share = 5 // one member in so many is the other's
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
			case name == "year": // the cases are of one year
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

// later is a text, or now and then a time of at most two days before or after.
func later(text string, random *rand.Rand) string {
	const days, halfHours, share = 2, 48, 5
	for _, layout := range []string{"2006-01-02T15:04", time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil && random.IntN(share) == 0 {
			return at.Add(time.Duration(random.IntN(2*days*halfHours+1)-days*halfHours) * time.Hour / 2).Format(layout)
		}
	}
	return text
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

// answers are the outputs of a row, or why there are none.
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

// answers is the answer to a request, or the refusal.
func (c *answerChecker) answers(request []string) string {
	text, err := c.operation.AnswerJSON(nil, []byte(request[0]), wording.Accept(c.set.Language))
	if err != nil {
		return err.Error()
	}
	answer, _, _ := strings.Cut(string(text), `"rules_version"`) // which any change of the files changes
	return answer
}
