package documents

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/operations/operationstest"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

var german, _ = wording.Register("de")

const publicURL = "https://pay.test"

// list returns the catalogue of the embedded rules and tables.
var list = sync.OnceValues(func() (*operations.Catalogue, error) {
	book, findings, _ := tables.Open(tables.Embedded(), tables.Options{})
	if book == nil {
		return nil, findings
	}
	return operations.New(operationstest.New(), operations.WithTables(book))
})

// written are the documents of earlier tests.
var written = map[Options]map[string]Document{}

func write(t *testing.T, options Options) (*operations.Catalogue, map[string]Document) {
	t.Helper()
	catalogue, err := list()
	if err != nil {
		t.Fatal(err)
	}
	if written[options] == nil {
		written[options] = Write(catalogue, options)
	}
	return catalogue, written[options]
}

func pages(t *testing.T, language rules.Language) (*operations.Catalogue, map[string]Document) {
	t.Helper()
	return write(t, Options{PublicURL: publicURL, Language: language})
}

func readReference(t *testing.T) (read reference) {
	t.Helper()
	if err := syntax.Unmarshal("reference.yaml", embedded("reference.yaml"), &read); err != nil {
		t.Fatal(err)
	}
	return read
}

// TestPagesFetchNothing: a page loads nothing from other addresses, and its policy
// allows its style and script.
func TestPagesFetchNothing(t *testing.T) {
	for _, language := range []rules.Language{rules.English, german} {
		_, all := pages(t, language)
		for _, path := range []string{"/docs", "/changelog"} {
			page := all[path]
			elements := htmlElements(t, string(page.Text))
			for _, element := range elements {
				switch element.Data {
				case "img", "iframe", "object", "embed", "form":
					t.Errorf("%s has a <%s>", path, element.Data)
				}
				for _, attribute := range element.Attr {
					switch {
					case attribute.Key == "style" || strings.HasPrefix(attribute.Key, "on"):
						t.Errorf("%s: <%s> has %s, which the policy refuses", path, element.Data, attribute.Key)
					case attribute.Key == "src" || attribute.Key == "href" && element.Data == "link" && attribute.Val != "data:,":
						t.Errorf("%s fetches %s", path, attribute.Val)
					}
				}
			}
			var inline string
			for _, part := range []string{"style", "script"} {
				_, after, written := strings.Cut(string(page.Text), "<"+part)
				_, after, _ = strings.Cut(after, ">")
				text, _, _ := strings.Cut(after, "</"+part+">")
				digest := sha256.Sum256([]byte(text))
				if want := part + "-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"; written && !strings.Contains(page.Policy, want) {
					t.Errorf("%s: the policy does not allow %s", path, want)
				}
				inline += text
			}
			if strings.Contains(inline, "url(") || strings.Contains(inline, "@import") {
				t.Errorf("%s: the style loads another file", path)
			}
		}
	}
}

// TestLinksLead: the target of each link within a page exists exactly once.
func TestLinksLead(t *testing.T) {
	_, all := pages(t, rules.English)
	for _, path := range []string{"/docs", "/changelog"} {
		targets := map[string]int{}
		elements := htmlElements(t, string(all[path].Text))
		for _, element := range elements {
			for _, attribute := range element.Attr {
				if attribute.Key == "id" {
					targets[attribute.Val]++
				}
			}
		}
		for name, count := range targets {
			if count > 1 {
				t.Errorf("%s has the id %s %d times", path, name, count)
			}
		}
		for _, element := range elements {
			for _, attribute := range element.Attr {
				if name, within := strings.CutPrefix(attribute.Val, "#"); within && targets[name] == 0 {
					t.Errorf("%s: #%s is missing", path, name)
				}
			}
		}
	}
}

