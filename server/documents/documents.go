// Package documents writes what describes the service: the OpenAPI description, the API
// reference, the changelog and the text for agents. All are templates over one description
// of the catalogue of operations; pages work without scripts and load nothing.
// What the operations do not say of themselves is in reference.yaml, the words of the pages in
// words.yaml.
package documents

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	htmltemplate "html/template"
	"text/template"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

//go:embed *.html *.css *.js *.json llms.txt reference.yaml words.yaml
var files embed.FS

// Options is what the documents depend on in addition to the operations.
type Options struct {
	// PublicURL is the address of the service, without a slash at the end.
	PublicURL string
	// Marketplace is set if a marketplace may call instead of a key.
	Marketplace bool
	// Open is set if everybody is served without a key.
	Open     bool
	Language rules.Language
}

// Document is a document with its media type, and the policy of a page for its contents.
type Document struct {
	ContentType, Policy string
	Text                []byte
}

// The paths of the documents. NotFound is the page for unknown paths; OpenAPIForForms is
// for the forms of the web page: what the operations take, in version 3.1, with labels;
// OpenAPIForTables also has the names by which tables are read.
const (
	Docs             = "/docs"
	Changelog        = "/changelog"
	Agents           = "/llms.txt"
	OpenAPI          = "/openapi.json"
	OpenAPIForForms  = "/page/openapi.json"
	OpenAPIForTables = "/page/tables.json"
	NotFound         = ""
)

// Paths lists where the documents are.
func Paths() []string {
	return []string{Docs, Changelog, Agents, OpenAPI, OpenAPIForForms, OpenAPIForTables}
}

// Forms writes the documents for the forms of the web page by their paths. They have no
// examples, so the page need not wait for those.
func Forms(catalogue *operations.Catalogue, options Options) map[string]Document {
	d := describe(catalogue, options)
	return map[string]Document{
		OpenAPIForForms:  {ContentType: "application/json", Text: d.openAPI("forms.json", schemas{form: operations.ForForms})},
		OpenAPIForTables: {ContentType: "application/json", Text: d.openAPI("forms.json", schemas{form: operations.ForForms, names: true})},
	}
}

// Write writes the other documents of a catalogue by their paths. The examples in them are
// computed.
func Write(catalogue *operations.Catalogue, options Options) map[string]Document {
	d := describe(catalogue, options)
	d.exemplify()
	all := map[string]Document{}
	all[OpenAPI] = Document{ContentType: "application/json", Text: d.openAPI("openapi.json", schemas{form: operations.OpenAPI})}
	agents := template.Must(template.New("").Funcs(d.functions()).ParseFS(files, "llms.txt"))
	pages := htmltemplate.Must(htmltemplate.New("").Funcs(d.functions()).ParseFS(files, "*.html"))
	for path, name := range map[string]string{Docs: "reference", Changelog: "changelog", NotFound: "not_found", Agents: "llms.txt"} {
		var text bytes.Buffer
		written := Document{ContentType: "text/html; charset=utf-8", Policy: contentPolicy}
		write := pages.ExecuteTemplate
		if path == Agents {
			written, write = Document{ContentType: "text/plain; charset=utf-8"}, agents.ExecuteTemplate
		}
		d.Heading, d.described = name, map[string]bool{}
		must(write(&text, name, d))
		written.Text = text.Bytes()
		all[path] = written
	}
	return all
}

// must ends a mistake in a template or text, which are part of the program.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// openAPI writes an OpenAPI description by its template.
func (d *description) openAPI(name string, how schemas) []byte {
	functions := d.functions()
	how.description, how.named = d, map[string]bool{}
	how.register(functions)
	page := template.Must(template.New(name).Funcs(functions).ParseFS(files, name))
	var spaced, text bytes.Buffer
	must(page.Execute(&spaced, d))
	must(json.Compact(&text, spaced.Bytes()))
	return text.Bytes()
}

// functions are those of all templates.
func (d *description) functions() map[string]any {
	return map[string]any{
		"word": d.words.Word, "in": func(text rules.Text) string { return text.In(d.Language) }, "json": toJSON,
		"prose": prose, "markdown": markdown, "fields": d.fields, "anchor": identifier,
		"style":  func() htmltemplate.CSS { return htmltemplate.CSS(embedded("style.css")) },
		"script": func() htmltemplate.JS { return htmltemplate.JS(embedded("samples.js")) },
	}
}

// toJSON writes a value as JSON.
func toJSON(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(value))
	return text.String()
}

func embedded(name string) []byte {
	text, err := files.ReadFile(name)
	must(err)
	return text
}

// contentPolicy lets a page have its own style and script, and nothing else.
var contentPolicy = "default-src 'none'; style-src " + digest("style.css") + "; script-src " + digest("samples.js") +
	"; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func digest(name string) string {
	sum := sha256.Sum256(embedded(name))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
