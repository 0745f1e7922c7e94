package pap

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
)

// testScope declares the names in the expressions below.
func testScope(t testing.TB) *program {
	t.Helper()
	p, err := translate(&flowPlan{
		name: "Plan2019Big", main: &method{},
		inputs: []declared{
			{name: "LZZ", kind: "int"}, {name: "f", kind: "double", value: "1.0"}, {name: "RE4", kind: "BigDecimal"},
			{name: "PKPV", kind: "BigDecimal", value: "0"}, {name: "VJAHR", kind: "int", value: "1.0"}, {name: "flag", kind: "boolean"},
		},
		internals: []declared{{name: "X", kind: "BigDecimal"}, {name: "J", kind: "int"}, {name: "KZTAB", kind: "int"}},
		constants: []declared{
			{name: "ZAHL12", kind: "BigDecimal", value: "new BigDecimal(12)"},
			{name: "ZAHL100", kind: "BigDecimal", value: "BigDecimal.valueOf (100)"},
			{name: "ZAHL1200", kind: "BigDecimal", value: "ZAHL12.multiply(ZAHL100)"},
			{name: "MINUS", kind: "BigDecimal", value: "BigDecimal.ONE.negate()"},
			{name: "TAB", kind: "BigDecimal[]", value: "{BigDecimal.ZERO,\n BigDecimal.valueOf ( 0.40), new BigDecimal(3), ZAHL12, BigDecimal.valueOf(-2)}"},
			{name: "CODES", kind: "int[]", value: "new int[] {1, 2, 3};"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestExpressions(t *testing.T) {
	names := testScope(t)
	for _, c := range []struct{ java, want string }{
		{"(RE4.multiply (ZAHL12)).divide (ZAHL100, 2, BigDecimal.ROUND_DOWN)", "down(RE4 * 12 / 100, 2)"},
		{"RE4.divide(ZAHL100).setScale(0, RoundingMode.UP)", "up(RE4 / 100, 0)"},
		{"RE4.setScale (0,BigDecimal.ROUND_HALF_UP)", "half_up(RE4, 0)"},
		{"RE4.setScale(1, RoundingMode.HALF_DOWN)", "half_down(RE4, 1)"},
		{"RE4.setScale(1, BigDecimal.ROUND_FLOOR).add(X.setScale(2, RoundingMode.CEILING))", "floor(RE4, 1) + ceiling(X, 2)"},
		{"RE4.setScale(2)", "RE4"},
		{"RE4.setScale(2, BigDecimal.ROUND_UNNECESSARY)", "RE4"},
		{"BigDecimal.valueOf (0.60)", "0.60"},
		{"BigDecimal.valueOf(.5)", "0.5"},
		{"BigDecimal.valueOf(0.0045+0.07)", "0.07450000000000001"},
		{"BigDecimal.valueOf(3.6/7.0)", "0.5142857142857143"},
		{"BigDecimal.valueOf(5.5/100)", "0.055"},
		{"BigDecimal.valueOf(1 - 0.9)", "0.09999999999999998"},
		{"BigDecimal.valueOf(3 * 0.1D)", "0.30000000000000004"},
		{"BigDecimal.valueOf(0.1 + 0.2 - 0.5)", "-0.19999999999999996"},
		{"BigDecimal.valueOf(-(0.1 + 0.2))", "-0.30000000000000004"},
		{"BigDecimal.valueOf(1 + 2)", "1 + 2"},
		{"BigDecimal.valueOf(0.1234567890123456)", "0.1234567890123456"},
		{"BigDecimal.valueOf(0.12345678901234567890)", "0.12345678901234568"},
		{"RE4.multiply(Plan2019Big.ZAHL12)", "RE4 * 12"},
		{"BigDecimal.valueOf(-1)", "-1"},
		{"new BigDecimal(\"0.0935\")", "0.0935"},
		{"new BigDecimal(\"-7\")", "-7"},
		{"new BigDecimal(72600)", "72600"},
		{"new BigDecimal(0.5)", "0.5"},
		{"new BigDecimal(0.07)", "0.070000000000000006661338147750939242541790008544921875"},
		{"BigDecimal.TEN.subtract(BigDecimal.ONE)", "10 - 1"},
		{"BigDecimal.valueOf(RE4.longValue())", "down(RE4, 0)"},
		{"BigDecimal.valueOf (972 * KZTAB)", "972 * KZTAB"},
		{"BigDecimal.valueOf(f)", "f"},
		{"RE4.add(X.subtract(PKPV))", "RE4 + X - PKPV"},
		{"RE4.subtract(X.subtract(PKPV))", "RE4 - (X - PKPV)"},
		{"RE4.subtract(X).subtract   (PKPV).add (ZAHL12)", "RE4 - X - PKPV + 12"},
		{"RE4.multiply(X.divide(ZAHL100))", "RE4 * X / 100"},
		{"RE4.divide(X.multiply(ZAHL100))", "RE4 / (X * 100)"},
		{"X.negate().multiply(MINUS)", "-X * -1"},
		{"ZAHL1200.add(MINUS)", "1200 + -1"},
		{"RE4.max(BigDecimal.ZERO).min(X).abs()", "abs(min(max(RE4, 0), X))"},
		{"TAB[J].divide (ZAHL12).multiply (BigDecimal.valueOf (LZZ))", "TAB[J] / 12 * LZZ"},
		{"TAB[VJAHR - 2004]", "TAB[VJAHR - 2004]"},
		{"CODES[J] + VJAHR / 2 * 3", "CODES[J] + down(VJAHR / 2, 0) * 3"},
		{"RE4.compareTo (X) == 1", "RE4 > X"},
		{"RE4.compareTo (X) == -1", "RE4 < X"},
		{"RE4.compareTo(X)==0", "RE4 == X"},
		{"RE4.compareTo(X) != -1", "RE4 >= X"},
		{"RE4.compareTo(X) != 1", "RE4 <= X"},
		{"RE4.compareTo(X) != 0", "RE4 != X"},
		{"RE4.compareTo(X) >= 0", "RE4 >= X"},
		{"RE4.compareTo(X) <= 0", "RE4 <= X"},
		{"RE4.compareTo(X) < 0", "RE4 < X"},
		{"RE4.compareTo(X) > -1", "RE4 >= X"},
		{"RE4.compareTo(X) < 1", "RE4 <= X"},
		{"1 == RE4.compareTo(X)", "RE4 > X"},
		{"0 >= RE4.compareTo(X)", "RE4 <= X"},
		{"-1 < RE4.compareTo(X)", "RE4 >= X"},
		{"RE4.signum() == -1", "RE4 < 0"},
		{"RE4.compareTo (BigDecimal.ZERO) >= 0 && RE4.compareTo(X) == -1", "RE4 >= 0 and RE4 < X"},
		{"LZZ == 1 || LZZ > 2 && !(J != 3)", "LZZ == 1 or LZZ > 2 and not (J != 3)"},
		{"(LZZ == 1\n || flag) && !flag", "(LZZ == 1 or flag) and not flag"},
		{"LZZ == 1 ? RE4 : X", "choose(LZZ == 1, RE4, X)"},
		{"(VJAHR + 1) * 2 - J", "(VJAHR + 1) * 2 - J"},
	} {
		x, err := parseJava(c.java, names)
		if err != nil {
			t.Errorf("%s: %v", c.java, err)
		} else if got := syntax.Format(x.node); got != c.want {
			t.Errorf("%s: %s, want %s", c.java, got, c.want)
		}
	}
}

// TestExpressionsAreReadAgain parses formatted expressions to the same tree.
func TestExpressionsAreReadAgain(t *testing.T) {
	names := testScope(t)
	for _, java := range []string{
		"RE4.subtract(X.subtract(PKPV))", "RE4.divide(X.multiply(ZAHL100))", "X.negate().multiply(MINUS)",
		"(LZZ == 1 || flag) && !flag", "!(LZZ == 1 && J == 2)", "(VJAHR + 1) * 2 - J",
	} {
		x, err := parseJava(java, names)
		if err != nil {
			t.Fatal(err)
		}
		again, parseErr := syntax.ParseExpression(syntax.Format(x.node))
		if parseErr != nil || !syntax.Same(x.node, again) {
			t.Errorf("%s: %s parses to another expression: %v", java, syntax.Format(x.node), parseErr)
		}
	}
}

func TestRefusedExpressions(t *testing.T) {
	names := testScope(t)
	for _, c := range []struct{ java, message string }{
		{"RE4.divide(ZAHL100, BigDecimal.ROUND_DOWN)", "keeps the scale of the dividend"},
		{"RE4.setScale(2, BigDecimal.ROUND_HALF_EVEN)", "BigDecimal.ROUND_HALF_EVEN cannot be translated"},
		{"RE4.setScale(J, BigDecimal.ROUND_UP)", "must be a literal"},
		{"RE4.setScale(2, 1)", "where a rounding mode is needed"},
		{"RE4.pow(2)", ".pow with these arguments"},
		{"RE4.add(1)", ".add with these arguments"},
		{"RE4.compareTo(X)", ""},
		{"RE4.compareTo(X) == J", "must be compared with a number"},
		{"RE4.compareTo(X) < 2", "the same for every result"},
		{"RE4 == X", "== between BigDecimal and BigDecimal"},
		{"RE4 + X", "+ between BigDecimal and BigDecimal"},
		{"f * 2", "* between double and int"},
		{"BigDecimal.valueOf(0.1 / 0)", "0.1 / 0 is not a number"},
		{"Plan2018Big.ZAHL12", "Plan2018Big is neither a variable nor a constant"},
		{"J % 2", "% between int and int"},
		{"LZZ && flag", "&& between int and boolean"},
		{"!LZZ", "! is applied to a int"},
		{"-RE4", "- is applied to a BigDecimal"},
		{"UNKNOWN.add(X)", "UNKNOWN is neither a variable nor a constant"},
		{"TAB", "TAB is neither a variable nor a constant"},
		{"X[J]", "X is not an array"},
		{"TAB[X]", "the index of TAB is a BigDecimal"},
		{"new BigDecimal(f)", "new BigDecimal of a double"},
		{"new BigInteger(1)", `new "BigInteger"`},
		{"new BigDecimal(\"1e3\")", "not a plain decimal number"},
		{"BigDecimal.valueOf(X)", "valueOf of a BigDecimal"},
		{"BigDecimal.valueOf(1e3)", "not a decimal number"},
		{"010", "octal"},
		{"(RE4", `expected ")"`},
		{"RE4)", "after the expression"},
		{"RE4.", "a method must follow"},
		{"", "expected a value, not the end"},
		{"X # 1", "unexpected character"},
		{"\"x", "closing quote"},
		{strings.Repeat("(", 100) + "1", "parentheses are nested"},
		{strings.Repeat("!", 100) + "flag", "operators are nested"},
		{"flag ? RE4 : LZZ", "two numbers of one type"},
	} {
		x, err := parseJava(c.java, names)
		switch {
		case c.message == "" && x.kind != kindComparison:
			t.Errorf("%s: %v, want a bare comparison", c.java, x.kind)
		case c.message != "" && err == nil:
			t.Errorf("%s: %s, want an error", c.java, syntax.Format(x.node))
		case c.message != "" && !strings.Contains(err.Error(), c.message):
			t.Errorf("%s: %v, want %q in it", c.java, err, c.message)
		}
	}
}
