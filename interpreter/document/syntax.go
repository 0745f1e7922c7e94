package document

import (
	"errors"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// grammarMessages holds the messages of the library's grammar, whose line it
// counts from 0; all other messages count from 1.
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

// wordings says in the author's terms what the library's messages amount to;
// the first whose text occurs in a message counts.
var wordings = []struct{ message, summary, detail string }{
	{"mapping values are not allowed", `a second ": " on the line`, "put the text in quotes, or write the value on a line of its own"},
	{"did not find expected ',' or '}'", "a flow map {...} is not closed or holds a text that needs quotes", "put expressions with brackets or quotes inside in quotes, or write the map on lines of its own"},
	{"did not find expected ',' or ']'", "a flow list [...] is not closed or holds a text that needs quotes", "put expressions with brackets or quotes inside in quotes, or write the list on lines of its own"},
	{"did not find expected key", "a key was expected here", "check the indentation; a value that begins with a quote or bracket and goes on behind it needs quotes around all of it"},
	{"did not find expected '-' indicator", "a list item was expected here", `check the indentation; every item begins with "- "`},
	{"did not find expected node content", "a value was expected here", "write a value, or quotes around the text"},
	{"could not find expected ':'", `a key without ": "`, `write ": " behind the key, or quotes around the text; check the indentation`},
	{"cannot start any token", "a character that cannot begin a value", "put the text in quotes: @, ` and % begin no plain text"},
	{"unexpected end of stream", "a quoted text is never closed", "write the closing quote"},
	{"unexpected document indicator", "a quoted text is never closed", "write the closing quote"},
	{"unknown escape character", "unknown escape in double quotes", `write \\ for a backslash, or use single quotes`},
	{"hexdecimal number", "an escape lacks hexadecimal digits", `write \xHH, \uHHHH or \UHHHHHHHH, or use single quotes`},
	{"Unicode character escape", "an escape is no character", "write the character itself"},
	{"block sequence entries are not allowed", "a list item does not belong here", "begin the list on a line of its own, below its key"},
	{"mapping keys are not allowed", "a key does not belong here", "begin the map on a line of its own"},
	{"document start", "text behind the end of the document", "check the indentation; a file holds one document"},
	{"unknown anchor", "an alias names no anchor", "write the value out: aliases are not used in rule files"},
	{"tag", "a tag is not used in rule files", "remove the word that begins with !"},
	{"anchor", "an anchor or alias is not used in rule files", "write the value out, or quotes around the text"},
	{"exceeded max depth", "the nesting is too deep", "write nested values on lines of their own"},
	{"block scalar", "a text block is not written rightly", "write | or > alone behind the key and indent the text below it"},
	{"directive", "a directive is not used in rule files", "remove the line that begins with %, or put the text in quotes"},
}

// syntaxError turns the library's error into a finding. The library tells a
// line at best, so the whole line is the subject.
func (s *source) syntaxError(err error) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "yaml-syntax"}
	var second secondDocument
	if errors.As(err, &second) {
		d.Code, d.Summary, d.Detail = "several-documents", "a second document begins here", "a file holds one document; move this one to a file of its own"
		d.Subject = s.lineSpan(second.line)
		return d
	}
	message, line := strings.TrimPrefix(err.Error(), "yaml: "), 1
	if rest, found := strings.CutPrefix(message, "line "); found {
		if number, text, found := strings.Cut(rest, ": "); found {
			if n, err := strconv.Atoi(number); err == nil {
				message, line = text, n
			}
		}
	}
	for _, grammar := range grammarMessages {
		if message == grammar {
			line++
		}
	}
	d.Summary, d.Detail = "the file is no valid YAML: "+message, "compare the line and the one before it with their neighbours"
	for _, wording := range wordings {
		if strings.Contains(message, wording.message) {
			d.Summary, d.Detail = wording.summary, wording.detail
			break
		}
	}
	d.Subject = s.lineSpan(line)
	return d
}
