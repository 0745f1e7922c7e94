package operations_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestTravelAnswers: each answer contains the listed parts.
func TestTravelAnswers(t *testing.T) {
	catalogue := opened(t, onBoth)
	long := strings.Repeat("a", 1000)
	for _, c := range []struct {
		id, request string
		status      int
		want        []string
	}{
		{"rates", "regime=de-federal&country=FR&postal_code=92100&date=2026-03-10", 200, []string{
			`"location":{"country":"FR","country_name":"France","country_name_de":"Frankreich",`, `"postal_code":"92100"`, `"lodging":159,"lodging_currency":"EUR","meals":58`,
			`"breakdown":{"full_day":58,"partial_day":39,"overnight":159,"breakfast_deduction":11.6,"lunch_deduction":23.2,"dinner_deduction":23.2}`,
			`"fallbacks":[],"candidates":[]`, `"valid_from":"2026-01-01","valid_to":"2026-12-31","data_as_of":"2025-12-05"`,
		}},
		{"rates", "regime=us-federal&state=AL&city=Gulf+Shores&date=2026-03-10", 200, []string{
			`"destination_id":"2"`, `"lodging":163`, `"fiscal_year":2026,"mie_total":74,"breakfast":18,"lunch":20,"dinner":31,"incidentals":5,"first_last_day":55.5`,
			`"lodging_by_month":[134,134,134,134,134,163,163,163,216,216,134,134],"season":{"from":"2026-03-01","to":"2026-05-31"}`,
			`"seasons":[{"from":"2025-10-01","to":"2026-02-28","lodging":134},{"from":"2026-03-01","to":"2026-05-31","lodging":163},{"from":"2026-06-01","to":"2026-07-31","lodging":216},{"from":"2026-08-01","to":"2026-09-30","lodging":134}]`,
			`"disclaimer":"For information only; neither tax, legal nor payroll advice."`,
		}},
		{"rates", "regime=us-federal&state=MD&city=Bethesda&date=2026-05-12", 200, []string{`"county":"Montgomery County"`, `"destination_id":"75"`, `"lodging":276`}},
		{"locations", "regime=us-federal&q=Bethesda&state=MD", 200, []string{`"total":1`, `"county":"Montgomery County","destination_id":"75"`}},
		{"rates", "regime=us-federal&postal_code=00501&date=2026-03-10", 200, []string{`"postal_code":"00501"`, `"county":null`}},
		{"rates", "regime=us-federal&postal_code=87015&date=2026-03-10", 200, []string{`"destination_id":"0"`, `"candidates":[{"country":"US"`, `"destination_id":"252","currency":"USD","lodging":144,"lodging_currency":"USD","meals":80}`}},
		{"rates", "regime=uk-revenue&country=GD&city=St+George%27s&date=2020-03-03", 200, []string{`"currency":"XCD","lodging":144.5,"lodging_currency":"USD","meals":255`, `"breakfast_included":false`, `"twenty_four_hours":255`, `"valid_to":null`}},
		{"rates", "regime=de-federal&country=Kiribati&city=", 200, []string{`"fallbacks":["The letter does not list Kiribati`}},
		{"rates", "regime=de-federal&country=Atlantis&date=2026-03-10", 400, []string{`"error":"unknown_location"`}},
		{"rates", "regime=us-federal&city=Portland&date=2026-03-10", 400, []string{`"error":"ambiguous_location"`, `"candidates":[`, `"destination_id":"305"`}},
		{"rates", "regime=de-federal&country=FR&date=2023-03-10", 400, []string{`"error":"date_not_covered"`, `2024-01-01 to 2026-12-31`, `"covered":{"valid_from":"2024-01-01","valid_to":"2026-12-31"}`}},
		{"rates", "regime=at-federal&country=AT", 400, []string{`"error":"unknown_regime"`, "planned"}},
		{"rates", "country=FR&town=x", 422, []string{`"type":"missing","loc":["query","regime"]`, `"type":"extra_forbidden","loc":["query","town"]`}},
		{"rates", "regime=de-federal&country=FR&city=" + long, 422, []string{`"type":"string_too_long","loc":["query","city"]`}},
		{"rates", "regime=de-federal&country=FR&city=Par%00is", 422, []string{`"type":"string_type","loc":["query","city"]`, `control character`}},
		{"rates", "regime=de-federal&country=FR&city=Paris%zz", 422, []string{`"type":"string_type","loc":["query","city"]`, `two hexadecimal digits`}},
		{"rates", "regime=de-federal&country=FR&city=Paris%ff", 422, []string{`"type":"string_type","loc":["query","city"]`, `not valid UTF-8`}},
		{"locations", "regime=de-federal&q=Par\xffis", 422, []string{`not valid UTF-8`}},
		{"locations", "regime=us-federal&q=bostn", 200, []string{`{"regime":"us-federal","total":1,"items":[{"country":"US"`, `"city":"Boston / Cambridge"`, `"state":"MA","county":"Suffolk","destination_id":"148"`}},
		{"locations", "regime=uk-revenue&q=genf&limit=1", 200, []string{`"city":"Geneva","city_de":"Genf","state":null`}},
		{"locations", "regime=de-federal&country=LU", 200, []string{`"total":1`, `"city":null,"city_de":null`}},
		{"locations", "regime=uk-revenue&limit=0", 422, []string{`"type":"greater_than_equal","loc":["query","limit"]`}},
		{"regimes", "", 200, []string{`{"id":"de-federal"`, `"status":"supported"`, `{"id":"eu-commission"`, `"status":"planned"`, `"places":285`}},
	} {
		answer, status := ask(catalogue, "travel-per-diem/"+c.id, c.request)
		if status != c.status || !json.Valid([]byte(answer)) {
			t.Errorf("%s?%.200s: status %d, want %d: %.400s", c.id, c.request, status, c.status, answer)
		}
		for _, want := range c.want {
			if !strings.Contains(answer, want) {
				t.Errorf("%s?%.200s: no %s in\n%.1200s", c.id, c.request, want, answer)
			}
		}
	}
}

func TestTravelInGerman(t *testing.T) {
	operation := opened(t, onBoth).Operation("travel-per-diem/rates")
	answer, err := operation.AnswerQuery(nil, "regime=de-federal&country=Kiribati&date=2026-03-10", german)
	if err != nil || !strings.Contains(string(answer), `Das Schreiben führt Kiribati nicht auf: Es gilt der Satz für Luxemburg`) {
		t.Errorf("%s: %v", answer, err)
	}
}
