package operations

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Rules is the part of the rule book that the operations use; *rules.Book implements it.
type Rules interface {
	// Version is a digest of the loaded rules.
	Version() string
	// Files lists the files that the rules were read from; Text is one's text.
	Files() []string
	Text(file string) ([]byte, bool)
	// Countries lists the countries, the available ones first.
	Countries() []*rules.Country
	// Country finds a country by its code or an alias.
	Country(code string) (*rules.Country, bool)
	// Service returns the settings of all countries.
	Service() *rules.Service
	// Explain answers as Net does, with reasons.
	Explain(*rules.Scenario) (*rules.Explanation, error)
	// Net answers from gross to net; Gross finds the smallest gross of a net.
	// The error is a *rules.Refusal where the question has no answer.
	Net(*rules.Scenario) (*rules.Result, error)
	// AcceptsZero reports whether Net takes a gross of 0 in a scenario.
	AcceptsZero(*rules.Scenario) bool
	Gross(*rules.Scenario) (*rules.Result, error)
	// Paydays answers the paydays of a year.
	Paydays(*rules.Plan) ([]rules.Payday, error)
	// Thresholds lists the gross amounts of a span at which a rule starts or stops
	// applying.
	Thresholds(s *rules.Scenario, from, to number.Decimal) ([]rules.Threshold, error)
	// Parameters lists the values in force and the label of the tax year.
	Parameters(country *rules.Country, year int, day string) ([]rules.Parameter, string, error)
}

// Catalogue is the list of all operations on one rule book. It is immutable
// and safe for concurrent use.
type Catalogue struct {
	// Product and Version name the program, as in "payslate 1.3.0".
	Product, Version string
	Services         []*Service
	// Schemas lists the schemas by name.
	Schemas map[string]*Schema

	// RulesVersion identifies the rules in use, TablesVersion the travel tables;
	// empty without those.
	RulesVersion, TablesVersion string
	// Judged is what was found of the rules.
	Judged Judged

	available []*rules.Country
	unsealed  bool
	rules     Rules
	tables    *tables.Book // nil without
	readings  *readings
	fixed     *fixedPatches
}

// Judged is what rulecheck check found of the rules, by the codes of countries.
type Judged struct {
	Cases map[string]CaseCount
	// Unproved are figures that no labelled case can notice, with their years and the reasons.
	Unproved map[string][]string
	// WithoutCases names the years that no labelled case covers, such as UK/2027.
	WithoutCases []string
}

// Figures lists all unproved figures, each after its country and year.
func (j *Judged) Figures() []string {
	list := []string{}
	for _, code := range slices.Sorted(maps.Keys(j.Unproved)) {
		for _, figure := range j.Unproved[code] {
			list = append(list, code+" "+figure)
		}
	}
	return list
}

// CaseCount is how many labelled cases check the rules of a country, and how many of them
// are official results.
type CaseCount struct{ Official, All int }

// Evidence says what the rules of a country are checked against, and by how many cases
// where they were counted.
func (c *Catalogue) Evidence(country *rules.Country) rules.Text {
	count := c.Judged.Cases[country.Code]
	if count.All == 0 {
		return country.Conformance
	}
	said := say("cases_counted", "all", wording.Number(*integer(count.All)), "official", wording.Number(*integer(count.Official)))
	return wording.Join([]rules.Text{country.Conformance, said}, " ")
}

// DataVersion identifies the rules and tables that answers depend on.
func (c *Catalogue) DataVersion() string { return c.RulesVersion + "+" + c.TablesVersion }

// RuleFiles lists the files that the rules were read from; positions in reasons
// name them.
func (c *Catalogue) RuleFiles() []string { return c.rules.Files() }

// RuleFile is the text of one of the RuleFiles. It must not be changed.
func (c *Catalogue) RuleFile(name string) ([]byte, bool) { return c.rules.Text(name) }

// Available lists the countries that can be calculated.
func (c *Catalogue) Available() []*rules.Country { return c.available }

// Service is a group of operations under one path.
type Service struct {
	Name         string
	Title, About rules.Text
	Operations   []*Operation
}

