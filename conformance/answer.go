package conformance

import (
	"errors"
	"fmt"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// operationIDs maps each kind of answer to its operation of the service.
var operationIDs = map[Answer]string{
	NetAnswer: "salary-net/net", GrossAnswer: "salary-net/gross", YearAnswer: "salary-net/year", ParametersAnswer: "salary-net/parameters", TripAnswer: "travel-per-diem/trip",
}

// answerChecker replays cases of whole answers.
type answerChecker struct {
	set                 *Set
	operation, comparer *operations.Operation
}

// prepareAnswers returns a function that makes a checker for questions.
func (s *Set) prepareAnswers(subject *Subject) (func() checker, error) {
	if s.Figures != "" {
		book, list := rules.Open(s.filesOf(subject), rules.Options{Lazy: true})
		if list.HasErrors() {
			return nil, fmt.Errorf("set %s: %w", s.Name, list.Err())
		}
		*subject = NewSubject(subject.Files, book, nil)
	}
	of, err := subject.operation(s)
	if err != nil {
		return nil, err
	}
	comparer, err := subject.comparer()
	return func() checker { return &answerChecker{s, of, comparer} }, err
}

func (c *answerChecker) close() {}

// check sends a case's request as a client would and compares the answer with the
// expected one.
func (c *answerChecker) check(i int, report func(Comparison)) {
	of := &c.set.answers[i]
	got, err := c.answer(of)
	if err != nil {
		report(Comparison{Case: of.name, Want: "an answer", Got: err.Error(), Result: Differs, err: err})
		return
	}
	if of.expected.member("error") == nil && got.member("error") != nil {
		report(Comparison{Case: of.name, Want: "an answer", Got: "refused: " + got.member("error").text + ": " + got.member("message").text, Result: Differs})
		return
	}
	known, differs := c.set.known(of.name, ""), false
	compare("", of.expected, got, func(path, want, got string, matches bool) {
		found := Comparison{Case: of.name, Output: path, Want: want, Got: got, Result: Differs}
		switch {
		case matches:
			found.Result = Matches
		case known != nil:
			found.Result, found.Reason = KnownDiffer, known.Reason
		}
		differs = differs || !matches
		report(found)
	})
	if known != nil && !differs {
		report(Comparison{Case: of.name, Result: Differs, Reason: "declared as a known difference, but the rules give the printed answer: remove the declaration"})
	}
}

// answer returns the answer to a case's request, or its refusal.
func (c *answerChecker) answer(of *answerCase) (*value, error) {
	text, err := c.operation.AnswerJSON(nil, of.text, wording.Accept(c.set.Language))
	var failure *operations.Failure
	switch isFailure := errors.As(err, &failure); {
	case isFailure && len(failure.Details) == 0:
		return refused(failure)
	case isFailure && of.expected.member("detail") != nil:
		return parseValue(failure.AppendJSON(nil, wording.English))
	case err != nil:
		return nil, err
	}
	v, err := parseValue(text)
	if err != nil {
		return nil, err
	}
	if sources := v.member("sources"); c.set.Answer == TripAnswer {
		v.add("tables_from", tablesFrom(sources))
	}
	if of.expected.member(comparedMember) != nil {
		err = c.addCompared(v, of)
	}
	return v, err
}

// refused returns a refusal as the service answers it, with three differences: the message
// is in every language, loc begins below "body", and candidates may be empty.
func refused(failure *operations.Failure) (*value, error) {
	body, err := parseValue(failure.AppendJSON(nil, wording.English))
	if err != nil {
		return nil, err
	}
	v := body.member("detail")
	for language, text := range failure.Message.Each() {
		if language != wording.English {
			v.add("message_"+language.Tag(), value{kind: textValue, text: text})
		}
	}
	if loc := v.member("loc"); loc != nil {
		loc.items = loc.items[1:]
	}
	if v.member("candidates") == nil {
		v.add("candidates", value{kind: arrayValue})
	}
	return v, nil
}

// comparedMember is the member with the row of a comparison for a case.
const comparedMember = "compared"

// addCompared adds the row of a comparison for a case.
func (c *answerChecker) addCompared(to *value, of *answerCase) error {
	text, err := c.comparer.AnswerJSON(nil, fmt.Appendf(nil, `{"scenarios":[%s]}`, of.text), wording.English)
	if err != nil {
		return err
	}
	compared, err := parseValue(text)
	if err != nil {
		return err
	}
	to.add(comparedMember, compared.member("rows").items[0])
	return nil
}

// tablesFrom lists the first days of the tables among an answer's sources.
func tablesFrom(sources *value) value {
	days := value{kind: arrayValue}
	for i := range sources.items {
		from := sources.items[i].member("valid_from")
		if last := len(days.items) - 1; last < 0 || !days.items[last].equal(from) {
			days.items = append(days.items, *from)
		}
	}
	return days
}
