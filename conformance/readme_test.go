package conformance

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestReadmeCountsTheCases compares the counts of the front page, by the origin of the
// expected values. Pinned texts are not cases.
func TestReadmeCountsTheCases(t *testing.T) {
	sets, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	total, known, kinds := 0, 0, map[Kind]int{}
	for _, set := range sets {
		if set.CountedAs() == Words {
			continue
		}
		total += len(set.Cases())
		kinds[set.Kind] += len(set.Cases())
		differing := map[string]bool{}
		for _, k := range set.KnownDifferences {
			differing[k.Case] = true
		}
		known += len(differing)
	}
	for _, want := range []string{
		"Of " + grouped(total) + " labelled cases, " + grouped(total-known) + " match; the other " + grouped(known) + " are known differences",
		grouped(kinds[Official]) + " official results", grouped(kinds[Published]) + " published examples", grouped(kinds[Computed]) + " results of an independent program",
		grouped(kinds[HandChecked]) + " calculations by hand", grouped(kinds[TableRow]) + " rows of official tables",
	} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}

// grouped writes a number with commas between its thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
