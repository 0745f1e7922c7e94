package conformance

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// A frame asks the question of a case again, at the limits of another year, and leaves each amount to
// be filled in.
func TestFrames(t *testing.T) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list)
	}
	sets, err := LoadFrom(fstest.MapFS{
		"sets.yaml": {Data: []byte(`sets:
  - {name: net, kind: hand-checked, origin: by hand, file: net.jsonl, answer: net}
  - {name: gross, kind: hand-checked, origin: by hand, file: gross.jsonl, answer: gross}
  - {name: year, kind: hand-checked, origin: by hand, file: year.jsonl, answer: year}
  - {name: program, kind: official, origin: a table, file: program.csv, program: nl/2026/wage_tax}
`)},
		"cases/net.jsonl": {Data: []byte(`{"case":"a","request":{"country":"NL","tax_year":"2026","gross":6617.41,"nl":{"reference_year_wage":38883.99}},` +
			`"expected":{"gross":6617.41,"net":4100.5,"profile":{"whk_rate":1.52},"lines":[{"key":"income_tax","payer":"employee","amount":7,"rate":36}],"warnings":[{"code":"w","field":"nl.x"}]}}`)},
		"cases/gross.jsonl": {Data: []byte(`{"case":"a","request":{"country":"NL","year":2026,"net":2000},"expected":{"gross":2400.01,"net":2000,"difference":0}}`)},
		"cases/year.jsonl":  {Data: []byte(`{"case":"a","request":{"country":"NL","gross":5000,"changes":[{"in":2,"pay_date":"2026-02-27"}]},"expected":{"paydays":[{"number":1,"net":3},{"any":true}],"average_net":{"approx":3,"tol":1}}}`)},
		"cases/program.csv": {Data: []byte("case,age_class,tax_credit,pay_period,wage,exp_tax\na,aow_born_1946_or_later,true,week,500,12.5\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	country, _ := book.Country("NL")
	moved := func(d number.Decimal) number.Decimal {
		if d.String() == "38883.99" {
			return number.New(3930099, 2)
		}
		return d
	}
	for i, want := range []string{
		`{"Answer":"net","Request":{"country":"NL","gross":6617.41,"nl":{"reference_year_wage":39300.99},"year":2027},"Expected":{"lines":[{"amount":null,"key":"income_tax","payer":"employee"}],"net":null,"warnings":[{"code":"w","field":"nl.x"}]}}`,
		`{"Answer":"net","Request":{"country":"NL","gross":2400.01,"year":2027},"Expected":{"employer_cost":null,"net":null}}`,
		`{"Answer":"year","Request":{"changes":[{"in":2,"pay_date":"2026-02-27"}],"country":"NL","gross":5000,"year":2027},"Expected":{"average_net":null,"paydays":[{"net":null},{"any":true}]}}`,
		`{"Answer":"net","Request":{"country":"NL","gross":3000,"nl":{"age_class":"aow_born_1946_or_later","tax_credit":true},"period":"week","year":2027},"Expected":{}}`,
	} {
		frame, _ := json.Marshal(sets[i].Frame(0, country, 2027, moved))
		if string(frame) != want {
			t.Errorf("%s:\n%s, should be\n%s", sets[i].Name, frame, want)
		}
	}
}
