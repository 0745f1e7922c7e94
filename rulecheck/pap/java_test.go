package pap

import (
	"strings"
	"testing"
)

// testScope declares the names in the expressions below.
func testScope(t testing.TB) *program {
	t.Helper()
	p, err := translate([]byte(`<PAP name="Plan2019Big"><VARIABLES>
		<INPUT name="LZZ" type="int"/><INPUT name="f" type="double" default="1.0"/><INPUT name="RE4" type="BigDecimal"/>
		<INPUT name="PKPV" type="BigDecimal" default="0"/><INPUT name="VJAHR" type="int" default="1.0"/>
		<INTERNAL name="X" type="BigDecimal"/><INTERNAL name="J" type="int"/><INTERNAL name="KZTAB" type="int"/></VARIABLES><CONSTANTS>
		<CONSTANT name="ZAHL12" type="BigDecimal" value="new BigDecimal(12)"/>
		<CONSTANT name="ZAHL100" type="BigDecimal" value="BigDecimal.valueOf (100)"/>
		<CONSTANT name="ZAHL1200" type="BigDecimal" value="ZAHL12.multiply(ZAHL100)"/>
		<CONSTANT name="MINUS" type="BigDecimal" value="BigDecimal.valueOf(-1)"/>
		<CONSTANT name="TAB" type="BigDecimal[]" value="{BigDecimal.ZERO,
			BigDecimal.valueOf ( 0.40), new BigDecimal(3), ZAHL12, BigDecimal.valueOf(-2)}"/>
		<CONSTANT name="CODES" type="int[]" value="new int[] {1, 2, 3};"/>
		</CONSTANTS><METHODS><MAIN/></METHODS></PAP>`))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// translated translates an expression and returns the first error, which it takes back.
func (p *program) translated(java string) (x operand, err error) {
	p.element = &element{}
	x = p.java(java)
	err, p.err = p.err, nil
	return x, err
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
		{"BigDecimal.valueOf (0.60)", "0.60"},
		{"BigDecimal.valueOf(.5)", "0.5"},
		{"BigDecimal.valueOf(0.0045+0.07)", "0.07450000000000001"},
		{"BigDecimal.valueOf(3.6/7.0)", "0.5142857142857143"},
		{"BigDecimal.valueOf(5.5/100)", "0.055"},
		{"BigDecimal.valueOf(1 - 0.9)", "0.09999999999999998"},
		{"BigDecimal.valueOf(3 * 0.1D)", "0.30000000000000004"},
		{"BigDecimal.valueOf(-(0.1 + 0.2))", "-0.30000000000000004"},
		{"BigDecimal.valueOf(1 + 2)", "1 + 2"},
		{"BigDecimal.valueOf(0.1234567890123456)", "0.1234567890123456"},
		{"RE4.multiply(Plan2019Big.ZAHL12)", "RE4 * 12"},
		{"BigDecimal.valueOf(-1)", "-1"},
		{"new BigDecimal(72600)", "72600"},
		{"BigDecimal.TEN.subtract(BigDecimal.ONE)", "10 - 1"},
		{"BigDecimal.valueOf(RE4.longValue())", "down(RE4, 0)"},
		{"BigDecimal.valueOf (972 * KZTAB)", "972 * KZTAB"},
		{"BigDecimal.valueOf(f)", "f"},
		{"RE4.add(X.subtract(PKPV))", "RE4 + X - PKPV"},
		{"RE4.subtract(X.subtract(PKPV))", "RE4 - (X - PKPV)"},
		{"RE4.subtract(X).subtract   (PKPV).add (ZAHL12)", "RE4 - X - PKPV + 12"},
		{"RE4.multiply(X.divide(ZAHL100))", "RE4 * X / 100"},
		{"RE4.divide(X.multiply(ZAHL100))", "RE4 / (X * 100)"},
		{"X.multiply(MINUS)", "X * -1"},
		{"ZAHL1200.add(MINUS)", "1200 + -1"},
		{"RE4.max(BigDecimal.ZERO).min(X)", "min(max(RE4, 0), X)"},
		{"TAB[J].divide (ZAHL12).multiply (BigDecimal.valueOf (LZZ))", "TAB[J] / 12 * LZZ"},
		{"TAB[VJAHR - 2004]", "TAB[VJAHR - 2004]"},
		{"CODES[J] + VJAHR / 2 * 3", "CODES[J] + down(VJAHR / 2, 0) * 3"},
		{"RE4.compareTo (X) == 1", "RE4 > X"},
		{"RE4.compareTo (X) == -1", "RE4 < X"},
		{"RE4.compareTo(X)==0", "RE4 == X"},
		{"RE4.compareTo(X) != -1", "RE4 >= X"},
		{"RE4.compareTo(X) != 1", "RE4 <= X"},
		{"RE4.compareTo(X) < 0", "RE4 < X"},
		{"RE4.compareTo(X) > -1", "RE4 >= X"},
		{"1 == RE4.compareTo(X)", "RE4 > X"},
		{"-1 < RE4.compareTo(X)", "RE4 >= X"},
		{"RE4.compareTo (BigDecimal.ZERO) >= 0 && RE4.compareTo(X) == -1", "RE4 >= 0 and RE4 < X"},
		{"LZZ == 1 || LZZ > 2 && !(J != 3)", "LZZ == 1 or (LZZ > 2 and not (J != 3))"},
		{"(LZZ == 1\n || J == 2) && !(J == 3)", "(LZZ == 1 or J == 2) and not (J == 3)"},
	} {
		x, err := names.translated(c.java)
		if err != nil {
			t.Errorf("%s: %v", c.java, err)
		} else if got := x.node.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.java, got, c.want)
		}
	}
}

