package syntax

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/expr-lang/expr/ast"
)

// tree shows a node's structure without the rules of its text.
func tree(n ast.Node) string {
	parts := func(head string, nodes ...ast.Node) string {
		texts := []string{head}
		for _, child := range nodes {
			texts = append(texts, tree(child))
		}
		return "(" + strings.Join(texts, " ") + ")"
	}
	switch n := n.(type) {
	case *ast.ConstantNode:
		switch value := n.Value.(type) {
		case null:
			return "null"
		case string:
			return fmt.Sprintf("%q", value)
		}
		return fmt.Sprint(n.Value)
	case *ast.IdentifierNode:
		return n.Value
	case *ast.MemberNode:
		if of, name, is := FieldOf(n); is {
			return parts("."+name, of)
		}
		return parts("index", n.Node, n.Property)
	case *ast.UnaryNode:
		return parts("unary"+n.Operator, n.Node)
	case *ast.BinaryNode:
		return parts(n.Operator, n.Left, n.Right)
	case *ast.CallNode:
		return parts("call:"+Callee(n), n.Arguments...)
	case *ast.ArrayNode:
		return parts("list", n.Nodes...)
	default:
		return fmt.Sprintf("%T", n)
	}
}

func TestParse(t *testing.T) {
	const fortyDigits = "1234567890123456789012345678901234567890"
	tests := []struct{ text, tree, format string }{
		{"12", "12", "12"},
		{"0", "0", "0"},
		{"0.10", "0.10", "0.10"},
		{" 1230.00 ", "1230.00", "1230.00"},
		{fortyDigits, fortyDigits, fortyDigits},
		{"9223372036854775808.5", "9223372036854775808.5", "9223372036854775808.5"},
		{"true", "true", "true"},
		{"null", "null", "null"},
		{`"SN"`, `"SN"`, `"SN"`},
		{`'S"N'`, `"S\"N"`, `"S\"N"`},
		{`"a\\b\tc\u00e4"`, `"a\\b\tcä"`, `"a\\b\tcä"`},
		{`"// no comment # at all ("`, `"// no comment # at all ("`, `"// no comment # at all ("`},
		{"ZRE4J", "ZRE4J", "ZRE4J"},
		{"größe_1", "größe_1", "größe_1"},
		{"p.basic_allowance", "(.basic_allowance p)", "p.basic_allowance"},
		{"row.previous.to", "(.to (.previous row))", "row.previous.to"},
		{"TAB2[J]", "(index TAB2 J)", "TAB2[J]"},
		{"row.tier[ meal ].amount", "(.amount (index (.tier row) meal))", "row.tier[meal].amount"},
		{"rate(day.place).mie", "(.mie (call:rate (.place day)))", "rate(day.place).mie"},
		{"f()", "(call:f)", "f()"},
		{"down(x,2)", "(call:down x 2)", "down(x, 2)"},

		// Built-in functions of the parser are ordinary functions.
		{"min(a, b)", "(call:min a b)", "min(a, b)"},
		{"count(a, b)", "(call:count a b)", "count(a, b)"},
		{"filter(a)", "(call:filter a)", "filter(a)"},
		{"all(a, b == c)", "(call:all a (== b c))", "all(a, b == c)"},
		{"len(a) + date(\"2026-01-01\")", `(+ (call:len a) (call:date "2026-01-01"))`, `len(a) + date("2026-01-01")`},
		{"map(a) + map", "(+ (call:map a) map)", "map(a) + map"},
		{"get(a, 1)", "(call:get a 1)", "get(a, 1)"},

		// Precedence of operators.
		{"a - b - c", "(- (- a b) c)", "a - b - c"},
		{"a - (b - c)", "(- a (- b c))", "a - (b - c)"},
		{"a / b * c", "(* (/ a b) c)", "a / b * c"},
		{"a / (b * c)", "(/ a (* b c))", "a / (b * c)"},
		{"(a + b) * c", "(* (+ a b) c)", "(a + b) * c"},
		{"a + b * c", "(+ a (* b c))", "a + b * c"},
		{"-a * b", "(* (unary- a) b)", "-a * b"},
		{"-(a * b)", "(unary- (* a b))", "-(a * b)"},
		{"-a.b[c]", "(unary- (index (.b a) c))", "-a.b[c]"},
		{"a - -b", "(- a (unary- b))", "a - -b"},
		{"--a", "(unary- (unary- a))", "--a"},
		{"-5", "(unary- 5)", "-5"},
		{"not a == b", "(== (unarynot a) b)", "not a == b"},
		{"not (a == b)", "(unarynot (== a b))", "not (a == b)"},
		{"not a * b", "(unarynot (* a b))", "not a * b"},
		{"(not a) * b", "(* (unarynot a) b)", "(not a) * b"},
		{"not a + b", "(+ (unarynot a) b)", "not a + b"},
		{"not not a", "(unarynot (unarynot a))", "not not a"},
		{"not -a", "(unarynot (unary- a))", "not -a"},
		{"-(not a)", "(unary- (unarynot a))", "-not a"},
		{"a and b or c", "(or (and a b) c)", "(a and b) or c"},
		{"a or b and c", "(or a (and b c))", "a or (b and c)"},
		{"(a or b) and c", "(and (or a b) c)", "(a or b) and c"},
		{"not a and b", "(and (unarynot a) b)", "not a and b"},
		{"a + 1 <= b and c != d", "(and (<= (+ a 1) b) (!= c d))", "a + 1 <= b and c != d"},
		{"(a < b) == (c < d)", "(== (< a b) (< c d))", "a < b == (c < d)"},
		{"a == (b == c)", "(== a (== b c))", "a == (b == c)"},

		{`x in ["A", "B"]`, `(in x (list "A" "B"))`, `x in ["A", "B"]`},
		{`x not in [1]`, `(unarynot (in x (list 1)))`, `not (x in [1])`},
		{`not (x in [1])`, `(unarynot (in x (list 1)))`, `not (x in [1])`},
		{`not x in [1]`, `(in (unarynot x) (list 1))`, `not x in [1]`},
		{`not (x not in [1])`, `(unarynot (unarynot (in x (list 1))))`, `not not (x in [1])`},
		{`(x not in [1]) == y`, `(== (unarynot (in x (list 1))) y)`, `not (x in [1]) == y`},
		{`not (x in [1]) == y`, `(== (unarynot (in x (list 1))) y)`, `not (x in [1]) == y`},
		{"meal in day.provided", "(in meal (.provided day))", "meal in day.provided"},
		{"a\n  and b", "(and a b)", "a and b"},
	}
	for _, test := range tests {
		n, err := ParseExpression(test.text)
		if err != nil {
			t.Errorf("ParseExpression(%q): %v", test.text, err)
			continue
		}
		if got := tree(n); got != test.tree {
			t.Errorf("ParseExpression(%q) = %s, want %s", test.text, got, test.tree)
		}
		if got := n.String(); got != test.format {
			t.Errorf("text of %q is %q, want %q", test.text, got, test.format)
		}
		checkRoundTrip(t, test.text, n)
	}
}

