package rest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/payslate/payslate/operations"
)

// TestFieldsOfAnAnswer: fields= selects fields of an answer and changes nothing else.
func TestFieldsOfAnAnswer(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1000)
	const grossPath, comparePath = "/v1/salary-net/gross", "/v1/salary-net/compare"
	target, wrong := `{"country":"UK","net":2500}`, `{"country":"DE"}`
	for _, test := range []struct {
		path, query, body string
		status            int
		want              string
	}{
		{netPath, "fields=net", `{"country":"UK","gross":3000}`, 200, `{"net":2453.64}`},
		{netPath, "fields=net,gross,net", `{"country":"UK","gross":3000}`, 200, `{"gross":3000,"net":2453.64}`},
		{netPath, "fields=computed_by%2Cyear", `{"country":"UK","year":2026,"gross":3000}`, 200, `{"year":2026,"computed_by":"payslate ` + operations.ThisBuild().Version + `"}`},
		{grossPath, "fields=difference", target, 200, `{"difference":0}`},
		{batchPath, "fields=net", batchOf(`{"country":"UK","gross":3000}`, wrong), 200, `{"items":[{"result":{"net":2453.64}},{"error":[{"type":"missing",…`},
		{netPath, "fields=net,nett", goodNet, 422, `{"detail":[{"type":"literal_error","loc":["query","fields",1],…`},
		{netPath, "fields=difference", goodNet, 422, `{"detail":[{"type":"literal_error","loc":["query","fields",0],…`},
		{netPath, "fields=", goodNet, 422, `{"detail":[{"type":"literal_error","loc":["query","fields",0],…`},
		{netPath, "fields=net&fields=gross", goodNet, 422, `{"detail":[{"type":"duplicate_key","loc":["query","fields"],…`},
		{netPath, "field=net", goodNet, 422, `{"detail":[{"type":"extra_forbidden","loc":["query","field"],…`},
		{batchPath, "fields=items", batchOf(goodNet), 422, `{"detail":[{"type":"literal_error","loc":["query","fields",0],…`},
		{comparePath, "fields=rows", `{}`, 422, `{"detail":[{"type":"extra_forbidden","loc":["query","fields"],…`},
	} {
		t.Run(test.path+"?"+test.query, func(t *testing.T) {
			before := f.balance(key)
			check(t, f.send("POST", test.path+"?"+test.query, test.body, "X-API-Key", key), test.status, test.want)
			if charged := before - f.balance(key); charged != map[int]int64{200: 1}[test.status] {
				t.Errorf("%d credits", charged)
			}
		})
	}
}

func TestEachFieldIsThatOfTheWholeAnswer(t *testing.T) {
	f := newFixture(t, nil)
	key := f.key(1000)
	ask := func(query string) string {
		return f.send("POST", "/v1/salary-net/gross?"+query, `{"country":"DE","net":2000}`, "X-API-Key", key).Body.String()
	}
	whole := f.send("POST", "/v1/salary-net/gross", `{"country":"DE","net":2000}`, "X-API-Key", key).Body.String()
	var all []string
	for _, property := range f.catalogue.Load().Operation("salary-net/gross").Output.Properties {
		all = append(all, property.Name)
		got := strings.TrimPrefix(ask("fields="+property.Name), "{")
		if got = strings.TrimSuffix(got, "}"); !strings.HasPrefix(got, fmt.Sprintf("%q:", property.Name)) || !strings.Contains(whole, got) {
			t.Errorf("%s alone is %s", property.Name, got)
		}
	}
	if got := ask("fields=" + strings.Join(all, ",")); got != whole {
		t.Errorf("all fields are %s\nwant %s", got, whole)
	}
}
