package pap

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

func testPlan(t testing.TB) *Plan {
	t.Helper()
	return readPlan(t, "testdata/known.yaml")
}

// TestOddities imports a small plan with the oddities of official files: old forms, typing
// errors, misplaced statements.
func TestOddities(t *testing.T) {
	xml, err := os.ReadFile("testdata/oddities.xml")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := Import(xml, 2019, testPlan(t))
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/oddities.yaml"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the import differs from %s:\n%s", golden, got)
	}
}

// TestOdditiesRun runs the small plan. 12 × 1000 is limited to 72600; 72600 × 0.4 × 9.35 %
// is 2715 in whole numbers.
func TestOdditiesRun(t *testing.T) {
	file, err := os.ReadFile("testdata/oddities.yaml")
	if err != nil {
		t.Fatal(err)
	}
	executable := compileProgram(t, "oddities.yaml", file, testPlan(t))
	row := make([]string, len(inputNames(executable)))
	for i, name := range inputNames(executable) {
		row[i] = map[string]string{"LZZ": "2", "RE4": "100000", "NEU": "1.5"}[name]
	}
	got, err := answer(executable.Run(), row, 2)
	if err != nil || got != "27,2734" {
		t.Errorf("LSTLZZ and VFRB are %s, want 27,2734 (%v)", got, err)
	}
}

// variablesAN describes the variables of planOf.
var variablesAN = []byte("variables: {A: {unit: EUR, default: 0}, N: {type: integer, default: 0}}")

// document puts statements into a plan of two lines above them.
func planOf(statements string) string {
	return `<PAP><VARIABLES><INPUT name="A" type="BigDecimal"/><INPUT name="N" type="int"/></VARIABLES>` +
		"<METHODS><MAIN>\n" + statements + "\n</MAIN></METHODS></PAP>"
}

