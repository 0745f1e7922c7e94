package engine_test

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/clients/npm/engine"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

func TestAnswersOfPartsEqualThoseOfAllRules(t *testing.T) {
	book, _ := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	travel, _, _ := tables.Open(tables.Embedded(), tables.Options{})
	all, err := operations.New(book, operations.WithTables(travel))
	if err != nil {
		t.Fatal(err)
	}
	e := engine.New(book.Version())
	for _, request := range []struct{ path, query, body string }{
		{"/v1/salary-net/net", "", `{"country": "DE", "gross": 4000}`},
		{"/v1/salary-net/net", "", `{"country": "gb", "gross": 4000, "year": 2025}`},
		{"/v1/salary-net/net", "", `{"country": "NL", "gross": 4000, "pay_date": "2026-03-01"}`},
		{"/v1/salary-net/net", "", `{"country": "SE", "gross": 40000}`},
		{"/v1/salary-net/net", "", `{"country": "NO", "gross": 40000, "year": 2026.0}`},
		{"/v1/salary-net/net", "fields=net", `{"country": "DE", "gross": 4000}`},
		{"/v1/salary-net/net", "", `{"country": "DE", "gross": 4000, "uk": {"tax_code": "1257L"}}`},
		{"/v1/salary-net/net", "", `{"country": "DE", "gross": 4000, "year": 2019}`},
		{"/v1/salary-net/net", "", `{"country": "AT", "gross": 4000, "at": {"one_off_pay": 1000}}`},
		{"/v1/salary-net/net", "", `{"country": "CH", "gross": 4000}`},
		{"/v1/salary-net/net", "", `{"country": "XX", "gross": -1, "year": 1.5}`},
		{"/v1/salary-net/net", "", `{"country": "../de", "gross": 1`},
		{"/v1/salary-net/gross", "", `{"country": "UK", "net": 2500}`},
		{"/v1/salary-net/year", "", `{"country": "DE", "gross": 4000, "changes": [{"in": 11, "one_off": 1000}]}`},
		{"/v1/salary-net/compare", "", `{"scenarios": [{"country": "DE", "gross": 4000}, {"country": "NL", "gross": 4000}]}`},
		{"/v1/salary-net/parameters", "country=DE&year=2025", ""},
		{"/v1/salary-net/countries", "", ""},
		{"/v1/travel-per-diem/rates", "regime=de-federal&country=FR&city=Paris&date=2026-05-01", ""},
		{"/v1/travel-per-diem/rates", "regime=none", ""},
	} {
		o := all.Operation(strings.TrimPrefix(request.path, "/v1/"))
		var want []byte
		status := 200
		if o.Method == "GET" {
			want, err = o.AnswerQuery(nil, request.query, operations.Language("de"))
		} else if o, err = o.Select(request.query); err == nil {
			want, err = o.AnswerJSON(nil, []byte(request.body), operations.Language("de"))
		}
		if err != nil {
			want, status = operations.AppendError(nil, err, operations.Language("de"))
		}
		got, answer := e.Answer(&engine.Request{Path: request.path, Query: request.query, Body: []byte(request.body), Language: "de"})
		if got != status || string(answer) != string(want) {
			t.Errorf("%s?%s %s\n got %d %.1500s\nwant %d %.1500s", request.path, request.query, request.body, got, answer, status, want)
		}
	}
}