// checkRoundTrip checks that the extent of each node parses to that node.
func checkRoundTrip(t *testing.T, text string, n ast.Node) {
	t.Helper()
	characters := []rune(text)
	if len(characters) > 400 {
		return // every node's piece is parsed again: too slow for long texts
	}
	Walk(n, func(part ast.Node) bool {
		from, to := part.Location().From, part.Location().To
		if from < 0 || from >= to || to > len(characters) {
			t.Fatalf("%q: %s spans %d to %d", text, tree(part), from, to)
		}
		piece := string(characters[from:to])
		switch part := part.(type) {
		case *ast.ArrayNode:
			if piece[0] != '[' || piece[len(piece)-1] != ']' {
				t.Fatalf("%q: the list spans %q", text, piece)
			}
			return true
		case *ast.MemberNode:
			if _, name, is := FieldOf(part); is {
				if at := part.Property.Location(); string(characters[at.From:at.To]) != name {
					t.Fatalf("%q: the name %s spans %d to %d", text, name, at.From, at.To)
				}
			}
		case *ast.CallNode:
			if at := part.Callee.Location(); string(characters[at.From:at.To]) != Callee(part) {
				t.Fatalf("%q: the name %s spans %d to %d", text, Callee(part), at.From, at.To)
			}
		}
		again, err := ParseExpression(piece)
		if err != nil {
			t.Fatalf("%q: the piece %q of %s does not parse: %v", text, piece, tree(part), err)
		}
		if b, ok := part.(*ast.BinaryNode); ok && b.Operator == "in" {
			// The comparison inside `a not in b` spans all of it.
			if u, ok := again.(*ast.UnaryNode); ok {
				again = u.Node
			}
		}
		if !Same(part, again) {
			t.Fatalf("%q: %s spans %q, which is %s", text, tree(part), piece, tree(again))
		}
		return true
	})
}

func TestSpansIncludeParenthesesOfOperands(t *testing.T) {
	n, err := ParseExpression(`"ä€𝄞" == ((a)) and -(b + c) * f(d)`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	Walk(n, func(n ast.Node) bool {
		from, to := n.Location().From, n.Location().To
		got = append(got, fmt.Sprintf("%d-%d", from, to))
		return true
	})
	want := []string{"0-34", "0-14", "0-5", "11-12", "19-34", "19-27", "21-26", "21-22", "25-26", "30-34", "32-33"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name, text, code string
	}{
		{"longest", strings.Repeat("a", MaxExpression), ""},
		{"longest of wide characters", `"` + strings.Repeat("𝄞", MaxExpression-2) + `"`, ""},
		{"too long", strings.Repeat("a", MaxExpression+1), "expression-too-long"},
		{"far too long", strings.Repeat("(", 1_000_000), "expression-too-long"},
		{"deepest", strings.Repeat("(", MaxNesting) + "a" + strings.Repeat(")", MaxNesting), ""},
		{"too deep", strings.Repeat("(", MaxNesting+1) + "a" + strings.Repeat(")", MaxNesting+1), "nesting-too-deep"},
		{"too deep by brackets", strings.Repeat("a[", MaxNesting+1) + "a" + strings.Repeat("]", MaxNesting+1), "nesting-too-deep"},
		{"most prefixes", strings.Repeat("-", MaxNesting) + "a", ""},
		{"too many prefixes", strings.Repeat("-", MaxNesting+1) + "a", "nesting-too-deep"},
		{"too many nots", strings.Repeat("not ", MaxNesting+1) + "a", "nesting-too-deep"},
		{"most operands", "a" + strings.Repeat("+a", MaxExpression/2-1), ""},
		{"many fields", "a" + strings.Repeat(".b", MaxExpression/2-1), ""},
		{"many chained comparisons", "a" + strings.Repeat("<a", MaxExpression/2-1), "chained-comparison"},
		{"forty-one digits", strings.Repeat("1", 41), "number-literal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := ParseExpression(test.text)
			switch {
			case err == nil && test.code != "":
				t.Errorf("accepted, want %s", test.code)
			case err != nil && err.Code != test.code:
				t.Errorf("got %v, want %q", err, test.code)
			case err == nil && !Same(n, n):
				t.Error("the tree is not the same as itself")
			}
		})
	}
}
