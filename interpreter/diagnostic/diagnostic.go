// Package diagnostic represents findings in rule files and their positions.
//
// Every stage that reads rules collects its findings in a List instead of
// stopping at the first; the list is sorted and shown once. A finding has a code, a
// place, a problem and a remedy; what an author may have meant is a suggestion.
package diagnostic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity is the weight of a finding. The zero value is invalid, so a forgotten
// severity is noticed.
type Severity uint8

const (
	// Error marks a finding that prevents the rules from loading.
	Error Severity = iota + 1
	// Warning marks a finding that does not prevent loading.
	Warning
)

// String returns the word shown to people: "error" or "warning".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return fmt.Sprintf("severity(%d)", uint8(s))
	}
}

// MarshalText returns the same word as String; an invalid severity is an error.
func (s Severity) MarshalText() ([]byte, error) {
	if s != Error && s != Warning {
		return nil, fmt.Errorf("unknown severity %d: set Error or Warning", uint8(s))
	}
	return []byte(s.String()), nil
}

// Position is a place in a file. Both fields count from 1; Column counts
// characters (Unicode code points), not bytes. The zero value is no position.
type Position struct {
	Line, Column int
}

// IsZero reports whether p is unset.
func (p Position) IsZero() bool { return p == Position{} }

// Compare orders positions by line, then column.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// Range is a part of a file; End is exclusive. A zero Start means the whole file.
type Range struct {
	File       string
	Start, End Position
}

// String returns "file:line:column" of the start, or the file name if there is no start.
func (r Range) String() string {
	if r.Start.IsZero() {
		return r.File
	}
	return fmt.Sprintf("%s:%d:%d", r.File, r.Start.Line, r.Start.Column)
}

// Diagnostic is one finding.
type Diagnostic struct {
	Severity Severity
	// Code is a stable kebab-case name of the kind of finding, such as "unknown-name".
	Code string
	// Summary is the problem in a few words.
	Summary string
	// Detail is the remedy: what to do.
	Detail string
	// Subject is the smallest range that the finding is about.
	Subject Range
	// Suggestion is a name that the author may have meant; empty if unknown.
	Suggestion string
}

// String returns one line: place, severity, summary and code.
func (d Diagnostic) String() string {
	line := fmt.Sprintf("%s: %s", d.Severity, printable(d.Summary))
	if place := printable(d.Subject.String()); place != "" {
		line = place + ": " + line
	}
	if d.Code != "" {
		line += " [" + d.Code + "]"
	}
	return line
}

// List is a collection of findings, in the order they were made.
type List []Diagnostic

// Fail adds an error.
func (l *List) Fail(at Range, code, summary, detail string) {
	l.Append(Diagnostic{Severity: Error, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// Warn adds a warning.
func (l *List) Warn(at Range, code, summary, detail string) {
	l.Append(Diagnostic{Severity: Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// Suggest adds an error with a suggestion, which may be empty.
func (l *List) Suggest(at Range, code, summary, detail, meant string) {
	l.Append(Diagnostic{Severity: Error, Code: code, Summary: summary, Detail: detail, Suggestion: meant, Subject: at})
}

// Append adds one finding.
func (l *List) Append(d Diagnostic) { *l = append(*l, d) }

// Extend adds all findings of another list.
func (l *List) Extend(other List) { *l = append(*l, other...) }

// HasErrors reports whether any finding is more than a warning. A finding
// without a valid severity counts as an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity != Warning })
}

// Sorted returns a copy ordered by file, line, column and code, without
// findings that are equal in every field.
func (l List) Sorted() List {
	sorted := slices.Clone(l)
	slices.SortStableFunc(sorted, compare)
	return slices.Compact(sorted)
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		strings.Compare(a.Subject.File, b.Subject.File),
		a.Subject.Start.Compare(b.Subject.Start),
		strings.Compare(a.Code, b.Code),
		strings.Compare(a.Summary, b.Summary),
		a.Subject.End.Compare(b.Subject.End),
		strings.Compare(a.Detail, b.Detail),
		strings.Compare(a.Suggestion, b.Suggestion),
		cmp.Compare(a.Severity, b.Severity),
	)
}

// Error returns the sorted findings, one line each. Err turns a list into an
// error; this method makes that possible.
func (l List) Error() string {
	lines := make([]string, 0, len(l))
	for _, d := range l.Sorted() {
		lines = append(lines, d.String())
	}
	return strings.Join(lines, "\n")
}

// Err returns the list as an error if it has errors, and nil if it is empty or
// holds warnings only.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}
