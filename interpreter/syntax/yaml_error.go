package syntax

import (
	"errors"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// translations turn messages of the library into terms that authors know; the first
// whose text is part of a message applies. atStart places the finding on the line where
// the broken construct begins instead of the line where reading stopped.
var translations = []struct {
	message, summary, detail string
	atStart                  bool
}{
	{"mapping values are not allowed", `a second ": " on the line, or a line that is indented too far`, "put the text in straight quotes, or indent the line as the one above; a key needs a colon and a blank after it", false},
	{"did not find expected ',' or", "this { … } or [ … ] is not closed, or a quotation mark in it is missing", "write the bracket or the quotation mark; a text with brackets or quotation marks inside needs quotes around all of it", true},
	{"did not find expected", "a key, a list item or a value was expected here", "check the indentation; a value that begins with a quote or bracket and goes on after it needs quotes around all of it", false},
	{"could not find expected ':'", unmarkedKey, `write ": " after the key, or straight quotes around the text; check the indentation`, true},
	{"cannot start any token", "a character that cannot begin a value", "put the text in straight quotes: unquoted text cannot begin with @, ` or %", false},
	{"unexpected", "a quoted text is never closed", "write the closing quote", true},
	{"escape", "an unknown escape in double quotes", `write \\ for a backslash, or use single quotes`, false},
}

const unmarkedKey = `a key without ": "`

var keyAndValue = regexp.MustCompile(`^((?:- )?\w+)(?::|\s+)(\S)`)

// syntaxError turns an error of the library into a finding. The library names at most a
// line, so the whole line is the subject.
func (s *source) syntaxError(err error) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "yaml-syntax"}
	var second secondDocument
	if errors.As(err, &second) {
		d.Code, d.Summary, d.Detail = "several-documents", "a second document begins here", "a file holds one document; move this one to a file of its own"
		d.Subject = s.lineSpan(second.line)
		return d
	}
	message, line := messageAndLine(err)
	d.Summary, d.Detail = "the file is not valid YAML: "+message, "compare the line and the one before it with their neighbours; a text with & * ! | > % at its beginning needs quotes"
	atStart := false
	for _, known := range translations {
		if strings.Contains(message, known.message) {
			d.Summary, d.Detail, atStart = known.summary, known.detail, known.atStart
			break
		}
	}
	if len(s.data) <= maxSearched {
		if atStart {
			line = s.firstLine(message, line)
		} else {
			line = s.lastLine(err)
		}
	}
	if above := s.unmarked(message, line); above > 0 {
		line, d.Summary, d.Detail = above, unmarkedKey, "write a colon and a blank after the key"
	}
	if text := strings.TrimSpace(s.line(line)); d.Summary == unmarkedKey && keyAndValue.MatchString(text) {
		d.Suggestion = keyAndValue.ReplaceAllString(text, "$1: $2")
	}
	d.Subject = s.lineSpan(line)
	return d
}

// unmarked returns the last line above that is not empty, if it is as far indented but has no
// ": "; otherwise 0. The library reads on and stops at the line below it.
func (s *source) unmarked(message string, line int) int {
	above := line - 1
	for above > 0 && strings.TrimSpace(s.line(above)) == "" {
		above--
	}
	if above == 0 || !strings.Contains(message, "mapping values are not allowed") {
		return 0
	}
	text, below := s.line(above), s.line(line)
	indented := len(text)-len(strings.TrimLeft(text, " ")) == len(below)-len(strings.TrimLeft(below, " "))
	if !indented || strings.Contains(text, ": ") || strings.HasSuffix(strings.TrimSpace(text), ":") {
		return 0
	}
	return above
}

// line is a line's text, counted from 1.
func (s *source) line(number int) string {
	from, to := s.lines[number-1], len(s.data)
	if number < len(s.lines) {
		to = s.lines[number]
	}
	return string(s.data[from:to])
}

// messageAndLine splits an error of the library; an error without a line is about the
// first.
func messageAndLine(err error) (message string, line int) {
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	rest, found := strings.CutPrefix(message, "line ")
	number, text, both := strings.Cut(rest, ": ")
	n, failed := strconv.Atoi(number)
	if !found || !both || failed != nil {
		return message, 1
	}
	if strings.HasPrefix(text, "did not find expected") { // its parser counts lines from 0, its scanner from 1
		n++
	}
	return text, n
}

// maxSearched is the largest size in bytes of a file that is parsed again to find the
// line of its error.
const maxSearched = 1 << 20

// firstLine returns the line where the construct begins that the library could not
// read. The library names that line unless it is the first of the file; so the file is
// parsed again after an empty line.
func (s *source) firstLine(message string, otherwise int) int {
	_, err := decode(append([]byte("\n"), s.data...))
	if err == nil {
		return otherwise
	}
	again, line := messageAndLine(err)
	if again != message {
		return otherwise
	}
	return line - 1
}

// lastLine returns the line at which the library stopped: the last line of the shortest
// prefix of the file that fails with the same error. The library names the line where
// the enclosing map or list begins, which may be pages before.
func (s *source) lastLine(failure error) int {
	return 1 + sort.Search(len(s.lines)-1, func(i int) bool {
		_, err := decode(s.data[:s.lines[i+1]])
		return err != nil && err.Error() == failure.Error()
	})
}
