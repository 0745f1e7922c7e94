// Package docs tests the pages: their commands print what they show, and their links lead
// somewhere.
package docs

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// repository is the folder of all sources.
const repository = ".."

// markdownFiles returns the Markdown files of the repository, without test data.
func markdownFiles(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(repository), ".", func(name string, entry fs.DirEntry, err error) error {
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

// page is the links of a page and the anchors of its headings.
type page struct {
	links   []*url.URL
	anchors map[string]bool
}

func readPage(t *testing.T, name string) page {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	p := page{anchors: map[string]bool{}}
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	tree := markdown.Parser().Parse(text.NewReader(data))
	add := func(to []byte) {
		if link, err := url.Parse(string(to)); err == nil && link.Scheme == "" && link.Host == "" {
			p.links = append(p.links, link)
		}
	}
	_ = ast.Walk(tree, func(node ast.Node, entering bool) (ast.WalkStatus, error) { // the visitor does not fail
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Heading:
			if id, ok := node.AttributeString("id"); ok {
				p.anchors[string(id.([]byte))] = true
			}
		case *ast.Link:
			add(node.Destination)
		case *ast.Image:
			add(node.Destination)
		}
		return ast.WalkContinue, nil
	})
	return p
}

// TestLinksLeadSomewhere follows every link to a file or a heading.
func TestLinksLeadSomewhere(t *testing.T) {
	names := markdownFiles(t)
	if len(names) < 20 {
		t.Fatalf("only %d files", len(names))
	}
	pages := map[string]page{}
	for _, name := range names {
		pages[name] = readPage(t, name)
	}
	for _, name := range names {
		for _, link := range pages[name].links {
			file := name
			if link.Path != "" {
				file = path.Join(path.Dir(name), link.Path)
			}
			if _, err := os.Stat(filepath.Join(repository, file)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if to, is := pages[file]; is && link.Fragment != "" && !to.anchors[link.Fragment] {
				t.Errorf("%s: %s has no heading #%s", name, file, link.Fragment)
			}
		}
	}
}

// testCommand is a command of a page that runs some tests of a package.
var testCommand = regexp.MustCompile("go test [^`\n]*?(\\./[^ `\n]+(?: \\./[^ `\n]+)*)[^`\n]*? -run '?([\\w|\\\\]+)")

// TestNamedTestsExist requires a test for each name after -run.
func TestNamedTestsExist(t *testing.T) {
	for _, name := range markdownFiles(t) {
		data, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range testCommand.FindAllStringSubmatch(string(data), -1) {
			var tests strings.Builder
			for _, folder := range strings.Fields(command[1]) {
				files, _ := filepath.Glob(filepath.Join(repository, strings.TrimSuffix(folder, "/..."), "*_test.go"))
				for _, file := range files {
					source, _ := os.ReadFile(file)
					tests.Write(source)
				}
			}
			for _, part := range strings.Split(strings.ReplaceAll(command[2], `\|`, "|"), "|") {
				if part != "xxx" && !regexp.MustCompile(`(?m)^func \w*`+part).MatchString(tests.String()) {
					t.Errorf("%s: %s has no test %s", name, command[1], part)
				}
			}
		}
	}
}
