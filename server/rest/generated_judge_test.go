package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/payslate/payslate/tables"
)

// details returns the failures of a request.
func details(answer []byte) []failedField {
	var body struct{ Detail []failedField }
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	if decoder.Decode(&body) != nil {
		return nil // another kind of failure, which is an object
	}
	return body.Detail
}

// failedField is one failure of a request.
type failedField struct {
	Type  string
	Loc   []any
	Ctx   map[string]any
	Input any
}

// comesToNothing reports whether an amount is refused because it rounds to 0.
func (f *failedField) comesToNothing() bool {
	input, isNumber := f.Input.(json.Number)
	if f.Type != "greater_than" || f.Ctx["gt"] != json.Number("0") || !isNumber {
		return false
	}
	amount, err := input.Float64()
	return err == nil && 0 < amount && amount < 0.005
}

// lacksTheDay reports whether a time is refused because its month lacks the day.
func (f *failedField) lacksTheDay() bool {
	input, _ := f.Input.(string)
	_, err := time.Parse("02", input[min(8, len(input)):min(10, len(input))])
	return f.Type == "datetime_parsing" && err == nil && (input[:4] == "0000" || input[8:10] > "28")
}

// regimeFields lists the trip fields of each regime. The schema has all of them; that
// the fields of other regimes are refused, no schema can express.
var regimeFields = sync.OnceValue(func() map[string][]string {
	book, list, _ := tables.Open(tables.Embedded(), tables.Options{})
	if book == nil {
		panic(list.Error())
	}
	declared := map[string][]string{}
	for _, regime := range book.Regimes() {
		for _, field := range regime.RequestFields() {
			declared[regime.ID] = append(declared[regime.ID], field.Name)
			for i := range field.Items {
				declared[regime.ID] = append(declared[regime.ID], field.Items[i].Name)
			}
		}
	}
	return declared
})

// isOfAnotherRegime reports whether a field is refused because only other regimes
// declare it.
func (f *failedField) isOfAnotherRegime(request string) bool {
	var sent struct{ Regime string }
	if f.Type != "extra_forbidden" || len(f.Loc) == 0 || json.Unmarshal([]byte(request), &sent) != nil {
		return false
	}
	name, _ := f.Loc[len(f.Loc)-1].(string)
	elsewhere := false
	for regime, declared := range regimeFields() {
		if has := slices.Contains(declared, name); has && regime == sent.Regime {
			return false
		} else if has {
			elsewhere = true
		}
	}
	return elsewhere
}

// isInexpressible reports whether a request that matches its schema is refused for a
// reason that no schema can express.
func (f *failedField) isInexpressible(request string) bool {
	return f.comesToNothing() || f.lacksTheDay() || f.isOfAnotherRegime(request)
}

// fitting checks the answer to a request that matches its schema.
func (r *requests) fitting(answer *httptest.ResponseRecorder, expected int, path, request string) {
	switch {
	case expected != 0:
		if answer.Code != expected {
			r.t.Errorf("%s: %d, want %d: %.300s", path, answer.Code, expected, answer.Body)
		}
	case answer.Code == http.StatusUnprocessableEntity:
		for _, detail := range details(answer.Body.Bytes()) {
			if !detail.isInexpressible(request) {
				r.t.Errorf("%s matches its schema but was refused: %+v\n%.2000s", path, detail, request)
			}
			r.tolerated[detail.Type]++
		}
	case answer.Code != http.StatusOK && answer.Code != http.StatusBadRequest:
		r.t.Errorf("%s: %d: %.300s\n%.2000s", path, answer.Code, answer.Body, request)
	}
}

// refused checks that a request with a mistake is refused for that mistake.
func (r *requests) refused(answer *httptest.ResponseRecorder, expected int, made mistake, request string) {
	if expected != 0 {
		if answer.Code != expected {
			r.t.Errorf("%s: %d, want %d: %.300s", made.name, answer.Code, expected, answer.Body)
		}
		return
	}
	answer, made = alone(answer, made)
	list := details(answer.Body.Bytes())
	if answer.Code != http.StatusUnprocessableEntity || len(list) == 0 {
		r.t.Errorf("%s at %s: %d: %.300s\n%.2000s", made.name, made.at, answer.Code, answer.Body, request)
		return
	}
	if !names(list, made) {
		r.t.Errorf("%s at %s is refused for another reason: %.500s\n%.2000s", made.name, made.at, answer.Body, request)
	}
}

