package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// repository is the folder of all sources.
const repository = "../.."

// markdownFiles returns the Markdown files of the repository, without test data.
func markdownFiles(t *testing.T) []string {
	t.Helper()
	var names []string
	files := os.DirFS(repository)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() && (base == "node_modules" || base == "testdata" || base == "dist" || base == ".git") {
			return fs.SkipDir
		}
		if !entry.IsDir() && filepath.Ext(name) == ".md" {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestLinksLeadSomewhere follows every link to a file or a heading.
func TestLinksLeadSomewhere(t *testing.T) {
	files := os.DirFS(repository)
	names := markdownFiles(t)
	if len(names) < 20 {
		t.Fatalf("only %d files", len(names))
	}
	for _, name := range names {
		p, err := readPage(files, name, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range append(p.links, p.pictures...) {
			if _, err := fs.Stat(files, strings.TrimSuffix(file, "/")); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, link := range anchored.FindAllStringSubmatch(string(p.text), -1) {
			file, anchor, inside := p.file(link[1])
			if !inside || filepath.Ext(file) != ".md" {
				continue
			}
			target, err := readPage(files, file, "")
			if err != nil {
				continue // reported above
			}
			if !target.anchors[anchor] {
				t.Errorf("%s: %s has no heading #%s", name, file, anchor)
			}
		}
	}
}

var anchored = regexp.MustCompile(`\]\(([^)\s]*#[^)\s]+)\)`)

func TestSite(t *testing.T) {
	out := t.TempDir()
	if err := write(os.DirFS(repository), out); err != nil {
		t.Fatal(err)
	}
	pages, err := collect(os.DirFS(repository))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"docs/start.md", "docs/salary.md", "docs/trips.md", "rules/README.md", "docs/operation.md", "docs/limits.md", "docs/evidence.md"} {
		found := false
		for _, p := range pages {
			found = found || p.source == want
		}
		if !found {
			t.Errorf("%s is not a page of the site", want)
		}
	}
	links := regexp.MustCompile(`(?:href|src)="([^"]+)"`)
	for _, p := range pages {
		html, err := os.ReadFile(filepath.Join(out, p.target))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(html), `aria-current="page">`+p.title+"<") {
			t.Errorf("%s does not mark the current page", p.target)
		}
		for _, link := range links.FindAllStringSubmatch(string(html), -1) {
			file, _, _ := strings.Cut(link[1], "#")
			if file == "" || strings.Contains(file, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(out, filepath.Dir(p.target), file)); err != nil {
				t.Errorf("%s: %v", p.target, err)
			}
		}
	}
}

// TestLibraryPageIsTheExample compares the page's code with the example of package rules.
func TestLibraryPageIsTheExample(t *testing.T) {
	page, err := os.ReadFile(repository + "/docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(repository + "/rules/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "```go\n")
	code, _, found := strings.Cut(after, "```")
	if !found || !strings.Contains(string(example), "func Example() {\n"+indented(code, "\t")) {
		t.Error("the code of docs/library.md is not the example of package rules")
	}
	_, after, _ = strings.Cut(after, "```text\n")
	printed, _, _ := strings.Cut(after, "```")
	if !strings.Contains(string(example), "// Output:\n"+indented(printed, "\t// ")) {
		t.Error("the output of docs/library.md is not that of the example")
	}
}

func indented(text, with string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(with + line)
	}
	return out.String()
}
