package operations_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
)

// TestItemsCarryTheirID: the id of an item is in its answer, whether a result or an
// error, in a body and in a stream.
func TestItemsCarryTheirID(t *testing.T) {
	batch := opened(t, onBoth).Operation("salary-net/batch")
	items := []string{
		`{"id":"first","country":"de","gross":5000}`,
		`{"country":"gb","gross":3000}`,
		`{"country":"DE","gross":1500,"id":"refused"}`,
		`{"country":"DE","gross":"x","id":"does not fit"}`,
		`{"country":"DE","gross":5000,"id":"` + strings.Repeat("x", 101) + `"}`,
		`{"country":"DE","gross":5000,"id":7}`,
		`not JSON`,
	}
	const want = `{"id":"first","result":` + "\n" +
		`{"result":` + "\n" +
		`{"id":"refused","error":` + "\n" +
		`{"id":"does not fit","error":` + "\n" +
		`{"error":` + "\n" + `{"error":` + "\n" + `{"error":` + "\n"
	heads := regexp.MustCompile(`(?m)^({(?:"id":"[^"]*",)?"(?:result|error)":).*$`)
	lines := make([][]byte, len(items))
	for i, item := range items {
		lines[i] = []byte(item)
	}
	answer, results, err := batch.AnswerItems(context.Background(), nil, lines, '\n', rules.English)
	if got := heads.ReplaceAllString(string(answer), "$1"); err != nil || results != 2 || got != want {
		t.Errorf("%v, %d results:\n%s", err, results, got)
	}
	body, err := batch.AnswerJSON(nil, []byte(`{"items":[`+strings.Join(items[:6], ",")+`]}`), rules.English)
	if err != nil || !strings.HasPrefix(string(body), `{"items":[{"id":"first","result":{"country":"DE",`) || !strings.Contains(string(body), `{"id":"does not fit","error":[`) {
		t.Errorf("%v\n%.300s", err, body)
	}
}