// Operation is one thing that the service does.
type Operation struct {
	// Service and Name name it; ID is both, such as salary-net/net.
	Service, Name, ID string
	// Method and Path are its REST route, the path from the root.
	Method, Path string
	// Tool is its name as an MCP tool and, in the OpenAPI description, as an
	// operation; with RESTOnly there is no such tool.
	Tool     string
	RESTOnly bool
	// FreeOnPage is set if the web page needs the answer for its forms; it costs
	// nothing there.
	FreeOnPage   bool
	Title, About rules.Text
	// Input describes the body, or the query parameters of a GET operation.
	Input, Output *Schema
	// Query describes the query parameters: the Input of a GET operation, the selection
	// of fields of another one.
	Query *Schema
	// Each is the operation that answers each item of a batch; nil for others.
	Each *Operation
	// Refusals are the codes with which the rules may refuse a request.
	Refusals []string

	catalogue  *Catalogue
	examples   []declaredExample
	summary    declaredSummary
	refusal    string     // a request that is refused
	tool       *Operation // what AsTool returns
	summarises bool       // it has an argument for a summary
	root       string     // first step of a location
	shape
	run runner
}

// Scope is the scope that an API key needs: the first word of the service's name.
func (o *Operation) Scope() string { return scopeOf(o.Service) }

// Scopes lists the scopes of API keys.
func Scopes() (scopes []string) {
	for _, service := range slices.Concat(ofPay().Services, ofTravel().Services) {
		scopes = append(scopes, scopeOf(service.Name))
	}
	return scopes
}

func scopeOf(service string) string {
	scope, _, _ := strings.Cut(service, "-")
	return scope
}

// Reply is the answer to a tool call.
type Reply struct {
	JSON []byte
	// Credits is what the key may spend after the call, nil if it is not metered.
	Credits *int64
	// Replayed is set if the call was charged and answered before.
	Replayed bool
}

// runner answers a decoded request with one of the structs of this package, such as *NetOut.
type runner func(a *answering, input *Value) (any, error)

// answering is the making of an answer.
type answering struct {
	*Catalogue
	request  request // that remedies change
	language rules.Language
	shape
	// results are those whose memory the answer shares. spare is an answer that is written, with
	// memory for the next one.
	results []*rules.Result
	spare   *NetOut
}

// release ends the use of an answer, which is written.
func (a *answering) release(out any) {
	a.spare, _ = out.(*NetOut)
	for _, r := range a.results {
		r.Release()
	}
	clear(a.results)
	a.results = a.results[:0]
}

// failed is the error of a call, with the remedies that its request can have. What its location
// names lies behind some steps.
func (a *answering) failed(err error, steps ...any) error {
	err = refused(err)
	if failure := (*Failure)(nil); errors.As(err, &failure) {
		return failure.in(steps...).of(&a.request)
	}
	return err
}

// Option adds to a catalogue.
type Option func(*Catalogue)

// WithTables adds the operations that answer from travel tables.
func WithTables(book *tables.Book) Option { return func(c *Catalogue) { c.tables = book } }

// WithJudged says what was found of the rules.
func WithJudged(found Judged) Option { return func(c *Catalogue) { c.Judged = found } }

// Unsealed makes every answer warn that nobody has checked the rules.
func Unsealed() Option { return func(c *Catalogue) { c.unsealed = true } }

// UnsealedRules is the code of that warning.
const UnsealedRules = "unsealed_rules"

// both returns the entries of two maps.
func both[V any](one, other map[string]V) map[string]V {
	all := maps.Clone(one)
	maps.Copy(all, other)
	return all
}

