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

// TestHintsReadTheCountryOnce: the hints for a hundred unknown fields do not each read the
// whole request for its country, which may stand last.
func TestHintsReadTheCountryOnce(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	var unknown strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&unknown, `"x%d":1,`, i)
	}
	fastest := func(body string) time.Duration {
		least := time.Hour
		for range 5 {
			began := time.Now()
			if _, err := catalogue.Operation("salary-net/net").AnswerJSON(nil, []byte(body), rules.English); err == nil {
				t.Fatal("unknown fields were accepted")
			}
			least = min(least, time.Since(began))
		}
		return least
	}
	first := fastest(`{"country":"DE",` + unknown.String() + `"gross":4000}`)
	last := fastest(`{"gross":4000,` + unknown.String() + `"country":"DE"}`)
	if last > 10*first {
		t.Errorf("%v with the country last, %v with the country first", last, first)
	}
}
