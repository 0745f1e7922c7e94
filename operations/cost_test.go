//go:build unix && !race

// The race detector makes the work many times longer.
package operations

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/payslate/payslate/rules"
)

// processorTime is what this process has used, of all processors.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// hostile are bodies that fit no schema, each of about a size, by what is wrong.
func hostile(size int) map[string]string {
	fill := func(part string) string { return strings.Repeat(part, size/len(part)) }
	numbered := func(format string) string {
		var all strings.Builder
		for i := 0; all.Len() < size-30; i++ {
			fmt.Fprintf(&all, format, i)
		}
		return all.String()
	}
	return map[string]string{
		"a long name":                    `{"` + fill("x") + `":1}`,
		"a long name of escapes":         `{"` + fill(`\u0061`) + `":1}`,
		"eight long names":               `{` + strings.Repeat(`"`+strings.Repeat("g", size/8)+`":1,`, 8) + `"a":1}`,
		"one name again and again":       `{` + fill(`"a":1,`) + `"b":1}`,
		"one name with empty lists":      `{` + fill(`"a":[],`) + `"b":1}`,
		"many names":                     `{` + numbered(`"x%d":1,`) + `"b":1}`,
		"many names before the country":  `{"gross":4000,` + numbered(`"x%d":1,`) + `"country":"DE"}`,
		"many names of a field":          `{` + numbered(`"gross_%050d":1,`) + `"b":1}`,
		"a long text":                    `{"country":"` + fill("x") + `","year":"` + "1" + `"}`,
		"a long text for a number":       `{"country":"DE","gross":"` + fill("1") + `"}`,
		"a long number":                  `{"country":"DE","gross":` + fill("1") + `}`,
		"a long fraction":                `{"country":"DE","gross":0.` + fill("1") + `}`,
		"a list of numbers":              `[` + fill(`1,`) + `1]`,
		"a list of lists":                `[` + fill(`[],`) + `1]`,
		"deep lists":                     fill("["),
		"deep lists in a field":          `{"x":` + strings.Repeat("[", size/2) + strings.Repeat("]", size/2) + `}`,
		"lists a hundred deep":           `{"x":[` + fill(strings.Repeat("[", 97)+strings.Repeat("]", 97)+`,`) + `1]}`,
		"no end":                         `{"x":"` + fill("x"),
		"data after the end":             `{}` + fill("1"),
		"blanks":                         fill(" "),
		"many components":                `{"country":"DE","gross":5000,"components":[` + fill(`{"kind":"nothing"},`) + `1]}`,
		"many scenarios":                 `{"scenarios":[` + fill(`{"country":"DE","gros":1},`) + `1]}`,
		"many items":                     `{"items":[` + fill(`1,`) + `1]}`,
		"many objects":                   `{"items":[` + fill(`{},`) + `1]}`,
		"a thousand items":               `{"items":[` + strings.TrimSuffix(strings.Repeat(`{`+strings.Repeat(`"x":1,`, size/6000)+`"y":1},`, 1000), ",") + `]}`,
		"a thousand items of long names": `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"country":"DE","`+strings.Repeat(`x`, size/1000)+`":1},`, 1000), ",") + `]}`,
		"eight items of long names":      `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"country":"DE","`+strings.Repeat(`x`, size/8)+`":1},`, 8), ",") + `]}`,
	}
}

// TestRefusalsAreCheap: what is refused, or consists of errors alone, takes at most half a
// second of one processor for 8 MB and 0.15 for 1 MB, by the accounts of the process.
func TestRefusalsAreCheap(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	refuse := func(results int64) error {
		if results > 0 {
			return Fail("insufficient_credits")
		}
		return nil
	}
	for _, operation := range catalogue.Operations() {
		if operation.Method != "POST" {
			continue
		}
		size, most := 1_000_000, 150*time.Millisecond
		if operation.Each != nil {
			size, most = 8_000_000, 500*time.Millisecond
		}
		for name, body := range hostile(size) {
			least := time.Hour
			for range 3 { // the collector's work of another is no work of this one
				began := processorTime(t)
				answer, results, err := operation.AnswerResults(t.Context(), nil, []byte(body), rules.English, refuse)
				least = min(least, processorTime(t)-began)
				if err == nil && results > 0 {
					t.Fatalf("%s, %s: answered", operation.ID, name)
				}
				var failure *Failure
				if errors.As(err, &failure) {
					answer = failure.AppendJSON(nil, rules.English)
				}
				if len(answer) > 2_000_000 {
					t.Errorf("%s, %s: an answer of %d bytes", operation.ID, name, len(answer))
				}
				if least <= most {
					break
				}
			}
			if least > most {
				t.Errorf("%s, %s: %v for %d bytes, at most %v", operation.ID, name, least, len(body), most)
			} else if testing.Verbose() && least > most/3 {
				t.Logf("%s, %s: %v", operation.ID, name, least)
			}
		}
	}
}

// TestMessagesRepeatLittle: an answer repeats at most 100 bytes of a name or a value.
func TestMessagesRepeatLittle(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	for _, sent := range []string{strings.Repeat("x", 500), strings.Repeat("ä", 500), strings.Repeat(`\u00e4`, 500), strings.Repeat(`\\`, 500), strings.Repeat(`\"`, 500), "a" + strings.Repeat("😀", 300)} {
		for _, body := range []string{`{"` + sent + `":1}`, `{"country":"` + sent + `"}`, `{"country":"DE","gross":"` + sent + `"}`, `{"country":"DE","de":{"` + sent + `":"` + sent + `"}}`} {
			_, err := catalogue.Operation("salary-net/net").AnswerJSON(nil, []byte(body), rules.English)
			var failure *Failure
			if !errors.As(err, &failure) {
				t.Fatalf("%.40s: %v", body, err)
			}
			for _, detail := range failure.Details {
				for _, step := range detail.Location {
					if name, is := step.(string); is && len(name) > maxEcho {
						t.Errorf("%.40s: a name of %d bytes", body, len(name))
					}
				}
				if len(detail.Input) > maxEcho || len(detail.Input) > 0 && !json.Valid(detail.Input) {
					t.Errorf("%.40s: a value of %d bytes: %s", body, len(detail.Input), detail.Input)
				}
			}
			if text := string(failure.AppendJSON(nil, rules.English)); !json.Valid([]byte(text)) || strings.Contains(text, sent) {
				t.Errorf("%.40s: %s", body, text)
			}
		}
	}
}