func TestRefusedPlans(t *testing.T) {
	plan := testPlan(t)
	for _, c := range []struct {
		name, xml string
		line      int
		message   string
	}{
		{"no XML", "text", 1, "between elements"},
		{"broken XML", "<PAP>\n<METHODS>", 2, "the XML cannot be read"},
		{"another file", "<html/>", 0, "root element is not <PAP>"},
		{"text", "<PAP>\nhello</PAP>", 1, `unexpected text "hello"`},
		{"no main", "<PAP/>", 1, "needs one <MAIN>, not 0"},
		{"unknown encoding", `<?xml version="1.0" encoding="klingon"?><PAP/>`, 1, "klingon"},
		{"unknown part", "<PAP>\n<EXTRA/></PAP>", 2, "unknown element <EXTRA> in <PAP>"},
		{"no name", "<PAP><VARIABLES>\n\n<INPUT type=\"int\"/></VARIABLES></PAP>", 3, `no attribute "name"`},
		{"same attribute", "<PAP name=\"a\" name=\"b\"/>", 1, "attribute name twice"},
		{"unknown type", "<PAP><VARIABLES><INPUT name=\"A\" type=\"String\"/></VARIABLES><METHODS><MAIN/></METHODS></PAP>", 1, "type String"},
		{"declared twice", "<PAP><VARIABLES><INPUT name=\"A\" type=\"int\"/>\n<INTERNAL name=\"A\" type=\"int\"/></VARIABLES><METHODS><MAIN/></METHODS></PAP>", 2, "declared twice"},
		{"reserved", "<PAP><VARIABLES><INPUT name=\"match\" type=\"int\"/></VARIABLES><METHODS><MAIN/></METHODS></PAP>", 1, "is reserved in it"},
		{"bad default", "<PAP><VARIABLES><INPUT name=\"A\" type=\"int\" default=\"1.5\"/></VARIABLES><METHODS><MAIN/></METHODS></PAP>", 1, "an int cannot be 1.5"},
		{"default of another variable", "<PAP><VARIABLES><INPUT name=\"A\" type=\"int\"/><INPUT name=\"B\" type=\"int\" default=\"A\"/></VARIABLES><METHODS><MAIN/></METHODS></PAP>", 1, "not a constant"},
		{"empty array", "<PAP><CONSTANTS><CONSTANT name=\"T\" type=\"int[]\" value=\"{}\"/></CONSTANTS><METHODS><MAIN/></METHODS></PAP>", 1, "empty"},
		{"open array", "<PAP><CONSTANTS><CONSTANT name=\"T\" type=\"int[]\" value=\"{1, 2\"/></CONSTANTS><METHODS><MAIN/></METHODS></PAP>", 1, "the array T is not written as {…}"},
		{"endless constant", "<PAP><CONSTANTS><CONSTANT name=\"T\" type=\"BigDecimal\" value=\"BigDecimal.ONE.divide(new BigDecimal(3))\"/></CONSTANTS><METHODS><MAIN/></METHODS></PAP>", 1, "is not a finite decimal number"},
		{"growing constants", "<PAP><CONSTANTS><CONSTANT name=\"A\" type=\"int\" value=\"" + strings.Repeat("9", 700) + "\"/></CONSTANTS><METHODS><MAIN/></METHODS></PAP>", 1, "too many digits"},
		{"second main", "<PAP><METHODS><MAIN/>\n<MAIN/></METHODS></PAP>", 1, "needs one <MAIN>, not 2"},
		{"second method", "<PAP><METHODS><MAIN/><METHOD name=\"M\"/>\n<METHOD name=\"M\"/></METHODS></PAP>", 2, "M is declared twice; the first is in line 1"},
		{"unknown statement", planOf(`<WHILE expr="N == 1"/>`), 2, "unknown element <WHILE> in <MAIN>"},
		{"no assignment", planOf("<EVAL exec=\"A.add(A)\"/>"), 2, "does not set a variable"},
		{"unknown target", planOf("\n<EVAL exec=\"B = A\"/>"), 3, "B is not a variable"},
		{"unknown operand", planOf("<EVAL exec=\"A = B\"/>"), 2, "B is neither a variable nor a constant"},
		{"wrong type", planOf("<EVAL exec=\"A = 1\"/>"), 2, "A is a BigDecimal and cannot be set to a int"},
		{"comparison as value", planOf("<EVAL exec=\"N = A.compareTo(A)\"/>"), 2, "result of compareTo"},
		{"method that is not a name", "<PAP><METHODS><MAIN/>\n<METHOD name=\"a: b\"/></METHODS></PAP>", 2, `"a: b" is not a name`},
		{"circle", "<PAP><METHODS><MAIN><EXECUTE method=\"A\"/></MAIN><METHOD name=\"A\"><EXECUTE method=\"B\"/></METHOD>\n<METHOD name=\"B\"><EXECUTE method=\"A\"/></METHOD></METHODS></PAP>", 0, "the rule language does not take the plan"},
		{"number as condition", planOf("<IF expr=\"N\"><THEN/></IF>"), 2, "the condition is a int"},
		{"no condition", planOf("<IF><THEN/></IF>"), 2, `no attribute "expr"`},
		{"no then", planOf("<IF expr=\"N == 1\"><ELSE/></IF>"), 2, "one <THEN> and after it at most one <ELSE>"},
		{"empty if", planOf("<IF expr=\"N == 1\"/>"), 2, "no <THEN>"},
		{"two else", planOf("<IF expr=\"N == 1\"><THEN/><ELSE/>\n<ELSE/></IF>"), 3, "one <THEN>"},
		{"unknown statement in a branch", planOf("<IF expr=\"N == 1\"><THEN/>\n<ELSE><SELECT/></ELSE></IF>"), 3, "unknown element <SELECT> in <ELSE>"},
		{"stray else", planOf("<ELSE/>"), 2, "unknown element <ELSE> in <MAIN>"},
		{"statement before then", planOf("<IF expr=\"N == 1\"><EVAL exec=\"N = 1\"/><THEN/></IF>"), 2, "unknown element <EVAL> in <IF>"},
		{"long expression", planOf("<EVAL exec=\"A = A" + strings.Repeat(".add(A)", 1500) + "\"/>"), 0, "does not take the plan"},
		{"deep elements", planOf(strings.Repeat("<IF expr=\"N == 1\"><THEN>", 150)), 2, "elements are nested"},
	} {
		_, _, err := Import([]byte(c.xml), 2020, plan)
		var refused diagnostic.List
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.message) || refused[0].Subject.Start.Line != c.line {
			t.Errorf("%s: %v, want line %d: …%s…", c.name, err, c.line, c.message)
		}
	}
}

