package operations

import (
	"cmp"
	_ "embed"
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

//go:embed operations.yaml
var declared []byte

//go:embed travel.yaml
var declaredTravel []byte

// declaration is the content of operations.yaml and of travel.yaml.
type declaration struct {
	Product  string
	Version  string
	Services []declaredService
	// AlsoCalled lists the names that people send in place of a field's.
	AlsoCalled map[string][]string `key:"also_called"`
	Schemas    map[string]declaredSchema
	// Records says what the members of answers mean, by their structs.
	Records map[string]declaredSchema
}

type declaredService struct {
	Name         string
	Title, About rules.Text
	Operations   []declaredOperation
}

type declaredOperation struct {
	Name, Method, Path, Tool, Input, Output string
	// Query names the schema of query parameters that select fields of the answer.
	Query      string
	RESTOnly   bool `key:"rest_only"`
	FreeOnPage bool `key:"free_on_page"`
	// Each names the operation that answers each item of a batch.
	Each         string
	Title, About rules.Text
	Refusals     []string
	Examples     []declaredExample
	Summary      declaredSummary
	// Refused is the request of an example that is refused.
	Refused string
}

// declaredSummary lists the fields of a short answer in their order, and how a list with
// a name is written in it: a text for each item, with the names of members in braces.
type declaredSummary struct {
	Fields []string
	Each   map[string]string
}

// declaredExample is a request of the documentation.
type declaredExample struct {
	Name    string
	Title   rules.Text
	Request string
}

type declaredSchema struct {
	About rules.Text
	// Include names a schema whose fields this one has too, before its own.
	Include string
	Fields  []declaredField
}

type declaredField struct {
	Name, Type, Of, From string
	About                rules.Text
	Choices              []string
	Required             bool
	Above, Example       *int
	// Zero is set if 0 fits where the rules accept it, though it is not above Above.
	Zero bool
	// Min and Max bound a number; Longest is the most characters of a text.
	Min, Max *int
	Longest  int
	// Default is a whole number, or true or false.
	Default any
	// Fewest and Most bound the items of an array; Choices are those of its items.
	Fewest, Most int
	// Apart is set if each item is a separate request.
	Apart           bool
	Format, Pattern string
}

// ofPay and ofTravel return what the two files declare, which are part of the program. Nobody
// may change it.
var ofPay, ofTravel = readDeclared("operations.yaml", declared), readDeclared("travel.yaml", declaredTravel)

func readDeclared(name string, text []byte) func() *declaration {
	return sync.OnceValue(func() *declaration {
		var d declaration
		if err := syntax.Unmarshal(name, text, &d); err != nil {
			panic(err)
		}
		return &d
	})
}

// schemaBuilder makes the schemas of a catalogue. A mistake in the two files, which are part
// of the program, is a panic.
type schemaBuilder struct {
	*Catalogue
	declared map[string]declaredSchema
	records  map[string]declaredSchema
	called   map[string][]string
	profiles map[*rules.Country][]Property
	err      error // the first of what regimes declare
}

func (b *schemaBuilder) object(name string) *Schema {
	if schema, ok := b.Schemas[name]; ok {
		return schema
	}
	declared, ok := b.declared[name]
	if !ok {
		panic("operations.yaml: unknown schema " + name)
	}
	schema := &Schema{Field: rules.Field{Type: objectType, Name: name, About: declared.About}}
	b.Schemas[name] = schema
	for _, field := range b.fields(declared) {
		b.add(schema, field)
	}
	return schema
}

// fields are the fields of a schema after those that it includes.
func (b *schemaBuilder) fields(of declaredSchema) []declaredField {
	if of.Include == "" {
		return of.Fields
	}
	return slices.Concat(b.fields(b.declared[of.Include]), of.Fields)
}

func (b *schemaBuilder) add(schema *Schema, field declaredField) {
	switch field.From {
	case "trips", "trip legs":
		b.tripFields(schema, field.From == "trip legs")
	case "profiles":
		for _, country := range b.available {
			profile := b.profile(country, field.About)
			profile.sentAs = b.called["profiles"]
			schema.Properties = append(schema.Properties, Property{Name: country.ProfileKey, Schema: profile})
		}
	default:
		value := b.value(field)
		value.sentAs = b.called[field.Name]
		if value.Zero {
			schema.zero, schema.acceptsZero = len(schema.Properties), func(scenario *Value) bool { return acceptsZero(b.rules, scenario, field.Name) }
		}
		schema.Properties = append(schema.Properties, Property{Name: field.Name, Required: field.Required, Schema: value})
	}
}

var declaredTypes = map[string]types.Type{
	"object": {Kind: types.RecordKind}, "array": {Kind: types.ListKind},
	"integer": {Kind: types.Number}, "number": {Kind: types.Number, Decimals: -1}, "amount": types.Amount,
	"boolean": {Kind: types.Boolean}, "choice": {Kind: types.Enumeration}, "string": {Kind: types.Text},
}

// declaredType returns the type with a name in the two files: one of their own, or that of a notation.
func declaredType(name string) types.Type {
	if own, is := declaredTypes[name]; is || name == "" {
		return own
	}
	return types.Type{Kind: types.KindCalled(name)}
}

func (b *schemaBuilder) value(field declaredField) *Schema {
	schema := &Schema{
		Field: rules.Field{Type: declaredType(field.Type), About: field.About},
		Zero:  field.Zero, Format: field.Format, Pattern: field.Pattern,
	}
	schema.Cases, schema.MinLength, schema.MaxLength = field.Choices, field.Fewest, cmp.Or(field.Longest, field.Most)
	switch {
	case schema.Kind == 0 && field.Type != "": // the kind of an answer's member is that of its type
		panic("operations.yaml: unknown type " + field.Type)
	case schema.Kind == types.RecordKind && field.Of != "":
		within := *b.object(field.Of)
		within.About = schema.About
		return &within
	case schema.Kind == types.ListKind && declaredType(field.Of).Kind == 0:
		schema.Items = b.object(field.Of)
	case schema.Kind == types.ListKind:
		schema.Items = b.value(declaredField{Type: field.Of, Choices: field.Choices})
	}
	if schema.Kind == types.ListKind {
		schema.Cases, schema.Apart = nil, field.Apart
	}
	schema.Min, schema.Max, schema.AboveMin = optionalInteger(cmp.Or(field.Above, field.Min)), optionalInteger(field.Max), field.Above != nil
	switch preset := field.Default.(type) {
	case bool:
		schema.Default = &types.Value{Kind: types.Boolean, Bool: preset}
	case int:
		schema.Default = &types.Value{Kind: types.Number, Number: *integer(preset)}
	}
	if field.Example != nil {
		schema.Example = &types.Value{Kind: types.Number, Number: *integer(*field.Example)}
	}
	b.fromRules(schema, field.From)
	return schema
}

// fromRules fills in what depends on the rule book.
func (b *schemaBuilder) fromRules(schema *Schema, from string) {
	service := b.rules.Service()
	switch from {
	case "":
	case "countries":
		for _, country := range b.available {
			schema.Cases = append(append(schema.Cases, country.Code), country.Aliases...)
			schema.called = append(schema.called, rules.ChoiceLabel{Value: country.Code, Label: country.Name})
			schema.called = append(schema.called, calledAs(country.Code, country.AlsoCalled)...)
		}
		schema.anyCase = true
		if len(schema.Cases) > 0 {
			schema.Example = &types.Value{Kind: types.Enumeration, Text: schema.Cases[0]}
		}
	case "regimes":
		for _, regime := range b.tables.Regimes() {
			if regime.Status == tables.Supported {
				schema.Cases = append(schema.Cases, regime.ID)
			}
		}
	case "years":
		schema.Min, schema.Max = integer(service.YearMin), integer(service.YearMax)
		schema.Default = &types.Value{Kind: types.Number, Number: *integer(service.YearDefault)}
	case "codes":
		for _, country := range b.rules.Countries() {
			schema.Cases = append(schema.Cases, country.Code)
		}
	case "calculable codes":
		for _, country := range b.available {
			schema.Cases = append(schema.Cases, country.Code)
		}
	case "period names":
		schema.Cases = service.Periods
	case "periods":
		schema.Cases = service.Periods
		for _, period := range service.PeriodsCalled {
			for _, name := range period.Names {
				schema.called = append(schema.called, rules.ChoiceLabel{Value: period.Period, Label: wording.Everywhere(name)})
			}
		}
		schema.Default = &types.Value{Kind: types.Enumeration, Text: service.PeriodDefault}
	case "gross":
		schema.Max = &service.GrossMax
	case "net":
		schema.Max = &service.NetMax
	case "scenarios":
		schema.MinLength, schema.MaxLength = 1, service.ScenariosMax
	default:
		panic("operations.yaml: unknown origin " + from)
	}
}

// optionalInteger is a number as a bound, nil without one.
func optionalInteger(value *int) *number.Decimal {
	if value == nil {
		return nil
	}
	return integer(*value)
}

func integer(value int) *number.Decimal {
	decimal := number.New(int64(value), 0)
	return &decimal
}
