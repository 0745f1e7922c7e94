package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/payslate/payslate"
	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// description is what all documents show.
type description struct {
	Options
	*operations.Catalogue
	reference
	Groups    []group
	Heading   string // the name of the page that is written
	words     *hostfile.Words
	described map[string]bool // schemas with a table
}

// reference is the content of reference.yaml.
type reference struct {
	Notes           []note
	RequestHeaders  []header `key:"request_headers"`
	ResponseHeaders []header `key:"response_headers"`
	Failures        []failure
	// Members are those that an error may have beside its code and message: a value of a
	// JSON Schema, or an object, or a list of objects, of a schema of the operations.
	Members []struct {
		Name   string
		About  rules.Text
		Schema map[string]any
		Of     string
		ListOf string `key:"list_of"`
	}
}

// note is a section of the documents; ID names it in addresses.
type note struct {
	ID          string
	Title, Text rules.Text
}

// header is a header of requests, or of answers with some statuses: all where there are
// none. On lists the methods that have it, all where there are none.
type header struct {
	Name     string
	About    rules.Text
	On       []string
	Statuses []int
	Required bool
	Schema   map[string]any
	Example  any
}

// failure is a failure that a call may end with, in the order of statuses. The one without
// a code is that of a request that does not fit its schema. Sample is the failure's name in
// messages.yaml; one without comes from the rules.
type failure struct {
	Code   string
	Status int
	Sample string
	About  rules.Text
	On     []string
}

// group is a service with what is said of its operations.
type group struct {
	*operations.Service
	Operations []operation
}

// operation is an operation with its examples and the answers to calls that fail.
type operation struct {
	*operations.Operation
	Requests, Answers []example
	Refused           []refusal
	publicURL         string
	language          rules.Language
	responseHeaders   []header
	Headers           []header // of requests
}

// example is the text of a request or an answer.
type example struct{ Name, Title, Text string }

// refusal describes the answers of one status to calls that fail.
type refusal struct {
	Status   int
	About    string
	Examples []example
}

// describe describes the operations, without examples.
func describe(catalogue *operations.Catalogue, options Options) *description {
	d := &description{Options: options, Catalogue: catalogue, described: map[string]bool{}}
	must(syntax.Unmarshal("reference.yaml", embedded("reference.yaml"), &d.reference))
	var err error
	d.words, err = hostfile.ReadWords(embedded("words.yaml"), options.Language)
	must(err)
	for _, service := range catalogue.Services {
		shown := group{Service: service}
		for _, each := range service.Operations {
			shown.Operations = append(shown.Operations, d.operation(each))
		}
		d.Groups = append(d.Groups, shown)
	}
	return d
}

func (d *description) operation(of *operations.Operation) operation {
	o := operation{Operation: of, publicURL: d.PublicURL, language: d.Language, responseHeaders: d.ResponseHeaders}
	for _, h := range d.RequestHeaders {
		if h.sent(of.Method) {
			o.Headers = append(o.Headers, h)
		}
	}
	return o
}

// exemplify adds what the operations answer and how they fail: the examples are computed, which
// takes most of a second.
func (d *description) exemplify() {
	for _, group := range d.Groups {
		for i := range group.Operations {
			d.answers(&group.Operations[i])
		}
	}
}

func (d *description) answers(o *operation) {
	of := o.Operation
	for _, each := range of.Examples(d.Language) {
		title := each.Title.In(d.Language)
		o.Requests = append(o.Requests, example{each.Name, title, each.Request})
		o.Answers = append(o.Answers, example{each.Name, title, string(each.Answer)})
	}
	for _, kind := range d.Failures {
		fromRules := kind.Status == http.StatusBadRequest
		if fromRules && !slices.Contains(of.Refusals, kind.Code) || !fromRules && len(kind.On) > 0 && !slices.Contains(kind.On, of.Method) {
			continue
		}
		if last := len(o.Refused) - 1; last < 0 || o.Refused[last].Status != kind.Status {
			o.Refused = append(o.Refused, refusal{Status: kind.Status})
		}
		d.refused(o, kind, &o.Refused[len(o.Refused)-1])
	}
}