// TestEverythingIsDescribed: the reference page has each operation, field, failure and
// header, and the text for agents each operation.
func TestEverythingIsDescribed(t *testing.T) {
	catalogue, all := pages(t, rules.English)
	page, agents := html.UnescapeString(string(all["/docs"].Text)), string(all["/llms.txt"].Text)
	for _, operation := range catalogue.Operations() {
		wanted := []string{operation.Path, operation.Title.English}
		if !operation.RESTOnly {
			wanted = append(wanted, operation.Tool)
		} else if strings.Contains(agents, operation.Tool) {
			t.Errorf("agents cannot call %s", operation.Tool)
		}
		for _, want := range wanted {
			if !strings.Contains(page, want) || !strings.Contains(agents, want) {
				t.Errorf("%s is missing", want)
			}
		}
	}
	for _, schema := range catalogue.Schemas {
		for _, property := range schema.Properties {
			if !strings.Contains(page, `<th scope="row"><code>`+property.Name+`</code>`) || !strings.Contains(page, property.Schema.About.English) {
				t.Errorf("%s.%s is missing", schema.Name, property.Name)
			}
		}
	}
	for _, kind := range readReference(t).Failures {
		if kind.Code != "" && !strings.Contains(page, "<code>"+kind.Code+"</code>") {
			t.Errorf("%s is missing", kind.Code)
		}
	}
	for _, header := range readReference(t).ResponseHeaders {
		if !strings.Contains(page, "<code>"+header.Name+"</code>") {
			t.Errorf("%s is missing", header.Name)
		}
	}
}

// TestGermanPages: German pages have German texts, of the rules and their own.
func TestGermanPages(t *testing.T) {
	catalogue, all := pages(t, german)
	page := html.UnescapeString(string(all["/docs"].Text))
	if !strings.Contains(page, `<html lang="de">`) {
		t.Error("the page is not marked as German")
	}
	for _, country := range catalogue.Available() {
		for _, field := range country.Fields {
			if !strings.Contains(page, field.About.In(german)) {
				t.Errorf("%s: %s is missing", country.Code, field.Name)
			}
		}
	}
	for _, operation := range catalogue.Operations() {
		if operation.About.In(german) == "" || !strings.Contains(page, operation.About.In(german)) {
			t.Errorf("%s is not described in German", operation.ID)
		}
	}
}

// TestWords: each text that a template uses exists in both languages.
func TestWords(t *testing.T) {
	var texts map[string]rules.Text
	if err := syntax.Unmarshal("words.yaml", embedded("words.yaml"), &texts); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	asked := regexp.MustCompile(`word "([a-z_0-9]+)"`)
	for _, name := range []string{"layout.html", "docs.html", "changelog.html", "notfound.html", "llms.txt", "openapi.json"} {
		for _, match := range asked.FindAllStringSubmatch(string(embedded(name)), -1) {
			used[match[1]] = true
		}
	}
	for name := range used {
		if texts[name].English == "" || texts[name].In(german) == "" {
			t.Errorf("the text %s is missing", name)
		}
	}
}

// TestThisVersionIsInTheChangelog: /changelog shows CHANGELOG.md, which has the version of
// the program.
func TestThisVersionIsInTheChangelog(t *testing.T) {
	catalogue, all := pages(t, german)
	if text := string(all["/changelog"].Text); !strings.Contains(text, "<h2>"+catalogue.Version) || strings.Contains(text, "## ") {
		t.Errorf("the changelog is\n%s", text)
	}
}

func htmlElements(t *testing.T, text string) []html.Token {
	t.Helper()
	var elements []html.Token
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			if err := tokens.Err(); err != io.EOF {
				t.Fatal(err)
			}
			return elements
		case html.StartTagToken, html.SelfClosingTagToken:
			elements = append(elements, tokens.Token())
		}
	}
}

// TestEveryFieldHasAType: each kind of schema has a name.
func TestEveryFieldHasAType(t *testing.T) {
	for _, language := range []rules.Language{rules.English, german} {
		catalogue, err := list()
		if err != nil {
			t.Fatal(err)
		}
		described := describe(catalogue, Options{Language: language})
		for _, schema := range catalogue.Schemas {
			for i := range schema.Properties {
				if field := described.field(&schema.Properties[i], false); field.Type == "" || strings.HasPrefix(field.Type, ",") {
					t.Errorf("%s.%s: type %q", schema.Name, field.Name, field.Type)
				}
			}
		}
	}
}