// New makes the list of operations for a rule book.
func New(book Rules, options ...Option) (*Catalogue, error) {
	declared := *ofPay()
	catalogue := &Catalogue{
		Product: declared.Product, Version: declared.Version, Schemas: map[string]*Schema{},
		RulesVersion: book.Version(), rules: book, readings: &readings{}, fixed: &fixedPatches{},
	}
	for _, option := range options {
		option(catalogue)
	}
	if catalogue.tables != nil {
		travel := ofTravel()
		declared.Services = slices.Concat(declared.Services, travel.Services)
		declared.Schemas = both(declared.Schemas, travel.Schemas)
		declared.Records = both(declared.Records, travel.Records)
		declared.AlsoCalled = both(declared.AlsoCalled, travel.AlsoCalled)
		catalogue.TablesVersion = catalogue.tables.Version()
	}
	for _, country := range book.Countries() {
		if country.Status == rules.Available {
			catalogue.available = append(catalogue.available, country)
		}
	}
	if len(catalogue.available) == 0 {
		return nil, errors.New("the rule book has no country that can be calculated")
	}
	builder := &schemaBuilder{declared: declared.Schemas, records: declared.Records, called: declared.AlsoCalled, profiles: map[*rules.Country][]Property{}, Catalogue: catalogue}
	for name := range declared.Schemas {
		builder.object(name)
	}
	answers := outputs
	if catalogue.tables != nil {
		answers = append(slices.Clip(outputs), travelOutputs...)
	}
	for _, answer := range answers {
		builder.record(answer)
	}
	if builder.err != nil {
		return nil, builder.err
	}
	runners := map[string]runner{}
	catalogue.register(runners)
	if catalogue.tables != nil {
		catalogue.registerTravel(runners)
	}
	for _, group := range declared.Services {
		service := &Service{Name: group.Name, Title: group.Title, About: group.About}
		catalogue.Services = append(catalogue.Services, service)
		for _, entry := range group.Operations {
			operation := catalogue.operation(service, entry)
			if err := checkInput(operation.Input); err != nil {
				return nil, err
			}
			if operation.run = runners[operation.ID]; operation.run == nil && operation.Each == nil {
				panic("operations.yaml: no runner for " + operation.ID)
			}
			service.Operations = append(service.Operations, operation)
		}
		service.nameOthers()
		for _, operation := range service.Operations {
			operation.tool = operation.withSummary()
		}
	}
	return catalogue, nil
}

// pathPrefix starts the path of every operation.
const pathPrefix = "/v1/"

func (c *Catalogue) operation(service *Service, entry declaredOperation) *Operation {
	operation := &Operation{
		Service: service.Name, Name: entry.Name, ID: service.Name + "/" + entry.Name,
		Method: entry.Method, Path: pathPrefix + service.Name + entry.Path, Tool: entry.Tool, RESTOnly: entry.RESTOnly, FreeOnPage: entry.FreeOnPage,
		Title: entry.Title, About: entry.About, Input: c.Schemas[entry.Input], Output: c.Schemas[entry.Output],
		Refusals: entry.Refusals, catalogue: c, examples: entry.Examples, refusal: entry.Refused, summary: entry.Summary,
	}
	if operation.root, operation.Query = "body", (&Schema{Field: rules.Field{Type: objectType}}); operation.Method == "GET" {
		operation.root, operation.Query = "query", operation.Input
	}
	for _, other := range service.Operations {
		if other.Name == entry.Each {
			// An item is a request of its own, which may have an id.
			each, input := *other, *operation.Input.Properties[0].Schema.Items
			input.Name, each.Input = other.Input.Name, &input
			operation.Each = &each
		}
	}
	if entry.Query != "" {
		operation.Query = c.selection(operation, entry.Query)
	}
	return operation
}

// checkInput makes sure that the decoder's memory is bounded.
func checkInput(schema *Schema) error {
	if schema.Kind == types.ListKind {
		if schema.MaxLength == 0 {
			return fmt.Errorf("operations.yaml: a list in a request needs a bound: %s", schema.About.English)
		}
		return checkInput(schema.Items)
	}
	for i := range schema.Properties {
		if err := checkInput(schema.Properties[i].Schema); err != nil {
			return err
		}
	}
	return nil
}

// ComputedBy is the name and version that answers carry.
func (c *Catalogue) ComputedBy() string { return c.Product + " " + c.Version }

