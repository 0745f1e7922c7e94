package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/rulecheck/pap"
)

func TestImportPlan(t *testing.T) {
	known, err := os.ReadFile("pap/testdata/known.yaml")
	if err != nil {
		t.Fatal(err)
	}
	variables, err := os.ReadFile("pap/testdata/variables.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rules := t.TempDir()
	for name, data := range map[string][]byte{pap.PlanFile: known, "de/variables.yaml": variables} {
		if err := writeFile(filepath.Join(rules, name), data); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.xml")
	if err := os.WriteFile(broken, []byte("<PAP>\n  <METHODS><MAIN><IF expr=\"true\"><THEN/><ELSE><SELECT/></ELSE></IF></MAIN></METHODS></PAP>"), 0o644); err != nil {
		t.Fatal(err)
	}
	written := filepath.Join(folder, "out.yaml")
	for _, c := range []struct {
		arguments string
		code      int
		out, err  string
	}{
		{"pap/testdata/oddities.xml --year 2019 --out -", 0, "imported: true", "3 marks to be compared with the law before a server may use the program"},
		{"pap/testdata/oddities.xml --year 2019 --plan pap/testdata/known.yaml --out " + written, 0, "out.yaml: 3 marks", ""},
		{broken + " --year 2019 --out -", 1, "", broken + ":2:47: error: unknown element <SELECT> in <ELSE>\n"},
		{broken + " --year 2019 --out -", 1, "", "  = <ELSE> may contain <EVAL>, <EXECUTE>, <IF>. A choice between several cases is an <IF> with another <IF> in its <ELSE>.\n"},
		{"pap/testdata/oddities.xml --year 2020 --out -", 1, "", "oddities.xml:2:1: error: this is the plan of 2019 (Oddities2019), not that of 2020"},
		{"pap/testdata/oddities.xml --year 2019 --out -", 0, "", "  = patterns: - VFRB: \"half_up(X + 2 * J + {NAME}, 0)\"\n"},
		{"pap/testdata/oddities.xml --year 2019 --out -", 0, "", "oddities.xml:9:5: warning: the variable NEU is unknown [to-check]"},
		{"pap/testdata/oddities.xml --year 2019 --out - --plan pap/testdata/oddities.xml", 1, "", "oddities.xml:4:5: error: a second"},
		{"pap/testdata/oddities.xml --year 2019 --out " + folder, 2, "", "directory"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(append(strings.Fields("import pap --rules "+rules), strings.Fields(c.arguments)...), nil, &stdout, &stderr)
		if code != c.code || !strings.Contains(stdout.String(), c.out) || !strings.Contains(stderr.String(), c.err) {
			t.Errorf("%s: code %d, out %.80q, err %q", c.arguments, code, stdout.String(), stderr.String())
		}
	}
	if got, err := os.ReadFile(written); err != nil || !bytes.Contains(got, []byte("imported: true")) || !bytes.Contains(got, []byte("\nvariables:\n  LZZ")) {
		t.Errorf("--out wrote %q: %v; it must describe its variables, which no file beside it does", got, err)
	}
	if err := os.WriteFile(filepath.Join(folder, pap.VariablesFile), variables, 0o644); err != nil {
		t.Fatal(err)
	}
	written = filepath.Join(folder, "2019", "out.yaml")
	if err := os.Mkdir(filepath.Dir(written), 0o755); err != nil {
		t.Fatal(err)
	}
	if code := run(strings.Fields("import pap pap/testdata/oddities.xml --rules "+rules+" --year 2019 --out "+written), nil, io.Discard, io.Discard); code != exitFine {
		t.Fatal(code)
	}
	if got, err := os.ReadFile(written); err != nil || bytes.Contains(got, []byte("variables:")) {
		t.Errorf("--out wrote %q: %v; the country describes the variables", got, err)
	}
}
