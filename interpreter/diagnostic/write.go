package diagnostic

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what Write shows: findings, and characters of a source line. A longer line is
// cut around the caret.
const (
	mostShown = 50
	lineWidth = 100
)

// Write writes the findings in order: position, severity, summary and code, the
// source line with the range marked below it, then the remedy. source returns the
// text of a file; if it is nil or fails, the source line is omitted. The error is
// that of w.
func Write(w io.Writer, list List, source func(file string) ([]byte, bool)) error {
	out := bufio.NewWriter(w)
	shown, leftOut := capped(list.Sorted())
	for _, d := range shown {
		fmt.Fprintln(out, d)
		if line, ok := lineOf(d.Subject, source); ok {
			text, marks := excerpt(line, d.Subject)
			fmt.Fprintf(out, "    %s\n    %s\n", text, marks)
		}
		if d.Detail != "" {
			fmt.Fprintf(out, "  = %s\n", printable(d.Detail))
		}
		if d.Suggestion != "" {
			fmt.Fprintf(out, "  = did you mean %s?\n", quoted(d.Suggestion))
		}
	}
	if errors, warnings := leftOut.count(); errors+warnings > 0 {
		fmt.Fprintf(out, "%s and %s left out\n", Counted(errors, "more error"), Counted(warnings, "more warning"))
	}
	return out.Flush()
}

// capped splits a sorted list at what is shown. Errors are preferred to warnings.
func capped(sorted List) (shown, leftOut List) {
	if len(sorted) <= mostShown {
		return sorted, nil
	}
	bySeverity := slices.Clone(sorted)
	slices.SortStableFunc(bySeverity, func(a, b Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	return bySeverity[:mostShown].Sorted(), bySeverity[mostShown:]
}

func (l List) count() (errors, warnings int) {
	for _, d := range l {
		if d.Severity == Warning {
			warnings++
		}
	}
	return len(l) - warnings, warnings
}

// Counted returns a number and a noun, in the plural unless the number is 1.
func Counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// lineOf returns the first line of a subject.
func lineOf(subject Range, source func(file string) ([]byte, bool)) (string, bool) {
	if source == nil || subject.Start.Line < 1 {
		return "", false
	}
	text, known := source(subject.File)
	lines := bytes.Split(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\n"))
	if !known || subject.Start.Line > len(lines) {
		return "", false
	}
	return string(bytes.TrimSuffix(lines[subject.Start.Line-1], []byte("\r"))), true
}

const (
	tab      = "    "
	ellipsis = "…"
)

// excerpt returns the part of a line around the subject, and the line of marks
// below it. A range of several lines is marked to the end of its first line.
func excerpt(line string, subject Range) (text, marks string) {
	characters := []rune(line)
	start := min(max(subject.Start.Column-1, 0), len(characters))
	end := len(characters)
	if subject.End.Line == subject.Start.Line {
		end = min(subject.End.Column-1, end)
	}
	end = max(end, start)

	from, to := window(len(characters), start, end)
	var shown, below strings.Builder
	if from > 0 {
		shown.WriteString(ellipsis)
		below.WriteByte(' ')
	}
	for i := from; i < to; i++ {
		cell := printable(string(characters[i]))
		if characters[i] == '\t' {
			cell = tab
		}
		shown.WriteString(cell)
		if i < start {
			below.WriteString(strings.Repeat(" ", utf8.RuneCountInString(cell)))
		} else if i < end {
			below.WriteString(strings.Repeat("~", utf8.RuneCountInString(cell)))
		}
	}
	if to < len(characters) {
		shown.WriteString(ellipsis)
	}
	return strings.TrimRightFunc(shown.String(), unicode.IsSpace), withCaret(below.String())
}

// withCaret turns the first mark into the caret, or appends the caret for an empty
// range.
func withCaret(marks string) string {
	if before, after, found := strings.Cut(marks, "~"); found {
		return before + "^" + after
	}
	return marks + "^"
}

// window chooses the characters of a long line to show: the range, with equal
// context before and after it.
func window(length, start, end int) (from, to int) {
	if length <= lineWidth {
		return 0, length
	}
	marked := min(end-start, lineWidth)
	from = max(start-(lineWidth-marked)/2, 0)
	from = min(from, length-lineWidth)
	return from, from + lineWidth
}

// quoted quotes a suggestion unless it contains quotes.
func quoted(suggestion string) string {
	if strings.Contains(suggestion, `"`) {
		return printable(suggestion)
	}
	return `"` + printable(suggestion) + `"`
}

// printable replaces characters that could move the cursor or hide text in a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsPrint(r) || r == '\u00a0':
			return r
		default:
			return unicode.ReplacementChar
		}
	}, text)
}

// Report is a list as JSON, with all findings.
type Report struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	// LeftOut is 0: a reader of JSON needs no limit.
	LeftOut     int          `json:"left_out"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// NewReport sorts a list.
func NewReport(list List) Report {
	report := Report{Diagnostics: list.Sorted()}
	report.Errors, report.Warnings = list.count()
	if report.Diagnostics == nil {
		report.Diagnostics = []Diagnostic{}
	}
	return report
}

// MarshalJSON returns a finding as one flat object. Lines and columns count from 1
// and are omitted for a finding about a whole file.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Severity   Severity `json:"severity"`
		Code       string   `json:"code"`
		Summary    string   `json:"summary"`
		Detail     string   `json:"detail,omitempty"`
		Suggestion string   `json:"suggestion,omitempty"`
		File       string   `json:"file"`
		Line       int      `json:"line,omitempty"`
		Column     int      `json:"column,omitempty"`
		EndLine    int      `json:"end_line,omitempty"`
		EndColumn  int      `json:"end_column,omitempty"`
	}{
		d.Severity, d.Code, d.Summary, d.Detail, d.Suggestion,
		d.Subject.File, d.Subject.Start.Line, d.Subject.Start.Column, d.Subject.End.Line, d.Subject.End.Column,
	})
}
