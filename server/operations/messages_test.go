package operations

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// TestMessagesAreThoseOfTheCode: what the code says is in messages.yaml, what is there the
// code says, and no language shows what the English message does not.
func TestMessagesAreThoseOfTheCode(t *testing.T) {
	code := ""
	for _, pattern := range []string{"*.go", "../rest/*.go", "../../mcp/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				code += string(text)
			}
		}
	}
	said := 0
	for _, call := range regexp.MustCompile(`\b(?:say|hintContext|unreadable|badMessage|forbidden|Fail\(\S+, \S+)(?:\(| )"(\w+)"`).FindAllStringSubmatch(code, -1) {
		said++
		if _, known := messages().Messages[call[1]]; !known {
			t.Errorf("the code says %s, which messages.yaml does not have", call[1])
		}
	}
	if said < 50 {
		t.Errorf("%d messages are said", said)
	}
	var types []string
	for _, constant := range regexp.MustCompile(`(?m)^\ttype[A-Z]\w+ += "(\w+)"`).FindAllStringSubmatch(code, -1) {
		types = append(types, constant[1])
	}
	slices.Sort(types)
	if !slices.Equal(types, FailureTypes()) {
		t.Errorf("the types of the code are %q, those of messages.yaml %q", types, FailureTypes())
	}
	for _, texts := range []map[string]rules.Text{messages().Types, messages().Messages} {
		for name, message := range texts {
			if !strings.Contains(code, `"`+strings.TrimSuffix(name, one)+`"`) {
				t.Errorf("nothing says %s", name)
			}
			english := wording.Names(wording.Everywhere(message.English))
			// The English error of a syntax has its place already.
			if all := wording.Names(message); len(all) != len(english) && name != "syntax" {
				t.Errorf("%s shows %q, in English %q", name, all, english)
			}
		}
	}
}
