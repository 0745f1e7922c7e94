// Package openapi writes the OpenAPI 3.1 description of the service from the
// list of operations.
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

// version is the version of the OpenAPI specification.
const version = "3.1.0"

// Document describes the operations. Its examples are computed by them; brief lacks those
// of whole requests and answers, two thirds of the text.
func Document(catalogue *operations.Catalogue, options Options) (whole, brief []byte, err error) {
	w := &describer{catalogue: catalogue, reference: catalogue.Reference, Options: options, named: map[string]bool{}}
	document := w.document()
	if whole, err = appendJSON(nil, document); err != nil {
		return nil, nil, err
	}
	brief, err = appendJSON(nil, withoutBodies(document))
	return whole, brief, err
}

// withoutBodies leaves out the named examples of requests and answers; those of single
// fields are lists.
func withoutBodies(value any) any {
	switch value := value.(type) {
	case object:
		var kept object
		for _, m := range value {
			if _, named := m.value.(object); m.name != "examples" || !named {
				kept = append(kept, member{m.name, withoutBodies(m.value)})
			}
		}
		return kept
	case []any:
		kept := make([]any, len(value))
		for i := range value {
			kept[i] = withoutBodies(value[i])
		}
		return kept
	}
	return value
}

// describer gathers a description.
type describer struct {
	catalogue *operations.Catalogue
	reference *operations.Reference
	Options

	schemas object
	named   map[string]bool
}

func (d *describer) words(text operations.Words) string { return text.In(d.Language) }

func (d *describer) document() object {
	var tags []any
	paths := object{}
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
		{"summary", d.words(d.reference.Summary)},
		{"description", strings.TrimSpace(text.String())},
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

// schema refers to a schema of the operations, which it takes into the
// components.
func (d *describer) schema(schema *operations.Schema, answer bool) object {
	references := d.references(schema, answer)
	if len(references) == 1 {
		return object{{"$ref", references[0]}}
	}
	return object{{"anyOf", []any{object{{"$ref", references[0]}}, object{{"$ref", references[1]}}}}}
}

// references are the components that describe a schema, written the first time: of an
// answer that a query may leave properties out of, the whole and a part.
func (d *describer) references(schema *operations.Schema, answer bool) []string {
	whole := cmp.Or(d.catalogue.Schemas[schema.Name], schema)
	names := []string{componentName(schema.Name)}
	if answer && whole.Selectable {
		names = append(names, names[0]+"Part")
	}
	for i, name := range names {
		if !d.named[name] {
			d.named[name] = true
			at := len(d.schemas)
			d.schemas = append(d.schemas, member{name: name})
			d.schemas[at].value = jsontext.Value(whole.AppendJSONSchema(nil, operations.Rendering{
				Language: d.Language, Answer: answer && i == 0, Labels: true,
				References: func(part *operations.Schema) []string { return d.references(part, answer) },
			}))
		}
		names[i] = schemaPath + name
	}
	return names
}

const schemaPath = "#/components/schemas/"

// componentName is a schema's name without blanks.
func componentName(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
