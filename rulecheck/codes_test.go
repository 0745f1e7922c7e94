package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/payslate/payslate/conformance/review"
	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// declaredCode matches the code of a required key that is missing in the schema.
var declaredCode = regexp.MustCompile(`{code: ([a-z-]+), text:`)

// quotedText matches the texts in the source that a code could be.
var quotedText = regexp.MustCompile(`"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"`)

// otherTexts are hyphenated texts in the source that are not codes.
var otherTexts = []string{"allow-unchecked", "as-of", "fail-above", "hand-checked", "pay-date", "utf-16"}

// TestEveryCodeHasAPage also checks that the source has the code of every page.
func TestEveryCodeHasAPage(t *testing.T) {
	used := map[string]bool{"unknown-state": true} // composed of a prefix and a word
	for _, declared := range declaredCode.FindAllSubmatch(syntax.RuleSchema, -1) {
		used[string(declared[1])] = true
	}
	for _, root := range []string{"interpreter", "internal", "rules", "tables", "conformance", "rulecheck"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			source, err := os.ReadFile(name)
			for _, quoted := range quotedText.FindAllSubmatch(source, -1) {
				used[string(quoted[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages := diagnostic.Names(codePages(), func(p codePage) string { return p.Code })
	for _, code := range pages {
		if !used[code] {
			t.Errorf("codes/ has a page of %s, which no finding has", code)
		}
	}
	for text := range used {
		if strings.Contains(text, "-") && !slices.Contains(otherTexts, text) && !slices.Contains(pages, text) {
			t.Errorf("codes/ has no page of %s", text)
		}
	}
}

// sampled picks every fourth of many mistakes that take long to make, or all with
// PAYSLATE_FULL=1.
func sampled(i int) bool { return i%4 == 0 || os.Getenv("PAYSLATE_FULL") == "1" }

// TestExamplesOfCodes checks that the bad example of each page has the finding and the good
// one has no findings. It makes some of those in the files of a country.
func TestExamplesOfCodes(t *testing.T) {
	for i, page := range codePages() {
		code := page.Code
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(page.Text, "\n## Why\n") {
				t.Error("the page has no section Why")
			}
			if strings.Contains(page.Text, "\n## Example\n") {
				return
			}
			parts := examples.FindStringSubmatch(page.Text)
			if parts == nil {
				t.Fatal("the page lacks a bad and a good example")
			}
			place, bad, good := parts[1], parts[2], parts[3]
			if strings.HasSuffix(place, ".txt") {
				return // the tests of tables make these mistakes
			}
			if place == "" {
				checkExample(t, code, programFindings([]byte(bad+"\n")), programFindings([]byte(good+"\n")))
				return
			}
			if !sampled(i) {
				return
			}
			root, file, _ := strings.Cut(place, "/")
			country, _, _ := strings.Cut(file, "/")
			if root == "tables" && !strings.Contains(file, "/") {
				country = "at-federal"
			}
			find, files, right := ruleFindings, rules.Embedded(), rightRules
			if root == "tables" {
				find, files, right = tableFindings, tables.Embedded(), rightTables
			}
			changed := partOf(t, files, country)
			text := string(changed[file].Data)
			if count := strings.Count(text, good); count != 1 {
				t.Fatalf("%s contains the good example %d times", place, count)
			}
			changed[file] = &fstest.MapFile{Data: []byte(strings.Replace(text, good, bad, 1))}
			checkExample(t, code, find(changed), right.findings(t, country))
		})
	}
}

var examples = regexp.MustCompile("(?s)## Bad\n(?:\nIn `([^`]*)`:\n)?\n```yaml\n(.*?)\n```\n\n## Good\n\n```yaml\n(.*?)\n```\n")

func checkExample(t *testing.T, code string, bad, good diagnostic.List) {
	t.Helper()
	if !slices.ContainsFunc(bad, func(d diagnostic.Diagnostic) bool { return d.Code == code }) {
		t.Errorf("the bad example has these findings:\n%s", bad.Error())
	}
	if len(good) > 0 {
		t.Errorf("the good example has these findings:\n%s", good.Error())
	}
}

// programFindings returns the findings of a single file.
func programFindings(text []byte) diagnostic.List {
	file, list := syntax.Read("example.yaml", text)
	if file == nil || list.HasErrors() {
		return list
	}
	_, more := interpreter.Load([]*syntax.File{file}, types.Options{Line: []types.LineField{
		{Name: "key", Kind: types.WordField, Required: true},
		{Name: "payer", Kind: types.WordField, Words: []string{"employee", "employer"}},
		{Name: "amount", Kind: types.MoneyField, Required: true},
	}})
	return append(list, more...)
}

// today is a day that the rules cover.
var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

func ruleFindings(files fs.FS) diagnostic.List {
	_, list, _ := review.Rules(files, rules.Options{WithoutArchive: true}, today)
	return list
}

func tableFindings(files fs.FS) diagnostic.List {
	_, list, _ := review.Tables(files, tables.Options{}, today)
	return list
}

// unchanged caches the findings of unchanged folders, which many examples share.
type unchanged struct {
	files fs.FS
	find  func(fs.FS) diagnostic.List
	mutex sync.Mutex
	found map[string]diagnostic.List // by folder
}

var (
	rightRules  = &unchanged{files: rules.Embedded(), find: ruleFindings, found: map[string]diagnostic.List{}}
	rightTables = &unchanged{files: tables.Embedded(), find: tableFindings, found: map[string]diagnostic.List{}}
)

func (u *unchanged) findings(t *testing.T, folder string) diagnostic.List {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	list, known := u.found[folder]
	if !known {
		list = u.find(partOf(t, u.files, folder))
		u.found[folder] = list
	}
	return list
}

// partOf returns the files at the top of a folder and those in one of its subfolders.
func partOf(t *testing.T, files fs.FS, folder string) fstest.MapFS {
	t.Helper()
	part := fstest.MapFS{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(name, "/") && !strings.HasPrefix(name, folder+"/") {
			return err
		}
		data, err := fs.ReadFile(files, name)
		part[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return part
}
