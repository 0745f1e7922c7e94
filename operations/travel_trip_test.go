package operations_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// TestTripRefuses: a refusal names the field of the request; package tables has the texts.
func TestTripRefuses(t *testing.T) {
	trip := tripOperation(t)
	leg := func(from, to string) string {
		return fmt.Sprintf(`{"country":"FR","city":"Paris","arrive":%q,"depart":%q}`, from, to)
	}
	good := leg("2026-03-10T10:00", "2026-03-12T10:00")
	many := strings.TrimSuffix(strings.Repeat(good+",", 21), ",")
	for name, c := range map[string]struct{ legs, rest, want string }{
		"fine":                        {good, ``, "200"},
		"21 legs":                     {many, ``, "422 too_long body.legs"},
		"no legs":                     {``, ``, "422 too_short body.legs"},
		"over 366 days":               {leg("2024-06-01T10:00", "2025-06-02T10:01"), ``, "400 invalid_input body.legs.0.depart"},
		"home after 366 days":         {leg("2024-06-01T10:00", "2025-06-02T10:00"), `,"return_home":"2025-06-02T10:01"`, "400 invalid_input body.return_home"},
		"zone":                        {leg("2026-03-10T10:00Z", "2026-03-12T10:00+01:00"), ``, "200"},
		"no zone":                     {leg("2026-03-10T10:00+15:00", "2026-03-12T10:00+01:00"), ``, "422 datetime_parsing body.legs.0.arrive"},
		"mixed zones":                 {good + "," + leg("2026-03-12T10:00", "2026-03-13T10:00Z"), ``, "400 invalid_input body.legs.1.depart"},
		"earlier too late":            {good, `,"three_months":true,"earlier_work":[{"workplace":"a","from":"2025-12-01","to":"2026-03-10"}]`, "400 invalid_input body.earlier_work.0.to"},
		"earlier alone":               {good, `,"earlier_work":[{"workplace":"a","from":"2025-12-01","to":"2026-03-09"}]`, "400 invalid_input body.three_months"},
		"earlier without an end":      {good, `,"three_months":true,"earlier_work":[{"workplace":"a","from":"2025-12-01"}]`, "422 missing body.earlier_work.0.to"},
		"earlier without a workplace": {good, `,"three_months":true,"earlier_work":[{"workplace":"","from":"2025-12-01","to":"2026-03-09"}]`, "422 string_too_short body.earlier_work.0.workplace"},
		"eight days a week":           {strings.Replace(good, `{`, `{"workdays_per_week":8,`, 1), ``, "422 less_than_equal body.legs.0.workdays_per_week"},
		"field of another regime":     {strings.Replace(good, `{`, `{"lodging_night":"preceding",`, 1), ``, "422 extra_forbidden body.legs.0.lodging_night"},
		"no such day":                 {leg("2026-02-30T10:00", "2026-03-12T10:00"), ``, "422 datetime_parsing"},
		"paid for one":                {good, `,"meals_provided":[{"date":"2026-03-11","meals":["lunch"],"paid":5}]`, "200"},
		"paid below 0":                {good, `,"meals_provided":[{"date":"2026-03-11","meals":["lunch"],"paid":-1}]`, "422 greater_than_equal body.meals_provided.0.paid"},
		"no meal":                     {good, `,"meals_provided":[{"date":"2026-03-11","meals":[]}]`, "422 too_short body.meals_provided.0.meals"},
		"unknown meal":                {good, `,"meals_provided":[{"date":"2026-03-11","meals":["supper"]}]`, "422 literal_error body.meals_provided.0.meals.0"},
		"unknown place":               {strings.Replace(good, `"FR"`, `"Atlantis"`, 1), ``, "400 unknown_location"},
		"unknown field":               {good, `,"purpose":"visit"`, "422 extra_forbidden body.purpose"},
		"null":                        {good, `,"leave_home":null,"overnight":null,"meals_provided":null,"lodging_provided":null`, "200"},
	} {
		t.Run(name, func(t *testing.T) {
			body := `{"regime":"de-federal","legs":[` + c.legs + `]` + c.rest + `}`
			answer, err := trip.AnswerJSON(nil, []byte(body), rules.English)
			if got := outcome(err); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: %s, want %s: %v", body, got, c.want, err)
			}
			if err == nil && !json.Valid(answer) {
				t.Errorf("the answer is not JSON: %s", answer)
			}
		})
	}
}

// outcome describes an answer by its status, code and the place of the first failure.
func outcome(err error) string {
	var failure *operations.Failure
	switch is := errors.As(err, &failure); {
	case err == nil:
		return "200"
	case is && len(failure.Details) > 0:
		detail := &failure.Details[0]
		return "422 " + detail.Type + " " + path(detail.Location)
	case is:
		return fmt.Sprint(failure.Status, " ", failure.Code, " ", path(failure.Location))
	}
	return err.Error()
}

func path(location []any) string {
	var names []string
	for _, step := range location {
		names = append(names, fmt.Sprint(step))
	}
	return strings.Join(names, ".")
}

// TestTripFieldsOfOtherRegimes: a field of one regime is refused in the others.
func TestTripFieldsOfOtherRegimes(t *testing.T) {
	trip := tripOperation(t)
	for body, want := range map[string]string{
		`{"regime":"uk-revenue","three_months":false,"legs":[{"country":"FR","city":"Paris","arrive":"2026-03-10T10:00","depart":"2026-03-12T10:00"}]}`:                         "422 extra_forbidden body.three_months",
		`{"regime":"us-federal","earlier_work":[],"legs":[{"state":"TX","city":"Austin","arrive":"2026-03-10T10:00","depart":"2026-03-12T10:00"}]}`:                             "422 extra_forbidden body.earlier_work",
		`{"regime":"us-federal","legs":[{"state":"TX","city":"Austin","arrive":"2026-03-10T10:00","depart":"2026-03-12T10:00","workplace":"x"}]}`:                               "422 extra_forbidden body.legs.0.workplace",
		`{"regime":"uk-revenue","three_months":null,"legs":[{"country":"FR","city":"Paris","arrive":"2026-03-10T10:00","depart":"2026-03-12T10:00","workdays_per_week":null}]}`: "200",
	} {
		_, err := trip.AnswerJSON(nil, []byte(body), rules.English)
		if got := outcome(err); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func tripOperation(t testing.TB) *operations.Operation {
	t.Helper()
	return opened(t, onBoth).Operation("travel-per-diem/trip")
}

// FuzzTrip: any request is answered or refused, and never causes a fault of the
// service.
func FuzzTrip(f *testing.F) {
	trip := tripOperation(f)
	for _, example := range trip.Examples(rules.English) {
		f.Add([]byte(example.Request))
	}
	f.Add([]byte(`{"regime":"de-federal","overnight":false,"leave_home":"2026-02-28T23:59","legs":[{"country":"AT","arrive":"2026-03-01T00:00","depart":"2026-03-01T00:01"},{"country":"DE","home":true,"arrive":"2026-03-01T00:01","depart":"2026-03-02T00:00"},{"country":"US","arrive":"2026-03-02T00:00","depart":"2026-03-09T00:00"}],"meals_provided":[{"date":"2026-03-01","meals":["dinner"],"paid":0.005}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		answer, err := trip.AnswerJSON(nil, body, german)
		if err != nil && !errors.As(err, new(*operations.Failure)) {
			t.Errorf("%s: %v", body, err)
		}
		if err == nil && !json.Valid(answer) {
			t.Errorf("%s: the answer is not JSON: %s", body, answer)
		}
	})
}