// refused adds a failure to those of its status.
func (d *description) refused(o *operation, kind failure, to *refusal) {
	about := kind.About.In(d.Language)
	if kind.Code != "" {
		about = "`" + kind.Code + "`: " + about
	}
	to.About = strings.TrimPrefix(to.About+"\n\n"+about, "\n\n")
	shown := example{Name: kind.Code}
	switch {
	case kind.Sample != "":
		failed := operations.Fail(kind.Sample, "buy_credits", d.PublicURL+"/", "top_up", d.PublicURL+"/", "scope", o.Scope(),
			"limit", int64(operations.MaxBody>>20), "request_id", "3f2a9c1e7b604d58")
		shown.Text = string(failed.AppendJSON(nil, d.Language))
	case kind.Code == "":
		sent := o.InvalidExample(d.Language)
		shown = example{Name: sent.Name, Text: string(sent.Answer)}
	case len(to.Examples) > 0:
		return
	case o.Each != nil: // a batch as a whole is refused for its header alone
		shown = example{Name: "refused", Text: string(operations.Fail("invalid_idempotency_key").AppendJSON(nil, d.Language))}
	default:
		sent, is := o.RefusedExample(d.Language)
		if !is {
			return
		}
		shown = example{Name: sent.Name, Text: string(sent.Answer)}
	}
	to.Examples = append(to.Examples, shown)
}

func (h *header) sent(method string) bool { return len(h.On) == 0 || slices.Contains(h.On, method) }

// AnswerHeaders lists the headers of answers with a status.
func (o *operation) AnswerHeaders(status int) (all []header) {
	for _, h := range o.responseHeaders {
		if h.sent(o.Method) && (len(h.Statuses) == 0 || slices.Contains(h.Statuses, status)) {
			all = append(all, h)
		}
	}
	return all
}

// AlwaysSent lists the headers of every answer.
func (d *description) AlwaysSent() (all []header) {
	for _, h := range d.ResponseHeaders {
		if len(h.On) == 0 && len(h.Statuses) == 0 {
			all = append(all, h)
		}
	}
	return all
}

// IsQuery reports whether the request is a query string.
func (o *operation) IsQuery() bool { return o.Method == http.MethodGet }

// NoteText is the text of a note with the addresses of the tools in it.
func (d *description) NoteText(text rules.Text) string {
	var paths []string
	for _, service := range d.Services {
		paths = append(paths, "`/v1/"+service.Name+"/mcp`")
	}
	return strings.ReplaceAll(text.In(d.Language), "{tools}", strings.Join(paths, ", "))
}

// Overview is the summary with all notes, in Markdown.
func (d *description) Overview() string {
	text := d.words.Word("summary")
	for _, note := range d.Notes {
		text += "\n\n## " + note.Title.In(d.Language) + "\n\n" + strings.TrimSpace(d.NoteText(note.Text))
	}
	return text
}

// History is the changelog.
func (*description) History() string { return payslate.Changelog }

// FailureTypes lists the types of schema failures.
func (*description) FailureTypes() []string { return operations.FailureTypes() }

// Command is a request as a curl command.
func (o *operation) Command(request example) string {
	address, sent := o.publicURL+o.Path, ""
	switch {
	case !o.IsQuery():
		sent = " \\\n  -d '" + strings.ReplaceAll(indented(request.Text), "'", `'\''`) + "'"
	case request.Text != "":
		address += "?" + request.Text
	}
	command := "curl '" + address + "' \\\n  -H 'X-API-Key: YOUR_KEY'"
	if sent != "" {
		command += " \\\n  -H 'Content-Type: application/json'"
	}
	if o.language != rules.English {
		command += " \\\n  -H 'Accept-Language: " + o.language.Tag() + "'"
	}
	return command + sent
}

// Lines are the first request of a batch and its answer as streams have them.
func (o *operation) Lines() (lines [2]string) {
	var of struct{ Items []json.RawMessage }
	must(json.Unmarshal([]byte(o.Requests[0].Text), &of))
	items := make([][]byte, len(of.Items))
	for i, item := range of.Items {
		items[i] = item
		lines[0] += string(item) + "\n"
	}
	answers, _, err := o.AnswerItems(context.Background(), nil, items, '\n', o.language)
	must(err)
	lines[1] = string(answers)
	return lines
}

// shownLines is how many lines of an answer the reference shows; the OpenAPI description
// has it whole.
const shownLines = 36

// Answer is how the answer to the request of an index begins, indented.
func (o *operation) Answer(index int) string {
	lines := strings.SplitAfterN(indented(o.Answers[index].Text), "\n", shownLines+1)
	if len(lines) > shownLines {
		lines[shownLines] = "…"
	}
	return strings.Join(lines, "")
}

// QuickStart are the operations that a newcomer calls first.
func (d *description) QuickStart() (first []operation) {
	for _, group := range d.Groups {
		for _, o := range group.Operations {
			if slices.Contains(quickStart, o.Path) {
				first = append(first, o)
			}
		}
	}
	return first
}

// quickStart are the paths of those: a payslip, its reasons, a trip.
var quickStart = []string{"/v1/salary-net/net", "/v1/salary-net/explain", "/v1/travel-per-diem/trip"}

func indented(text string) string {
	var spaced bytes.Buffer
	must(json.Indent(&spaced, []byte(text), "", "  "))
	return spaced.String()
}
