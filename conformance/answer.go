package conformance

import (
	"errors"
	"fmt"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// answerChecker replays cases of whole answers.
type answerChecker struct {
	set  *Set
	book *rules.Book
}

// prepareAnswers makes what starts a worker on questions.
func (s *Set) prepareAnswers(book *rules.Book) (func() checker, error) {
	if book == nil {
		return nil, fmt.Errorf("set %s asks whole questions: it needs a rule book", s.Name)
	}
	return func() checker { return &answerChecker{s, book} }, nil
}

func (c *answerChecker) close() {}

func (c *answerChecker) ask(s *rules.Scenario) (*rules.Result, error) {
	if c.set.Answer == GrossAnswer {
		return c.book.Gross(s)
	}
	return c.book.Net(s)
}

func (c *answerChecker) check(i int, report func(Comparison)) {
	checkAnswer(&c.set.answers[i], c.answer, report)
}

// checkAnswer compares the answer to a case's request with what it expects.
func checkAnswer(of *answerCase, ask func(request *value) (*value, error), report func(Comparison)) {
	got, err := ask(of.request)
	if err != nil {
		report(Comparison{Case: of.name, Want: "an answer", Got: err.Error(), Result: Differs})
		return
	}
	if of.expected.member("error") == nil && got.member("error") != nil {
		report(Comparison{Case: of.name, Want: "an answer", Got: "refused: " + got.member("error").text + ": " + got.member("message").text, Result: Differs})
		return
	}
	compare("", of.expected, got, func(path, want, got string, matches bool) {
		found := Comparison{Case: of.name, Output: path, Want: want, Got: got, Result: Differs}
		if matches {
			found.Result = Matches
		}
		report(found)
	})
}

// answer is the answer to a request, or the refusal in its place.
func (c *answerChecker) answer(request *value) (*value, error) {
	s, err := scenario(c.book, request, c.set.Answer)
	if err != nil {
		return nil, err
	}
	result, err := c.ask(s)
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		v := refused(refusal.Code, refusal.Message)
		v.add("loc", locOf(refusal.Loc))
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v := resultValue(result)
	if c.set.Answer == GrossAnswer {
		target := s.Amount
		if target.Places() > centPlaces {
			target = target.Round(centPlaces, number.HalfUp)
		}
		v.add("target_net", numberOf(target))
		v.add("difference", numberOf(result.Net.Sub(target)))
	}
	return &v, nil
}

// refused is a refusal in the place of an answer.
func refused(code string, message wording.Text) *value {
	v := &value{kind: objectValue}
	v.add("error", textOf(code))
	v.add("message", textOf(message.English))
	for language, words := range message.Each() {
		if language != wording.English {
			v.add("message_"+language.Tag(), textOf(words))
		}
	}
	return v
}

// locOf leads to the field at fault.
func locOf(loc []any) value {
	steps := value{kind: arrayValue}
	for _, step := range loc {
		switch step := step.(type) {
		case string:
			steps.items = append(steps.items, textOf(step))
		case int:
			steps.items = append(steps.items, numberOf(number.New(int64(step), 0)))
		}
	}
	return steps
}

// centPlaces is the number of decimals of amounts.
const centPlaces = 2
