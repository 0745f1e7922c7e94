package operations

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

//go:embed reference.yaml
var referenceText []byte

// Reference is the documentation beyond the operations. Text between backquotes is code.
type Reference struct {
	Title, Summary, Terms Words
	Notes                 []Note
	Security              struct {
		APIKey          Words `yaml:"api_key"`
		Bearer          Words
		MarketplaceKey  Words `yaml:"marketplace_key"`
		MarketplaceHost Words `yaml:"marketplace_host"`
	}
	RequestHeaders  []Header `yaml:"request_headers"`
	ResponseHeaders []Header `yaml:"response_headers"`
	// Answers describes statuses below 400.
	Answers  map[int]Words
	Failures []FailureKind
	// Invalid describes the answer to a request that does not fit its schema,
	// whose status is InvalidStatus.
	Invalid struct {
		About, Detail, Type, Loc, Msg, Input, Ctx Words
	}
	// Members are the further members that an error object may have.
	Members []FailureMember
	Error   struct {
		Code, Message, Loc Words
	}
	Monitoring struct {
		Title, Alive, Ready Words
	}
}

// InvalidStatus is the status of a request that does not fit its schema.
const InvalidStatus = statusInvalid

// Note is a section of the documentation.
type Note struct {
	// ID names it in addresses.
	ID          string
	Title, Text Words
}

// Header is a header of requests or answers.
type Header struct {
	Name  string
	About Words
	// On lists the methods that have it, Statuses those of the answers; empty for
	// all.
	On       []string
	Statuses []int
	// Type is string, if empty, or integer; Pattern is a regular expression.
	Type, Pattern, Example string
	Required               bool
}

// FailureKind is a failure that a call may end with.
type FailureKind struct {
	Code   string
	Status int
	About  Words
	On     []string
}

// FailureMember is a further member of the error objects of a status.
type FailureMember struct {
	Name   string
	Status int
	About  Words
	// Codes lists the failures that have it; empty for all of the status.
	Codes []string
	// Type is a JSON type, string if empty; Format is a string's, and Of the
	// schema of an object or of a list's items.
	Type, Format, Of string
}

// Words is a text as the documentation's YAML holds it.
type Words = rules.Text

func readReference() (*Reference, error) {
	var reference Reference
	if err := syntax.Decode(referenceText, &reference); err != nil {
		return nil, fmt.Errorf("reference.yaml: %w", err)
	}
	return &reference, nil
}

// Has reports whether answers of a method and status carry the header.
func (h *Header) Has(method string, status int) bool {
	return h.Sent(method) && (len(h.Statuses) == 0 || slices.Contains(h.Statuses, status))
}

// Sent reports whether requests of a method may carry the header.
func (h *Header) Sent(method string) bool { return len(h.On) == 0 || slices.Contains(h.On, method) }

// FailuresOf lists the failures that a call of the operation may end with.
func (r *Reference) FailuresOf(operation *Operation) []FailureKind {
	var kinds []FailureKind
	for _, kind := range r.Failures {
		refusal := kind.Status == statusBadRequest
		if refusal && slices.Contains(operation.Refusals, kind.Code) ||
			!refusal && (len(kind.On) == 0 || slices.Contains(kind.On, operation.Method)) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// Sample returns an example of the failure, nil if only the rules produce it. url is where credits are bought, scope that of the operation, and
// requestID an example.
func (k *FailureKind) Sample(url, scope, requestID string) *Failure {
	for _, failure := range []*Failure{
		Fail("missing_key", "buy_credits", url), Fail("invalid_key"), Fail("insufficient_credits", "top_up", url), Fail("scope_missing", "scope", scope), Fail("idempotency_conflict"), Fail("idempotency_in_progress"), BodyTooLarge(MaxBody), Fail("rate_limited"),
		Internal(requestID), Unavailable(requestID),
	} {
		if failure.Code == k.Code && failure.Status == k.Status {
			return failure
		}
	}
	return nil
}

// NoteText is a section's text with the addresses of the tools in it.
func (c *Catalogue) NoteText(note Note, language rules.Language) string {
	text := note.Text.In(language)
	var paths []string
	for _, service := range c.Services {
		paths = append(paths, "`"+pathPrefix+service.Name+"/mcp`")
	}
	return strings.ReplaceAll(text, "{tools}", strings.Join(paths, ", "))
}