func TestRefusedExpressions(t *testing.T) {
	names := testScope(t)
	for _, c := range []struct{ java, message string }{
		{"RE4.divide(ZAHL100, BigDecimal.ROUND_DOWN)", "keeps the scale of the dividend"},
		{"RE4.setScale(2, BigDecimal.ROUND_HALF_EVEN)", "needs a mode such as BigDecimal.ROUND_DOWN"},
		{"RE4.setScale(J, BigDecimal.ROUND_UP)", "must be a literal"},
		{"RE4.pow(2)", ".pow with these arguments"},
		{"RE4.add(1)", ".add of a int"},
		{"RE4.compareTo(X)", ""},
		{"RE4.compareTo(X) == J", "must be compared with a number"},
		{"RE4.compareTo(X) < 2", "the same for every result"},
		{"RE4 == X", "== between BigDecimal and BigDecimal"},
		{"f * 2", "* between double and int"},
		{"BigDecimal.valueOf(0.1 / 0)", "0.1 / 0 is not a number"},
		{"J % 2", "% between int and int"},
		{"!LZZ", "! is applied to a int"},
		{"TAB", "TAB is neither a variable nor a constant"},
		{"TAB[X]", "the index of TAB is a BigDecimal"},
		{"new BigDecimal(f)", "new BigDecimal of a double"},
		{"BigDecimal.valueOf(X)", "valueOf BigDecimal of a BigDecimal"},
		{"BigDecimal.valueOf(1e3)", "not a decimal number"},
		{"010", "not a decimal number"},
		{"(RE4", "expected ')'"},
		{"RE4)", "found ')'"},
		{"RE4.", "expected selector"},
		{"", "expected operand"},
		{"BigDecimal.valueOf(0.1 + 0.2 - 0.5)", "rounding of several operations"},
		{"BigDecimal.valueOf(0.12345678901234567890)", "more digits than a double"},
		{"new BigDecimal(\"7\")", "not a decimal number"},
		{"X /* add */", "contains a comment"},
		{"LZZ == 1 ? RE4 : X", "illegal character"},
		{"X[J]", "only an array"},
		{"\"x", "not terminated"},
	} {
		x, err := names.translated(c.java)
		switch {
		case c.message == "" && x.kind != kindComparison:
			t.Errorf("%s: %v, want a bare comparison", c.java, x.kind)
		case c.message != "" && err == nil:
			t.Errorf("%s: %s, want an error", c.java, x.node.String())
		case c.message != "" && !strings.Contains(err.Error(), c.message):
			t.Errorf("%s: %v, want %q in it", c.java, err, c.message)
		}
	}
}
