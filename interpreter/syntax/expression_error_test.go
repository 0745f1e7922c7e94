package syntax

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// TestErrorTexts parses every line of refused.txt and compares the errors with
// refused.golden.
func TestErrorTexts(t *testing.T) {
	file, err := os.Open("testdata/expression/refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out strings.Builder
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		text := strings.ReplaceAll(lines.Text(), `\n`, "\n")
		n, failure := ParseExpression(text)
		if failure == nil {
			t.Errorf("line %d: %q is accepted as %s", number, text, tree(n))
			continue
		}
		if length := len([]rune(text)); failure.From < 0 || failure.From > failure.To || failure.To > length {
			t.Errorf("line %d: %q: the error spans %d to %d", number, text, failure.From, failure.To)
		}
		failure.Subject = placeIn(text, failure)
		list := diagnostic.List{failure.Diagnostic}
		source := func(string) ([]byte, bool) { return []byte(text), true }
		if err := diagnostic.Write(&out, list, source); err != nil {
			t.Fatal(err)
		}
	}
	compareGolden(t, "testdata/expression/refused.golden", out.String())
}

func placeIn(text string, failure *ExpressionError) diagnostic.Range {
	position := func(offset int) diagnostic.Position {
		before := string([]rune(text)[:offset])
		line := 1 + strings.Count(before, "\n")
		return diagnostic.Position{Line: line, Column: 1 + len([]rune(before[strings.LastIndex(before, "\n")+1:]))}
	}
	return diagnostic.Range{File: "text", Start: position(failure.From), End: position(failure.To)}
}