func TestRefusedPlanFiles(t *testing.T) {
	const head = "program: tax\nsource: {id: file, name: Plan}\nparameters: [rate]\n"
	for _, c := range []struct{ yaml, message string }{
		{"", "plan.yaml:1:1: error: the file must be a map of keys and values [wrong-shape]"},
		{"program: tax", "the key source is missing [missing-value]"},
		{"program: tax\nsource: {name: Plan}", "plan.yaml:2:9: error: the key source.id is missing [missing-value]"},
		{"source: {id: file, name: Plan}", "the key program is missing [missing-value]"},
		{head + "unknown: 1", "plan.yaml:4:1: error: the file has no key \"unknown\" [unknown-key]"},
		{head + "patterns: [{where: A}]", "plan.yaml:4:12: error: a pattern has one step, or else one condition [bad-plan]"},
		{head + "patterns: [{A: B, B: A}]", "plan.yaml:4:12: error: a pattern has one step, or else one condition [bad-plan]"},
		{head + "patterns: [1]", "plan.yaml:4:12: error: patterns must be a map of names to values [wrong-shape]"},
		{head + "patterns:\n  - A: \"{rate\"", "plan.yaml:5:9: error:"},
		{head + "patterns:\n  - A: \"{other}\"", "plan.yaml:5:8: error: the parameter other is not listed under parameters [unknown-parameter]"},
		{head + "patterns:\n  - A: \"B * {rate +}\"", "plan.yaml:5:19: error: the expression ends after \"+\" [syntax]"},
		{head + "patterns:\n  - A: \"{rate / 100} +\"", "plan.yaml:5:22: error: the expression ends after \"+\" [syntax]"},
	} {
		if _, found := LoadPlan(fstest.MapFS{"plan.yaml": {Data: []byte(c.yaml)}}, "plan.yaml", variablesAN); !strings.Contains(found.Error(), c.message) {
			t.Errorf("%q: %v, want %q in it", c.yaml, found, c.message)
		}
	}
}

// planFile loads a plan file with the variables of planOf.
func planFile(t *testing.T, text string) *Plan {
	t.Helper()
	plan, found := LoadPlan(fstest.MapFS{"plan.yaml": {Data: []byte(text)}}, "plan.yaml", variablesAN)
	if found != nil {
		t.Fatal(found)
	}
	return plan
}

