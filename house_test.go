// These tests check that each package imports only what its layer allows, and that
// Go code contains no terms of a country or language.
package payslate

import (
	"bufio"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/payslate/payslate/"

// room lists what a folder and its subfolders may import from the module. Only the two
// programs, server and rulecheck, put all of it together.
type room struct{ folder, imports, reason string }

var rooms = []room{
	{"interpreter", "interpreter",
		"the language depends on no country and no service, so rules can be checked and run anywhere"},
	{"interpreter/types", "interpreter/types interpreter/rows interpreter/syntax interpreter/diagnostic interpreter/number interpreter/wording",
		"the meaning of declarations does not depend on the compiler"},
	{"interpreter/rows", "interpreter/rows interpreter/syntax interpreter/diagnostic interpreter/number",
		"a table of rows is figures and keys, regardless of their meaning"},
	{"interpreter/remedy", "interpreter/remedy interpreter/wording",
		"a remedy is the same whatever declares it"},
	{"interpreter/run", "interpreter/run interpreter/remedy interpreter/types interpreter/machine interpreter/syntax interpreter/diagnostic interpreter/number interpreter/wording",
		"a compiled program runs without the compiler"},
	{"interpreter/host", "interpreter/run interpreter/types interpreter/syntax interpreter/diagnostic interpreter/number",
		"what Go gives to rules is bound to declarations, whatever it means"},
	{"interpreter/check", "interpreter/check interpreter/types interpreter/syntax interpreter/diagnostic interpreter/number",
		"programs are typed without the machine, and from declarations, never files"},
	{"interpreter/compile", "interpreter/compile interpreter/check interpreter/run interpreter/types interpreter/machine interpreter/syntax interpreter/diagnostic interpreter/number interpreter/wording",
		"the compiler reads typed trees"},
	{"interpreter/machine", "interpreter/machine interpreter/number",
		"the machine computes with integers, regardless of their meaning"},
	{"internal/hostfile", "interpreter", "files are read alike in every folder, whatever they say"},
	{"internal/law", "internal/hostfile interpreter", "a register of the law names acts and years, not rules"},
	{"rules/format", "internal/hostfile interpreter/syntax", "file formats do not depend on their readers"},
	{"tables/format", "internal/hostfile interpreter/syntax", "file formats do not depend on their readers"},
	{"rules", "rules interpreter internal/hostfile internal/law", "the rule book needs only YAML, so it can be used as a library"},
	{"tables", "tables interpreter internal/hostfile internal/law", "travel tables need only YAML, so they can be used as a library"},
	{"operations", "operations rules tables interpreter internal/hostfile", "all transports share the operations"},
	{"server/ledger", "server/ledger", "the ledger counts calls, not what they compute"},
	{"server/web", "server/web", "the page asks the service like any other client"},
	{"server/documents", "server/documents operations rules interpreter internal/hostfile", "documents are made from the operations"},
	{"server/meter", "server/meter server/ledger operations rules", "every transport brings its calls here"},
	{"server/rest", "server/rest server/meter server/documents server/web server/ledger mcp internal/loopback operations rules interpreter", "calls are answered by the operations"},
	{"mcp", "mcp operations internal/loopback interpreter/syntax", "tools call the operations, not the rules"},
	{"conformance", "conformance operations rules tables interpreter internal/seal internal/hostfile internal/law", "cases call the operations, which all transports share"},
	{"server", "server operations mcp rules tables interpreter internal/seal internal/hostfile internal/loopback clients/npm", "the server trusts what rulecheck check passed: it replays no case"},
	{"rulecheck", "rulecheck operations conformance rules tables interpreter internal/seal internal/hostfile internal/law", "rule authors need no server"},
}

// libraries may be imported in one room only, net/http not in some.
var libraries = map[string]string{"github.com/gin-gonic/gin": "server/rest", "github.com/mark3labs/mcp-go": "mcp"}

func TestRoomsKnowOnlyTheirNeighbours(t *testing.T) {
	eachGoFile(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		for _, imported := range importsOf(t, path) {
			for _, r := range rooms {
				if own, ok := strings.CutPrefix(imported, module); ok && within(path, r.folder) && !anyWithin(own, strings.Fields(r.imports)) {
					t.Errorf("%s imports %s: %s", path, own, r.reason)
				}
			}
			for library, only := range libraries {
				if within(imported, library) && !anyWithin(path, []string{only, "bench"}) {
					t.Errorf("%s imports %s, which only %s needs", path, imported, only)
				}
			}
			if imported == "net/http" && anyWithin(path, []string{"interpreter", "rules", "tables", "conformance", "operations", "server/ledger"}) {
				t.Errorf("%s imports %s: it does not depend on a transport", path, imported)
			}
		}
	})
}