// Operations lists the operations of all services.
func (c *Catalogue) Operations() []*Operation {
	var all []*Operation
	for _, service := range c.Services {
		all = append(all, service.Operations...)
	}
	return all
}

// Operation finds an operation by its id; nil if there is none.
func (c *Catalogue) Operation(id string) *Operation {
	for _, service := range c.Services {
		for _, operation := range service.Operations {
			if operation.ID == id {
				return operation
			}
		}
	}
	return nil
}

// AnswerJSON answers a request given as JSON (a REST body, or the arguments of
// a tool) and appends the answer to dst. The error is a *Failure or a fault of the
// service; dst is then unchanged.
func (o *Operation) AnswerJSON(dst, body []byte, language rules.Language) ([]byte, error) {
	answer, _, err := o.AnswerResults(context.Background(), dst, body, language, func(int64) error { return nil })
	return answer, err
}

// AnswerResults answers as AnswerJSON does and returns the number of results: 1, or for a
// batch the items that are not errors. A batch is refused by afford before it is answered,
// and ends early with ctx.
func (o *Operation) AnswerResults(ctx context.Context, dst, body []byte, language rules.Language, afford Afford) (answer []byte, results int64, err error) {
	d := borrowDecoder(o.root)
	defer d.giveBack()
	err = d.decodeJSON(o.Input, body)
	switch {
	case o.Each != nil && err == nil:
		return o.answerBatch(ctx, dst, d.apart, language, afford)
	case err == nil && o.summarises && d.input.Members[len(d.input.Members)-1].Bool:
		var out any
		if out, err = o.out(d, language); err == nil {
			dst = o.summary.shorten(dst, out)
		}
		return dst, 1, err
	}
	answer, err = o.answer(dst, d, err, language)
	return answer, 1, err
}

// Answer answers a request given as JSON as AnswerJSON does, with the operation's struct, such as
// *NetOut.
func (o *Operation) Answer(body []byte, language rules.Language) (any, error) {
	d := borrowDecoder(o.root)
	defer d.giveBack()
	if err := d.decodeJSON(o.Input, body); err != nil {
		return nil, err
	}
	return o.out(d, language)
}

func (o *Operation) out(d *decoder, language rules.Language) (any, error) {
	a := o.answering(d, language)
	out, err := o.run(a, &d.input)
	err = a.failed(err, o.root)
	if failure, refused := errors.AsType[*Failure](err); refused {
		trail := []*Failure{failure}
		failure.patches = slices.DeleteFunc(failure.patches, func(p patch) bool { return o.leadsBack(d.body, p, trail, maxTrials) })
	}
	return out, err
}

func (o *Operation) answering(d *decoder, language rules.Language) *answering {
	d.answering = answering{Catalogue: o.catalogue, request: request{d.body, o.Input, o.catalogue.fixed}, language: language, shape: o.shape, results: d.answering.results[:0], spare: d.answering.spare}
	return &d.answering
}

// AnswerQuery answers a request given as the query string of a GET operation,
// as AnswerJSON does.
func (o *Operation) AnswerQuery(dst []byte, query string, language rules.Language) ([]byte, error) {
	d := borrowDecoder(o.root)
	defer d.giveBack()
	return o.answer(dst, d, d.decodeQuery(o.Input, query), language)
}

// Journey decodes the journey of a request and its regime.
func (o *Operation) Journey(body []byte) (regime string, journey *tables.Journey, err error) {
	d := borrowDecoder(o.root)
	defer d.giveBack()
	if err := d.decodeJSON(o.Input, body); err != nil {
		return "", nil, err
	}
	return d.input.text("regime"), journeyOf(&d.input), nil
}

func (o *Operation) answer(dst []byte, d *decoder, err error, language rules.Language) ([]byte, error) {
	if err != nil {
		return dst, err
	}
	out, err := o.out(d, language)
	if err != nil {
		return dst, err
	}
	w := &d.answer
	*w = writer{dst: dst, language: language, shape: o.shape}
	w.answer(out)
	d.answering.release(out)
	return w.dst, nil
}