// alone returns the answer that the faulty item of a batch would get as a single
// request, or any other answer unchanged.
func alone(answer *httptest.ResponseRecorder, made mistake) (*httptest.ResponseRecorder, mistake) {
	steps := strings.SplitN(made.at, ".", 4)
	var batch struct {
		Items []struct{ Error json.RawMessage }
	}
	if len(steps) < 3 || steps[1] != "items" || answer.Code != http.StatusOK || json.Unmarshal(answer.Body.Bytes(), &batch) != nil {
		return answer, made
	}
	index, err := strconv.Atoi(steps[2])
	if err != nil || index >= len(batch.Items) {
		return answer, made
	}
	made.at = strings.Join(append(steps[:1], steps[3:]...), ".")
	body := fmt.Sprintf(`{"detail":%s}`, batch.Items[index].Error)
	return &httptest.ResponseRecorder{Code: http.StatusUnprocessableEntity, Body: bytes.NewBufferString(body)}, made
}

// names reports whether one of the failures names the mistake.
func names(list []failedField, made mistake) bool {
	for _, detail := range list {
		var loc []string
		for _, step := range detail.Loc {
			loc = append(loc, fmt.Sprint(step))
		}
		if made.syntax && detail.Type == "json_invalid" || !made.syntax && strings.Join(loc, ".") == made.at {
			return true
		}
	}
	return false
}

// TestJudgesNoticeWrongAnswers: the checks above detect wrong answers.
func TestJudgesNoticeWrongAnswers(t *testing.T) {
	const missing = `{"detail":[{"type":"missing","loc":["body","gross"],"msg":"x"}]}`
	gross := mistake{name: "missing member", at: "body.gross"}
	for name, c := range map[string]struct {
		status   int
		body     string
		expected int
		made     *mistake
		wrong    bool
	}{
		"answered":                   {200, `{}`, 0, nil, false},
		"refused by the rules":       {400, `{"detail":{"error":"x","message":"x"}}`, 0, nil, false},
		"valid but refused":          {422, missing, 0, nil, true},
		"fault":                      {500, `{}`, 0, nil, true},
		"other status than expected": {200, `{}`, 401, nil, true},
		"time without its day":       {422, `{"detail":[{"type":"datetime_parsing","loc":[],"input":"2026-02-30T08:00"}]}`, 0, nil, false},
		"time on an existing day":    {422, `{"detail":[{"type":"datetime_parsing","loc":[],"input":"2026-02-27T08:00"}]}`, 0, nil, true},
		"amount that rounds to 0":    {422, `{"detail":[{"type":"greater_than","loc":[],"input":4e-3,"ctx":{"gt":0}}]}`, 0, nil, false},
		"amount of a cent":           {422, `{"detail":[{"type":"greater_than","loc":[],"input":5e-3,"ctx":{"gt":0}}]}`, 0, nil, true},
		"field of another regime":    {422, `{"detail":[{"type":"extra_forbidden","loc":["body","three_months"]}]}`, 0, nil, false},
		"field of no regime":         {422, `{"detail":[{"type":"extra_forbidden","loc":["body","purpose"]}]}`, 0, nil, true},
		"mistake named":              {422, missing, 0, &gross, false},
		"mistake named elsewhere":    {422, missing, 0, &mistake{name: "missing member", at: "body.country"}, true},
		"mistake taken for syntax":   {422, missing, 0, &mistake{name: "cut off", at: "body", syntax: true}, true},
		"mistake answered":           {200, `{}`, 0, &gross, true},
		"mistake refused by rules":   {400, `{"detail":{"error":"x","message":"x"}}`, 0, &gross, true},
	} {
		seen := &failures{TB: t}
		r := &requests{fixture: &fixture{t: seen}, tolerated: map[string]int{}}
		answer := &httptest.ResponseRecorder{Code: c.status, Body: bytes.NewBufferString(c.body)}
		if c.made == nil {
			r.fitting(answer, c.expected, "/", `{"regime":"us-federal"}`)
		} else {
			r.refused(answer, c.expected, *c.made, "{}")
		}
		if seen.count > 0 != c.wrong {
			t.Errorf("%s: %d failures", name, seen.count)
		}
	}
}