// TestPromisesHaveTests: each promise of SECURITY.md names tests that exist.
func TestPromisesHaveTests(t *testing.T) {
	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	promises := strings.Split(string(text), "\n| **")[1:]
	if len(promises) != 10 {
		t.Errorf("%d promises", len(promises))
	}
	command := regexp.MustCompile("`(?:PAYSLATE_FULL=1 )?go test \\./(\\S+?)(?: -run '?([^'`]+)'?)?`")
	for _, promise := range promises {
		tests := command.FindAllStringSubmatch(promise, -1)
		if len(tests) == 0 {
			t.Errorf("no test: %.100s", promise)
		}
		for _, test := range tests {
			for name := range strings.SplitSeq(test[2], "|") {
				files, _ := filepath.Glob(test[1] + "/*_test.go")
				if !slices.ContainsFunc(files, func(file string) bool {
					code, err := os.ReadFile(file)
					return err == nil && regexp.MustCompile(`func Test\w*`+name).Match(code)
				}) {
					t.Errorf("%s has no test %s", test[1], name)
				}
			}
		}
	}
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func anyWithin(path string, folders []string) bool {
	for _, folder := range folders {
		if within(path, folder) {
			return true
		}
	}
	return false
}

func importsOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, i := range file.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, imported)
	}
	return list
}

// lawWords matches terms of countries and regimes, whose rules are data.
var lawWords = regexp.MustCompile(`(?i:steuer|lohn|kirche|bundesland|\bpaye\b|scot|1257|solidar|midijob|hmrc|\bgsa\b|\bbmf\b)|"(uk|UK|DE|GB|US)"`)

func TestNoCountrySpeaksInGo(t *testing.T) {
	eachGoFile(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") || !anyWithin(path, []string{"interpreter", "server", "mcp"}) {
			return
		}
		eachLine(t, path, func(n int, line string) {
			if word := lawWords.FindString(line); word != "" {
				t.Errorf("%s:%d: %q belongs in YAML", path, n, word)
			}
		})
	})
}

// foreignWords matches language tags and foreign words: texts are data.
var foreignWords = regexp.MustCompile(`"(de|nl|fr)"|\b(nicht|oder|wird|werden|Fehler|ungültig|fehlt|bitte|keine|niet|wordt)\b`)

func TestNoLanguageSpeaksInGo(t *testing.T) {
	eachGoFile(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") || !anyWithin(path, []string{"interpreter", "rules", "tables", "server", "mcp", "rulecheck", "conformance"}) {
			return
		}
		eachLine(t, path, func(n int, line string) {
			if word := foreignWords.FindString(line); word != "" {
				t.Errorf("%s:%d: %q belongs in YAML", path, n, word)
			}
		})
	})
}

var floats = regexp.MustCompile(`\bfloat(32|64)\b|ParseFloat`)

func TestNoFloatTouchesAnAmount(t *testing.T) {
	eachGoFile(t, func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		eachLine(t, path, func(n int, line string) {
			if floats.MatchString(line) && !strings.Contains(line, "// no amount:") {
				t.Errorf("%s:%d: a float: add `// no amount: …` if it is not an amount", path, n)
			}
		})
	})
}

func TestFilesStayReadable(t *testing.T) {
	eachGoFile(t, func(path string) {
		lines := 0
		eachLine(t, path, func(int, string) { lines++ })
		if lines > 500 {
			t.Errorf("%s has %d lines: split it by subject", path, lines)
		}
	})
}

func eachLine(t *testing.T, path string, visit func(n int, line string)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		visit(n, lines.Text())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func eachGoFile(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(path, ".go") && path != "house_test.go" {
			visit(filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
