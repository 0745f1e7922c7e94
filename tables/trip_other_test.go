package tables

import (
	"strings"
	"testing"
)

// TestOtherTripRules replaces the rules of one regime without changing the book.
func TestOtherTripRules(t *testing.T) {
	data, err := embedded.ReadFile("de-federal/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	trip := journey("2026-05-", "DE 04T09:00 04T17:00")
	changed, found := embeddedBook().WithTripRules("de-federal", []byte(strings.Replace(string(data), "value: 8", "value: 7", 1)))
	if changed == nil {
		t.Fatal(found.Error())
	}
	for book, want := range map[*Book]string{changed: "04 14 = 14 EUR", embeddedBook(): " = 0 EUR"} {
		if got := told(book.Trip("de-federal", trip)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if book, found := embeddedBook().WithTripRules("de-federal", []byte("programs: {}")); book != nil || !found.HasErrors() {
		t.Error("rules without a program are accepted")
	}
	if book, _ := embeddedBook().WithTripRules("ch-federal", data); book != nil {
		t.Error("a planned regime gets rules")
	}
}
