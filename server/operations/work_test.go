//go:build !race

// The race detector makes the work many times longer.
package operations

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/rules"
)

// TestUnknownFieldsAreCheap: a batch of many unknown fields is refused with few failures
// for each item, and without a search for the names of those that are not shown.
func TestUnknownFieldsAreCheap(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	var item strings.Builder
	item.WriteString(`{"country":"DE"`)
	for i := range 900 {
		fmt.Fprintf(&item, `,"x%d":1`, i)
	}
	item.WriteString("}")
	body := `{"items":[` + strings.TrimSuffix(strings.Repeat(item.String()+",", 800), ",") + `]}`
	began := time.Now()
	answer, err := catalogue.Operation("salary-net/batch").AnswerJSON(nil, []byte(body), rules.English)
	if err != nil {
		t.Fatal(err)
	}
	if failures := bytes.Count(answer, []byte(`"type":`)); failures != 800*minItemDetails {
		t.Errorf("%d failures", failures)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("%v for a batch that is refused", took)
	} else {
		t.Log(took)
	}
}
