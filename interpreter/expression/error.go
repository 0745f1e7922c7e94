package expression

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Error says why a text is not an expression of the language.
type Error struct {
	// From and To are the offsets of the first character that is wrong and of the
	// one after the last, in characters of the text.
	From, To int
	// Code is a stable kebab-case name of the kind of error.
	Code string
	// Summary says what is wrong, Detail what to write instead.
	Summary, Detail string
	// Suggestion is a text that the author may have meant, to be asked as a question.
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

// Diagnostic returns the error as a finding at subject, the place in the file
// that From and To amount to.
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
