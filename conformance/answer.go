package conformance

import (
	"errors"
	"fmt"
	"reflect"
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
	answer, err := c.service.Operation(operationIDs[c.set.Answer]).Answer(of.text, wording.Accept(c.set.Language))
	var failure *operations.Failure
	switch isFailure := errors.As(err, &failure); {
	case isFailure && len(failure.Details) == 0:
		return refused(failure), nil
	case isFailure && has(of.expected, "detail"):
		return misfit(failure), nil
	case err != nil:
		return nil, err
	}
	v := objectOf(answer)
	if c.set.Answer == TripAnswer {
		v["tables_from"] = tablesFrom(v["sources"])
	}
	if has(of.expected, comparedMember) {
		answer, err := c.service.Operation("salary-net/compare").Answer(fmt.Appendf(nil, `{"scenarios":[%s]}`, of.text), wording.English)
		if err != nil {
			return nil, err
		}
		v[comparedMember] = objectOf(answer)["rows"].([]any)[0]
	}
	return v, nil
}

// refused returns a refusal as the service answers it, with three differences: the message
// is in every language, loc begins below "body", and candidates may be empty.
func refused(failure *operations.Failure) object {
	v := object{"error": failure.Code, "message": failure.Message.English, "candidates": []any{}}
	for language, text := range failure.Message.Each() {
		if language != wording.English {
			v["message_"+language.Tag()] = text
		}
	}
	if len(failure.Location) > 0 {
		v["loc"] = valueOf(reflect.ValueOf(failure.Location[1:]))
	}
	for i := 0; i < len(failure.Extra); i += 2 {
		v[failure.Extra[i].(string)] = valueOf(reflect.ValueOf(failure.Extra[i+1]))
	}
	return v
}

// misfit returns the failures of a request that does not fit its schema.
func misfit(failure *operations.Failure) object {
	var all []any
	for _, found := range failure.Details {
		all = append(all, object{"type": found.Type, "loc": valueOf(reflect.ValueOf(found.Location)), "msg": found.Message(wording.English)})
	}
	return object{"detail": all}
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
