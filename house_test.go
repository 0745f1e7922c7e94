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
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/payslate/payslate/"

// room lists what a folder and its subfolders may import from the module.
type room struct {
	folder  string
	imports []string
	banned  []string // from other modules
	reason  string
}

var rooms = []room{
	{"interpreter", []string{"interpreter"}, []string{"github.com/gin-gonic/gin", "github.com/mark3labs/mcp-go"},
		"the language depends on no country and no service, so rules can be checked and run anywhere"},
	{"interpreter/types", []string{"interpreter/types", "interpreter/syntax", "interpreter/diagnostic", "interpreter/number", "interpreter/wording"}, nil,
		"the meaning of declarations does not depend on the compiler"},
	{"interpreter/run", []string{"interpreter/run", "interpreter/types", "interpreter/machine", "interpreter/syntax", "interpreter/diagnostic", "interpreter/number", "interpreter/wording"}, nil,
		"a compiled program runs without the compiler"},
	{"interpreter/check", []string{"interpreter/check", "interpreter/run", "interpreter/types", "interpreter/machine", "interpreter/syntax", "interpreter/diagnostic", "interpreter/number", "interpreter/wording"}, nil,
		"the compiler reads declarations, never files"},
	{"interpreter/machine", []string{"interpreter/machine", "interpreter/number"}, nil,
		"the machine computes with integers, regardless of their meaning"},
	{"format", []string{"format", "interpreter/syntax"}, nil,
		"file formats do not depend on their readers"},
	{"rules", []string{"rules", "format", "interpreter"}, nil,
		"the rule book needs only YAML, so it can be used as a library"},
	{"tables", []string{"tables", "format", "interpreter"}, nil,
		"travel tables need only YAML, so they can be used as a library"},
	{"conformance", []string{"conformance", "server/operations", "rules", "tables", "interpreter"}, []string{"github.com/gin-gonic/gin", "github.com/mark3labs/mcp-go"},
		"cases call the operations, which all interfaces share"},
	{"server/operations", []string{"server/operations", "rules", "tables", "interpreter"}, []string{"net/http", "github.com/gin-gonic/gin", "github.com/mark3labs/mcp-go"},
		"operations are shared by REST, MCP and the command line, so they do not depend on a transport"},
	{"server/ledger", []string{"server/ledger"}, []string{"github.com/gin-gonic/gin", "github.com/mark3labs/mcp-go"},
		"the ledger counts calls, not what they compute"},
	{"server/web", []string{"server/web", "server/operations", "rules", "tables", "interpreter"}, []string{"github.com/mark3labs/mcp-go"},
		"pages are generated from the operations"},
	{"mcp", []string{"mcp", "server/operations", "server/loopback", "interpreter/number", "interpreter/syntax"}, []string{"github.com/gin-gonic/gin"},
		"tools call the operations, not the rules"},
	{"rulecheck", []string{"rulecheck", "server/args", "server/operations", "conformance", "rules", "tables", "format", "interpreter"}, []string{"github.com/gin-gonic/gin", "github.com/mark3labs/mcp-go"},
		"rule authors need no server"},
}

func TestRoomsKnowOnlyTheirNeighbours(t *testing.T) {
	eachGoFile(t, func(path string) {
		for _, r := range rooms {
			if !within(path, r.folder) {
				continue
			}
			for _, imported := range importsOf(t, path) {
				if own, ok := strings.CutPrefix(imported, module); ok && own != "internal/race" && !anyWithin(own, r.imports) {
					t.Errorf("%s imports %s: %s", path, own, r.reason)
				}
				// Tests may use a transport.
				if !strings.HasSuffix(path, "_test.go") && anyWithin(imported, r.banned) {
					t.Errorf("%s imports %s: %s", path, imported, r.reason)
				}
			}
		}
	})
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
