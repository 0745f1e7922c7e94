package operations

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// TestMessagesAreThoseOfTheCode: messages.yaml has exactly the messages that the code
// uses, and translations show the same values as the English message.
func TestMessagesAreThoseOfTheCode(t *testing.T) {
	code := ""
	for _, pattern := range []string{"*.go", "../server/meter/*.go", "../server/rest/*.go", "../mcp/*.go"} {
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
	for _, name := range []string{"date", "local_time"} {
		code += `detail("` + types.KindCalled(name).Notation().Failure + `") "` + name + `_shape"`
	}
	used := 0
	for _, call := range regexp.MustCompile(`\b(?:say|hinted|Fail)\("(\w+)"`).FindAllStringSubmatch(code, -1) {
		used++
		if _, known := messages().Messages[call[1]]; !known {
			t.Errorf("the code uses %s, which is not in messages.yaml", call[1])
		}
	}
	if used < 40 {
		t.Errorf("found only %d messages", used)
	}
	var types []string
	for _, call := range regexp.MustCompile(`\bdetail\("(\w+)"`).FindAllStringSubmatch(code, -1) {
		types = append(types, call[1])
	}
	slices.Sort(types)
	types = slices.Compact(types)
	if !slices.Equal(types, FailureTypes()) {
		t.Errorf("the types of the code are %q, those of messages.yaml %q", types, FailureTypes())
	}
	for _, texts := range []map[string]rules.Text{messages().Types, messages().Messages} {
		for name, message := range texts {
			if !strings.Contains(code, `"`+strings.TrimSuffix(name, one)+`"`) {
				t.Errorf("%s is not used", name)
			}
			english := wording.Names(wording.Everywhere(message.English))
			// The English syntax error already contains its place.
			if all := wording.Names(message); len(all) != len(english) && name != "syntax" {
				t.Errorf("%s shows %q, in English %q", name, all, english)
			}
		}
	}
}