// TestParameters requires parameters to take the values of numbers in their places, and a
// mark on a number that contradicts another.
func TestParameters(t *testing.T) {
	plan := planFile(t, `
program: tax
source: {id: file, name: Plan}
structural_numbers: ["2"]
parameters: [rate, extra, limit]
patterns:
  - {if: N == 1, A: "{rate / 200 + extra / 100}"}
  - {if: N != 1, A: "{rate / 200}"}
  - A: A * {rate}
  - A: A + {limit}
  - A: A + {limit / 2}
`)
	out, _, err := Import([]byte(planOf(`
		<IF expr="N == 1">
			<THEN><EVAL exec="A = BigDecimal.valueOf(0.023)"/></THEN>
			<ELSE><EVAL exec="A = BigDecimal.valueOf(0.018)"/></ELSE>
		</IF>
		<EVAL exec="A = A.multiply(BigDecimal.valueOf(3.6))"/>
		<EVAL exec="A = A.multiply(BigDecimal.valueOf(3.7))"/>
		<EVAL exec="A = A.add(BigDecimal.valueOf(100.0))"/>
		<EVAL exec="A = A.add(BigDecimal.valueOf(50))"/>
		<EVAL exec="A = A.divide(BigDecimal.valueOf(49)).setScale(5, BigDecimal.ROUND_UP)"/>`)), 2020, plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"rate: 3.6\n", "extra: 0.5\n", "limit: 100.0\n",
		"A: p.rate / 200 + p.extra / 100\n", "A: p.rate / 200\n", "A: A * p.rate\n", "A: A * 3.7\n", "A: A + p.limit\n", "A: A + p.limit / 2\n",
		`- "tax, A = A * 3.7: 3.7 is in the place of rate, which has another value elsewhere in the plan"`,
		`- "tax, A = up(A / 49, 5): 49 is unknown"`,
	} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if got := bytes.Count(out, []byte("- \"tax,")); got != 2 {
		t.Errorf("%d marks, want 2:\n%s", got, out)
	}
}

// TestDoubleArithmetic requires Java's value and a mark wherever a number differs in Java,
// unless a pattern has the number.
func TestDoubleArithmetic(t *testing.T) {
	const head = "program: tax\nsource: {id: file, name: Plan}\nparameters: [rate]\npatterns:\n  - A: \"{rate}\"\n"
	const xml = `<PAP name="P2020"><VARIABLES><INPUT name="A" type="BigDecimal"/></VARIABLES>` +
		`<CONSTANTS><CONSTANT name="C" type="BigDecimal" value="BigDecimal.valueOf(0.0045+0.07)"/></CONSTANTS>` +
		"<METHODS><MAIN>\n<EVAL exec=\"A = Plan.C\"/>\n</MAIN></METHODS></PAP>"
	for _, c := range []struct {
		patterns, exec string
		marks          int
		want           string
	}{
		{"", "C", 1, "A: 0.07450000000000001 # 0.0045 + 0.07 in Java's double arithmetic; exactly 0.0745\n"},
		{"", "P2020.C", 1, "- \"tax, A = 0.07450000000000001: 0.07450000000000001 is 0.0045 + 0.07"},
		{"", "BigDecimal.valueOf(0.05 + 0.005)", 0, "rate: 0.055\n"},
		{"", "BigDecimal.valueOf(1 / 3.0)", 1, "A: 0.3333333333333333 # 1 / 3.0 in Java's double arithmetic\n"},
		{"  - A: 0.07450000000000001\n", "C", 0, "A: 0.07450000000000001 # 0.0045 + 0.07 in"},
	} {
		plan := planFile(t, head+c.patterns)
		got, marks, err := Import([]byte(strings.Replace(xml, "Plan.C", c.exec, 1)), 2020, plan)
		if err != nil {
			t.Fatal(err)
		}
		if len(marks) != c.marks || !bytes.Contains(got, []byte(c.want)) {
			t.Errorf("%s: %d marks, want %d and %q in\n%s", c.exec, len(marks), c.marks, c.want, got)
		}
	}
}

// TestWhere requires that a pattern with where is ignored in other plans.
func TestWhere(t *testing.T) {
	for _, c := range []struct {
		pattern string
		marks   int
	}{
		{"{where: N, A: \"{rate}\"}", 0},
		{"{where: M, A: \"{rate}\"}", 1},
		{"A: A * {rate}", 1},
	} {
		plan := planFile(t, "program: tax\nsource: {id: file, name: Plan}\nparameters: [rate]\npatterns:\n  - "+c.pattern)
		xml := strings.Replace(planOf(`<EVAL exec="A = BigDecimal.valueOf(17)"/>`), "<PAP>", `<PAP name="P2020">`, 1)
		_, marks, err := Import([]byte(xml), 2020, plan)
		if err != nil {
			t.Fatal(err)
		}
		if len(marks) != c.marks {
			t.Errorf("%s: marks %v", c.pattern, marks)
		}
	}
}
