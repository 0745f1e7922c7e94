package operations_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// TestLists: every operation accepts valid lists and refuses items that are unknown,
// repeated or too many.
func TestLists(t *testing.T) {
	catalogue := withLoans(t)
	const net, gross, explain, compare, curve = "salary-net/net", "salary-net/gross", "salary-net/explain", "salary-net/compare", "salary-net/curve"
	tests := []struct {
		id, request string
		status      int
		has         string
	}{
		{net, `{"country":"XX","gross":1000,"xx":{"loans":["plan2","plan1"]}}`, 200, `"profile":{"children":0,"loans":["plan1","plan2"],"all":["plan1","plan2"]}`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":[]}}`, 200, `"profile":{"children":0,"all":[]}`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":null}}`, 200, `"profile":{"children":0,"all":[]}`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":["plan1","plan1"]}}`, 400, `"loc":["body","xx","loans",1]`},
		{gross, `{"country":"XX","net":900,"xx":{"loans":["plan1","plan2","plan1"]}}`, 400, `"loc":["body","xx","loans",2]`},
		{explain, `{"country":"XX","gross":1000,"xx":{"loans":["plan5","plan1"]}}`, 200, `"name":"loans","value":"plan1, plan5"`},
		{compare, `{"scenarios":[{"country":"XX","gross":1000},{"country":"XX","gross":1000,"xx":{"loans":["plan1","plan1"]}}]}`, 400, `"loc":["body","scenarios",1,"xx","loans",1]`},
		{compare, `{"scenarios":[{"country":"XX","gross":1000,"xx":{"loans":["plan2"]}},{"country":"XX","gross":1000,"xx":{"loans":["plan1"]}}]}`, 200, `"net":863`},
		{curve, `{"country":"XX","from":1000,"to":2000,"points":2,"xx":{"loans":["plan1"]}}`, 200, `870`},
		{curve, `{"country":"XX","from":1000,"to":2000,"points":2,"xx":{"loans":["plan1","plan1"]}}`, 400, `"loc":["body","xx","loans",1]`},
		{net, `{"country":"XX","year":2025,"gross":1000,"xx":{"loans":["plan1","plan5"]}}`, 400, `"loc":["body","xx","loans",1]`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":["plan1","plan9"]}}`, 422, `"type":"literal_error","loc":["body","xx","loans",1]`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":["plan1",null]}}`, 422, `"type":"literal_error","loc":["body","xx","loans",1]`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":["plan1",2]}}`, 422, `"type":"literal_error","loc":["body","xx","loans",1]`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":"plan1"}}`, 422, `"type":"list_type","loc":["body","xx","loans"]`},
		{net, `{"country":"XX","gross":1000,"xx":{"loans":["plan1","plan2","plan5","postgraduate"]}}`, 422, `"type":"too_long","loc":["body","xx","loans"]`},
	}
	for _, test := range tests {
		answer, status := ask(catalogue, test.id, test.request)
		if status != test.status || !strings.Contains(answer, test.has) {
			t.Errorf("%s %s: %d %s, want %d %s", test.id, test.request, status, answer, test.status, test.has)
		}
	}
	const described = `"loans":{"type":"array","items":{"type":"string","x-choices":{"plan2":"Plan 2","plan5":"Plan 5"},"enum":["plan1","plan2","plan5","postgraduate"]},"maxItems":3,"default":[],"examples":[["plan2"]]}`
	if schema := string(schemaOf(catalogue.Operation(net).Input, rules.English, false)); !strings.Contains(schema, described) {
		t.Errorf("the schema %s lacks %s", schema, described)
	}
}

// withLoans returns a service with a country whose profile has a list.
func withLoans(t *testing.T) *operations.Catalogue {
	t.Helper()
	files := fstest.MapFS{}
	for dir, root := range map[string]fs.FS{"service.yaml": rules.Embedded(), "xx": os.DirFS("../rules/testdata/lists")} {
		err := fs.WalkDir(root, dir, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := fs.ReadFile(root, name)
			files[name] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	book, list := rules.Open(files, rules.Options{})
	if book == nil {
		t.Fatal(list.Err())
	}
	catalogue, err := operations.New(book)
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}
