package rest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestMalformedBodies: an invalid body is answered with 422 and the place of its
// mistakes, free of charge.
func TestMalformedBodies(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1000)
	const country = `{"country":"DE","gross":`
	with := func(members string) string { return country + "5000," + members + "}" }
	tests := []struct {
		body, failure, location string
	}{
		{with(`"gr\u006fss":1`), "duplicate_key", `["body","gross"]`},
		{with(`"de":{"tax_class":1,"tax_class":1}`), "duplicate_key", `["body","de","tax_class"]`},
		{"\ufeff" + with(`"year":2026`), "json_invalid", `["body",0]`},
		{"\x1f\x8b\x08\x00", "json_invalid", `["body",0]`},
		{country + "1e400}", "less_than_equal", `["body","gross"]`},
		{country + "1e-400}", "greater_than", `["body","gross"]`},
		{country + strings.Repeat("9", 500_000) + "}", "less_than_equal", `["body","gross"]`},
		{country + "-0}", "greater_than", `["body","gross"]`},
		{country + "-0.0}", "greater_than", `["body","gross"]`},
		{country + `"1,000.00"}`, "float_type", `["body","gross"]`},
		{country + "1,000.00}", "json_invalid", `["body",26]`},
		{country + "+5000}", "json_invalid", `["body",24]`},
		{country + ".5}", "json_invalid", `["body",24]`},
		{country + "NaN}", "json_invalid", `["body",24]`},
		{country + "[5000]}", "float_type", `["body","gross"]`},
		{country + "true}", "float_type", `["body","gross"]`},
		{country + "null}", "float_type", `["body","gross"]`},
		{with(`"de":{"state":"\ud800"}`), "json_invalid", `["body",44]`},
		{with(`"de":{"state":"` + "\xed\xa0\x80" + `"}`), "json_invalid", `["body",44]`},
		{with(`"de":{"tax_class":1}`) + "\x00", "json_invalid", `["body",50]`},
		{`{"country":"D\u0000E","gross":5000}`, "literal_error", `["body","country"]`},
		{"[" + with(`"year":2026`) + "]", "model_type", `["body"]`},
		{"null", "model_type", `["body"]`},
		{"", "missing", `["body"]`},
		{" \r\n", "json_invalid", `["body",0]`},
		{with(`"year":2026`) + with(`"year":2026`), "json_invalid", `["body",41]`},
		{with(`"de":[]`), "model_type", `["body","de"]`},
		{with(`"de":"1"`), "model_type", `["body","de"]`},
		{with(`"year":"2026"`), "int_type", `["body","year"]`},
		{with(`"year":0`), "greater_than_equal", `["body","year"]`},
		{with(`"year":99999`), "less_than_equal", `["body","year"]`},
		{with(`"year":1e30`), "less_than_equal", `["body","year"]`},
		{with(`"pay_date":"2026-02-30"`), "date_from_datetime_parsing", `["body","pay_date"]`},
		{with(`"pay_date":"0000-01-01"`), "date_from_datetime_parsing", `["body","pay_date"]`},
		{with(`"pay_date":"99999-01-01"`), "date_from_datetime_parsing", `["body","pay_date"]`},
		{with(`"pay_date":20260101`), "date_from_datetime_parsing", `["body","pay_date"]`},
		{with(`"__proto__":{}`), "extra_forbidden", `["body","__proto__"]`},
		{with(`"":1`), "extra_forbidden", `["body",""]`},
		{with(`"uk":{"x":1}`), "extra_forbidden", `["body","uk","x"]`},
		{with(`"uk":{"student_loans":{"plan1":true}}`), "list_type", `["body","uk","student_loans"]`},
		{with(`"uk":{"student_loans":[null]}`), "literal_error", `["body","uk","student_loans",0]`},
	}
	for i, test := range tests {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			want := fmt.Sprintf(`{"detail":[{"type":%q,"loc":%s,"msg":"…`, test.failure, test.location)
			check(t, f.send("POST", netPath, test.body, "X-API-Key", key), http.StatusUnprocessableEntity, want)
		})
	}
	// As an item of a batch, only it fails, with the same message.
	for _, test := range tests[:16] {
		line := test.body
		if len(line) > 1000 || test.failure == "json_invalid" {
			continue
		}
		want := fmt.Sprintf(`{"error":[{"type":%q,"loc":%s,"msg":"`, test.failure, test.location)
		if got := f.send("POST", batchPath, batchOf(line), "X-API-Key", key).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s: %.300s, want %s", line, got, want)
		}
	}
	if left := f.balance(key); left != 1000 {
		t.Errorf("%d credits were charged", 1000-left)
	}
}
