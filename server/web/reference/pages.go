// Package reference writes the pages that describe the service: the API reference, the
// changelog and the text for agents. They are made from the list of operations, work
// without scripts and load nothing.
//
// The route through it: pages.go makes the pages of their templates,
// content.go gathers their content, fields.go describes schemas, and words.go has their
// texts (words.yaml) and writes prose as HTML.
package reference

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	texttemplate "text/template"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

var (
	//go:embed layout.html
	layoutText string
	//go:embed docs.html
	docsText string
	//go:embed changelog.html
	changelogText string
	//go:embed notfound.html
	notFoundText string
	//go:embed llms.txt
	agentsText string
	//go:embed style.css
	style string
	//go:embed samples.js
	script string
)

// Page is a page of the documentation.
type Page struct {
	Path, ContentType string
	// Header holds further headers of the answer.
	Header map[string]string
	Text   []byte
}

const (
	docsPath      = "/docs"
	changelogPath = "/changelog"
	agentsPath    = "/llms.txt"

	// NotFoundPath marks the page for unknown paths.
	NotFoundPath = ""
)

// Paths lists where the pages are.
func Paths() []string { return []string{docsPath, changelogPath, agentsPath} }

// Pages writes the pages in a language. publicURL is the address of the service,
// without a slash at the end.
func Pages(catalogue *operations.Catalogue, publicURL string, language rules.Language) ([]Page, error) {
	words, err := syntax.ReadWords(wordsText, language)
	if err != nil {
		return nil, err
	}
	content, err := gather(catalogue, publicURL, words)
	if err != nil {
		return nil, err
	}
	functions := map[string]any{"word": words.Word, "prose": prose, "markdown": markdown}
	pages := template.New("pages").Funcs(functions)
	for _, text := range []string{layoutText, docsText, changelogText, notFoundText} {
		if _, err := pages.Parse(text); err != nil {
			return nil, err
		}
	}
	agents, err := texttemplate.New("agents").Funcs(functions).Parse(agentsText)
	if err != nil {
		return nil, err
	}
	var all []Page
	for _, page := range []struct{ path, name, heading string }{
		{docsPath, "docs", "reference"}, {changelogPath, "changelog", "changelog"}, {NotFoundPath, "notfound", "not_found"},
	} {
		var text bytes.Buffer
		content.Heading = words.Word(page.heading)
		if err := pages.ExecuteTemplate(&text, page.name, content); err != nil {
			return nil, err
		}
		all = append(all, Page{page.path, "text/html; charset=utf-8", pageHeader, text.Bytes()})
	}
	var text bytes.Buffer
	if err := agents.Execute(&text, content); err != nil {
		return nil, err
	}
	return append(all, Page{agentsPath, "text/plain; charset=utf-8", textHeader, text.Bytes()}), nil
}

var (
	textHeader = map[string]string{"X-Content-Type-Options": "nosniff"}
	pageHeader = map[string]string{
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "no-referrer",
		"Content-Security-Policy": contentPolicy(),
	}
)

// contentPolicy lets a page have its own style and script, and nothing else.
func contentPolicy() string {
	digest := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; style-src " + digest(style) + "; script-src " + digest(script) +
		"; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
