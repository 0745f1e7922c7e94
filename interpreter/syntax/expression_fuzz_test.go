package syntax

import (
	"bufio"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
)

func FuzzExpression(f *testing.F) {
	for _, text := range []string{
		`p.pv_rate / 2 + choose(state == "SN", p.extra, 0) * TAB2[J]`,
		`not (a in [1, 0.10, "x\\\""]) or --b.c[d] - (e - f) <= -5`,
		`x not in [null, true] == y`,
		"a < b < c ? 2026-01-01 : 'ä€'",
	} {
		f.Add(text)
	}
	if refused, err := os.Open("testdata/expression/refused.txt"); err == nil {
		defer refused.Close()
		for lines := bufio.NewScanner(refused); lines.Scan(); {
			f.Add(lines.Text())
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseExpression(text)
		if err == nil {
			checkRoundTrip(t, text, n)
			return
		}
		if err.From < 0 || err.From > err.To || err.To > max(1, utf8.RuneCountInString(text)) {
			t.Errorf("%q: the error spans %d to %d", text, err.From, err.To)
		}
		if err.Code == "" || err.Summary == "" {
			t.Errorf("%q: the error is incomplete: %+v", text, err)
		}
	})
}

// TestFormatOfAnyTree formats trees that were not parsed.
func TestFormatOfAnyTree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		n := anyTree(random, 5)
		text := Format(n)
		again, err := ParseExpression(text)
		if err != nil {
			t.Fatalf("%s: %q: %v", tree(n), text, err)
		}
		if !Same(n, again) {
			t.Fatalf("%s has the text %q, which is %s", tree(n), text, tree(again))
		}
	}
}

func anyTree(random *rand.Rand, depth int) ast.Node {
	child := func() ast.Node { return anyTree(random, depth-1) }
	x := &ast.IdentifierNode{Value: "x"}
	if depth == 0 {
		literals := []any{Number("1.50"), "a\"\\\n\x01", true, nil}
		if i := random.IntN(5); i < len(literals) {
			return &ast.ConstantNode{Value: literals[i]}
		}
		return x
	}
	switch random.IntN(12) {
	case 0:
		return &ast.UnaryNode{Operator: "not", Node: child()}
	case 1:
		return &ast.UnaryNode{Operator: "-", Node: child()}
	case 2:
		return NewCall("max", child(), child())
	case 3:
		return NewField(&ast.MemberNode{Node: x, Property: &ast.BinaryNode{Operator: "+", Left: child(), Right: child()}}, "to")
	case 4:
		return &ast.BinaryNode{Operator: "in", Left: child(), Right: &ast.ArrayNode{Nodes: []ast.Node{child(), child()}}}
	case 5:
		return anyTree(random, 0)
	default:
		operators := slices.Sorted(maps.Keys(precedences))
		return &ast.BinaryNode{Operator: operators[random.IntN(len(operators))], Left: child(), Right: child()}
	}
}

func TestSame(t *testing.T) {
	texts := []string{"a", "b", "1", "1.0", `"a"`, "true", "false", "null", "a.b", "a.c", "b.b", "a[b]", "a[c]", "-a", "not a",
		"a + b", "b + a", "a - b", "f(a)", "g(a)", "f(a, b)", "f()", "a in [b]", "a in [b, c]", "a in b"}
	for i, left := range texts {
		for k, right := range texts {
			a, _ := ParseExpression(left)
			b, _ := ParseExpression(right)
			if Same(a, b) != (i == k) {
				t.Errorf("Same(%s, %s) = %v", left, right, i != k)
			}
		}
	}
}
