package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
)

// operationIDs maps each kind of answer to its operation of the service.
var operationIDs = map[Answer]string{
	NetAnswer: "salary-net/net", GrossAnswer: "salary-net/gross", YearAnswer: "salary-net/year", ParametersAnswer: "salary-net/parameters", TripAnswer: "travel-per-diem/trip",
}

// answerChecker replays cases of whole answers.
type answerChecker struct {
	set     *Set
	service *operations.Catalogue
}

// prepareAnswers returns a function that makes a checker for questions.
func (s *Set) prepareAnswers(subject *Subject) (func() checker, error) {
	service, err := subject.catalogue(s)
	return func() checker { return &answerChecker{s, service} }, err
}

func (c *answerChecker) close() {}

// check sends a case's request as a client would and compares the answer with the
// expected one.
func (c *answerChecker) check(i int, report func(Comparison)) {
	of := &c.set.cases[i]
	got, err := c.answer(of)
	if err != nil {
		report(Comparison{Case: of.name, Want: "an answer", Got: err.Error(), Result: Differs, err: err})
		return
	}
	if !has(of.expected, "error") && has(got, "error") {
		report(Comparison{Case: of.name, Want: "an answer", Got: "refused: " + words(got["error"]) + ": " + words(got["message"]), Result: Differs})
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
func (c *answerChecker) answer(of *testCase) (object, error) {
	text, err := c.service.Operation(operationIDs[c.set.Answer]).AnswerJSON(nil, of.text, wording.Accept(c.set.Language))
	var failure *operations.Failure
	switch isFailure := errors.As(err, &failure); {
	case isFailure && len(failure.Details) == 0:
		return refused(failure)
	case isFailure && has(of.expected, "detail"):
		text, err = failure.AppendJSON(nil, wording.English), nil
	}
	if err != nil {
		return nil, err
	}
	v, err := parseObject(text)
	if err != nil {
		return nil, err
	}
	if c.set.Answer == TripAnswer {
		v["tables_from"] = tablesFrom(v["sources"])
	}
	if has(of.expected, comparedMember) {
		text, err := c.service.Operation("salary-net/compare").AnswerJSON(nil, fmt.Appendf(nil, `{"scenarios":[%s]}`, of.text), wording.English)
		if err != nil {
			return nil, err
		}
		compared, err := parseObject(text)
		if err != nil {
			return nil, err
		}
		v[comparedMember] = compared["rows"].([]any)[0]
	}
	return v, nil
}

func parseObject(text []byte) (object, error) {
	v, err := parseValue(text)
	of, _ := v.(object)
	return of, err
}

// refused returns a refusal as the service answers it, with three differences: the message
// is in every language, loc begins below "body", and candidates may be empty.
func refused(failure *operations.Failure) (object, error) {
	body, err := parseObject(failure.AppendJSON(nil, wording.English))
	if err != nil {
		return nil, err
	}
	v := body["detail"].(object)
	for language, text := range failure.Message.Each() {
		if language != wording.English {
			v["message_"+language.Tag()] = text
		}
	}
	if loc, has := v["loc"].([]any); has {
		v["loc"] = loc[1:]
	}
	if !has(v, "candidates") {
		v["candidates"] = []any{}
	}
	return v, nil
}

// comparedMember is the member with the row of a comparison for a case.
const comparedMember = "compared"

// tablesFrom lists the first days of the tables among an answer's sources.
func tablesFrom(sources any) (days []any) {
	list, _ := sources.([]any)
	for _, source := range list {
		days = append(days, member(source, "valid_from"))
	}
	return slices.CompactFunc(days, equal)
}
