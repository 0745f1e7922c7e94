package rules

import (
	"os"
	"testing"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// openEmbedded opens the product's own rule book, which must load without a
// finding.
func openEmbedded(t testing.TB) *Book {
	t.Helper()
	book, list, sources := Validate(Embedded(), Options{})
	if len(list) > 0 {
		if err := diagnostic.Write(os.Stderr, list, sources, diagnostic.Options{}); err != nil {
			t.Fatal(err)
		}
		t.Fatal("the rule book has findings")
	}
	return book
}

func TestEmbeddedRulesLoadWithoutFindings(t *testing.T) { openEmbedded(t) }
