package expression

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Error is the reason why a text is not an expression of the language.
type Error struct {
	// From and To are the range of wrong characters, as offsets in characters; To is
	// exclusive.
	From, To int
	// Code is a stable kebab-case name of the kind of error.
	Code string
	// Summary is the problem, Detail the remedy.
	Summary, Detail string
	// Suggestion is a text that the author may have meant; empty if unknown.
	Suggestion string
}

// Error returns the summary and the detail with the offset.
func (e *Error) Error() string {
	text := fmt.Sprintf("character %d: %s", e.From+1, e.Summary)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// Diagnostic returns the error as a finding at subject, the position of From and To
// in the file.
func (e *Error) Diagnostic(subject diagnostic.Range) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{
		Severity:   diagnostic.Error,
		Code:       e.Code,
		Summary:    e.Summary,
		Detail:     e.Detail,
		Subject:    subject,
		Suggestion: e.Suggestion,
	}
}

func (s *source) errorAt(from, to int, code, summary, detail string) *Error {
	return &Error{From: from, To: to, Code: code, Summary: summary, Detail: detail}
}
