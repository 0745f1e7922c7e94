package syntax

import (
	"errors"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// grammarMessages are the messages of the library that count lines from 0; all others
// count from 1.
var grammarMessages = []string{
	"did not find expected <document start>",
	"did not find expected node content",
	"did not find expected '-' indicator",
	"did not find expected key",
	"did not find expected ',' or ']'",
	"did not find expected ',' or '}'",
	"found undefined tag handle",
	"found duplicate %YAML directive",
	"found incompatible YAML document",
	"found duplicate %TAG directive",
}

// translations turn messages of the library into terms that authors know; the first
// whose text is part of a message applies. atStart places the finding on the line where
// the broken construct begins instead of the line where reading stopped.
var translations = []struct {
	message, summary, detail string
	atStart                  bool
}{
	{"mapping values are not allowed", `a second ": " on the line`, "put the text in quotes, or write the value on a line of its own", false},
	{"did not find expected ',' or '}'", "this { … } is not closed, or a quotation mark in it is missing", "write the } or the quotation mark; a text with brackets or quotation marks inside needs quotes around all of it", true},
	{"did not find expected ',' or ']'", "this [ … ] is not closed, or a quotation mark in it is missing", "write the ] or the quotation mark; a text with brackets or quotation marks inside needs quotes around all of it", true},
	{"did not find expected key", "a key was expected here", "check the indentation; a value that begins with a quote or bracket and goes on after it needs quotes around all of it", false},
	{"did not find expected '-' indicator", "a list item was expected here", `check the indentation; every item begins with "- "`, false},
	{"did not find expected node content", "a value was expected here", "write a value, or quotes around the text", false},
	{"could not find expected ':'", `a key without ": "`, `write ": " after the key, or quotes around the text; check the indentation`, true},
	{"cannot start any token", "a character that cannot begin a value", "put the text in quotes: unquoted text cannot begin with @, ` or %", false},
	{"unexpected end of stream", "a quoted text is never closed", "write the closing quote", true},
	{"unexpected document indicator", "a quoted text is never closed", "write the closing quote", true},
	{"unknown escape character", "unknown escape in double quotes", `write \\ for a backslash, or use single quotes`, false},
	{"hexdecimal number", "an escape lacks hexadecimal digits", `write \xHH, \uHHHH or \UHHHHHHHH, or use single quotes`, false},
	{"Unicode character escape", "an escape is not a character", "write the character itself", false},
	{"block sequence entries are not allowed", "a list item does not belong here", "begin the list on a line of its own, below its key", false},
	{"mapping keys are not allowed", "a key does not belong here", "begin the map on a line of its own", false},
	{"document start", "text after the end of the document", "check the indentation; a file holds one document", false},
	{"unknown anchor", "an alias without an anchor", "write the value out: aliases are not used in rule files", false},
	{"tag", "a tag is not used in rule files", "remove the word that begins with !", false},
	{"anchor", "an anchor or alias is not used in rule files", "write the value out, or quotes around the text", false},
	{"exceeded max depth", "the nesting is too deep", "write nested values on lines of their own", false},
	{"block scalar", "a text block is malformed", "write | or > alone after the key and indent the text below it", false},
	{"directive", "a directive is not used in rule files", "remove the line that begins with %, or put the text in quotes", false},
}

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
	d.Summary, d.Detail = "the file is not valid YAML: "+message, "compare the line and the one before it with their neighbours"
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
	d.Subject = s.lineSpan(line)
	if mark := curly.FindStringSubmatch(s.line(line)); mark != nil {
		d.Summary, d.Detail = typographic(mark[1])
	} else if above := s.unmarked(message, line); above > 0 {
		d.Subject = s.lineSpan(above)
		d.Summary, d.Detail = `a key without ": "`, `write a colon and a blank after the key`
	} else if summary, detail := s.misaligned(message, line); summary != "" {
		d.Summary, d.Detail = summary, detail
	}
	return d
}

// curly is a typographic quotation mark where a value begins.
var curly = regexp.MustCompile(`(?:^|[:\[{,-])\s*([“”„‟‘‚«»])`)

// typographic is the finding for such a mark.
func typographic(mark string) (summary, detail string) {
	return "YAML does not know the quotation mark " + mark, `write the straight quotes " or '`
}

// unmarked returns the line above if it lacks a ": ", which shows by the same
// indentation; otherwise 0.
func (s *source) unmarked(message string, line int) int {
	above := line - 1
	for above > 0 && s.indent(above) < 0 {
		above--
	}
	if above == 0 || !strings.Contains(message, "mapping values are not allowed") || s.indent(above) != s.indent(line) {
		return 0
	}
	if text := strings.TrimSpace(s.line(above)); strings.Contains(text, ": ") || strings.HasSuffix(text, ":") {
		return 0
	}
	return above
}

// misaligned is the finding for a line whose indentation does not match its neighbours;
// empty if it does.
func (s *source) misaligned(message string, line int) (summary, detail string) {
	indent, above := s.indent(line), line-1
	for above > 0 && s.indent(above) < 0 {
		above--
	}
	if above == 0 {
		return "", ""
	}
	known := s.indent(above)
	switch {
	case strings.Contains(message, "mapping values are not allowed") && indent > known && strings.Contains(strings.TrimSpace(s.line(above)), ": "):
		return "the line is indented further than the one above it, which has its value already",
			"begin it in column " + strconv.Itoa(known+1) + ", as the line above, or move the value above to a line of its own"
	case strings.Contains(message, "did not find expected key") && indent >= 0 && indent < known:
		for at := above; at > 0; at-- {
			if of := s.indent(at); of >= 0 && of < known {
				known = of
			}
			if known <= indent {
				break
			}
		}
		if known != indent {
			return "the indentation of the line matches no line above it",
				"begin it in column " + strconv.Itoa(s.indent(above)+1) + ", as the line above, if it belongs to the same map or list"
		}
	}
	return "", ""
}

// line is a line's text, counted from 1.
func (s *source) line(number int) string {
	from, to := s.lines[number-1], len(s.data)
	if number < len(s.lines) {
		to = s.lines[number]
	}
	return string(s.data[from:to])
}

// indent returns the indentation of a line; -1 for an empty line or a comment.
func (s *source) indent(number int) int {
	text := s.line(number)
	rest := strings.TrimLeft(text, " ")
	if strings.TrimSpace(rest) == "" || rest[0] == '#' {
		return -1
	}
	return len(text) - len(rest)
}

// messageAndLine splits an error of the library; an error without a line is about the
// first.
func messageAndLine(err error) (message string, line int) {
	message, line = strings.TrimPrefix(err.Error(), "yaml: "), 1
	rest, found := strings.CutPrefix(message, "line ")
	if !found {
		return message, line
	}
	number, text, found := strings.Cut(rest, ": ")
	if n, err := strconv.Atoi(number); found && err == nil {
		message, line = text, n
		if slices.Contains(grammarMessages, message) {
			line++
		}
	}
	return message, line
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
