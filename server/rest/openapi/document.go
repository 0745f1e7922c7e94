// Package openapi writes the OpenAPI description of the service from the list of
// operations: in version 3.0, which every generator of clients takes.
//
// The route through it: document.go is the whole, operation.go describes an
// operation, failure.go its failures and header.go its headers; ordered.go keeps
// the members of JSON objects in order.
package openapi

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// Options is what a description depends on in addition to the operations.
type Options struct {
	// PublicURL is the address of the service, without a slash at the end.
	PublicURL string
	// Marketplace is set if a marketplace may call instead of a key.
	Marketplace bool
	// Open is set if everybody is served without a key.
	Open     bool
	Language rules.Language
}

// Document describes the operations, with examples that they compute. brief is for the
// forms of the web page: in version 3.1 with labels, without those of requests and answers.
func Document(catalogue *operations.Catalogue, options Options) (whole, brief []byte, err error) {
	for _, form := range []struct {
		version string
		of      operations.Form
		text    *[]byte
	}{{"3.0.3", operations.OpenAPI, &whole}, {"3.1.0", operations.ForForms, &brief}} {
		d := &describer{catalogue: catalogue, reference: catalogue.Reference, Options: options, form: form.of, named: map[string]bool{}}
		if *form.text, err = appendJSON(nil, d.document(form.version)); err != nil {
			return nil, nil, err
		}
	}
	return whole, brief, nil
}

// describer gathers a description.
type describer struct {
	catalogue *operations.Catalogue
	reference *operations.Reference
	Options
	form operations.Form

	schemas object
	named   map[string]bool
}

func (d *describer) words(text operations.Words) string { return text.In(d.Language) }

func (d *describer) document(version string) object {
	var tags []any
	paths := object{}
	d.errors()
	for _, service := range d.catalogue.Services {
		tags = append(tags, object{{"name", service.Name}, {"description", service.Title.In(d.Language) + ". " + service.About.In(d.Language)}})
		for _, operation := range service.Operations {
			paths = append(paths, member{operation.Path, object{{strings.ToLower(operation.Method), d.operation(operation)}}})
		}
	}
	tags = append(tags, object{{"name", monitoringTag}, {"description", d.words(d.reference.Monitoring.Title)}})
	paths = append(paths, d.monitoring()...)
	return object{
		{"openapi", version},
		{"info", d.info()},
		{"servers", []any{object{{"url", d.PublicURL}}}},
		{"tags", tags},
		{"security", d.security()},
		{"paths", paths},
		{"components", object{{"securitySchemes", d.schemes()}, {"schemas", d.schemas}}},
	}
}

func (d *describer) info() object {
	var text strings.Builder
	for _, note := range d.reference.Notes {
		text.WriteString("## " + d.words(note.Title) + "\n\n" + d.catalogue.NoteText(note, d.Language) + "\n")
	}
	return object{
		{"title", d.words(d.reference.Title)},
		{"version", d.catalogue.Version},
		{"description", d.words(d.reference.Summary) + "\n\n" + strings.TrimSpace(text.String())},
		{"contact", object{{"name", d.words(d.reference.Title)}, {"url", d.PublicURL + "/docs"}}},
		{"license", object{{"name", d.words(d.reference.Terms)}, {"url", d.PublicURL + "/docs#terms"}}},
		{"x-rules-version", d.catalogue.RulesVersion},
		{"x-tables-version", d.catalogue.TablesVersion},
	}
}

// The names of the security schemes.
const (
	schemeKey             = "apiKey"
	schemeBearer          = "bearer"
	schemeMarketplaceKey  = "marketplaceKey"
	schemeMarketplaceHost = "marketplaceHost"
)

// security lists the ways to authenticate.
func (d *describer) security() []any {
	none := []any{}
	if d.Open {
		return none
	}
	ways := []any{object{{schemeKey, none}}, object{{schemeBearer, none}}}
	if d.Marketplace {
		ways = append(ways, object{{schemeMarketplaceKey, none}, {schemeMarketplaceHost, none}})
	}
	return ways
}

func (d *describer) schemes() object {
	security := &d.reference.Security
	header := func(name string, about operations.Words) object {
		return object{{"type", "apiKey"}, {"in", "header"}, {"name", name}, {"description", d.words(about)}}
	}
	schemes := object{
		{schemeKey, header("X-API-Key", security.APIKey)},
		{schemeBearer, object{{"type", "http"}, {"scheme", "bearer"}, {"description", d.words(security.Bearer)}}},
	}
	if d.Marketplace {
		schemes = append(schemes, member{schemeMarketplaceKey, header("X-Marketplace-Key", security.MarketplaceKey)},
			member{schemeMarketplaceHost, header("X-Marketplace-Host", security.MarketplaceHost)})
	}
	return schemes
}

// schema refers to a schema of the operations.
func (d *describer) schema(schema *operations.Schema, answer bool) object {
	return object{{"$ref", d.component(schema, answer)}}
}

// component is the path of the component that describes a schema, written the first time.
func (d *describer) component(schema *operations.Schema, answer bool) string {
	name := componentName(schema.Name)
	if !d.named[name] {
		d.named[name] = true
		at := len(d.schemas)
		d.schemas = append(d.schemas, member{name: name})
		d.schemas[at].value = jsontext.Value(cmp.Or(d.catalogue.Schemas[schema.Name], schema).AppendJSONSchema(nil, operations.Rendering{
			Language: d.Language, Form: d.form, Answer: answer,
			Reference: func(part *operations.Schema) string { return d.component(part, answer) },
		}))
	}
	return operations.SchemaPath + name
}

// componentName is a schema's name without blanks.
func componentName(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
