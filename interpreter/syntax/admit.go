package syntax

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// admit rejects bytes that the library would read wrongly, slowly or not at all. It
// reports the first finding of each kind.
func (s *source) admit() diagnostic.List {
	if len(s.data) > MaxSize {
		return diagnostic.List{{Severity: diagnostic.Error, Code: "file-too-large",
			Summary: fmt.Sprintf("the file has more than %d MiB", MaxSize>>20),
			Detail:  "split it into several files",
			Subject: diagnostic.Range{File: s.file}}}
	}
	s.indexLines()
	var found diagnostic.List
	for _, check := range []func() *diagnostic.Diagnostic{s.checkCharacters, s.checkIndentation, s.checkSize} {
		if d := check(); d != nil {
			found.Append(*d)
		}
	}
	return found
}

func (s *source) refuse(from, to int, code, summary, detail string) *diagnostic.Diagnostic {
	return &diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Subject: s.span(from, to)}
}

// checkCharacters rejects binary data, and line ends that YAML knows but editors do
// not: the line numbers would differ.
func (s *source) checkCharacters() *diagnostic.Diagnostic {
	for i := 0; i < len(s.data); {
		if b := s.data[i]; b >= ' ' && b < 0x7f || b == '\n' || b == '\t' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(s.data[i:])
		switch {
		case r == utf8.RuneError && size <= 1:
			return s.refuse(i, i+1, "invalid-utf8", "the file is not valid UTF-8", "save it as UTF-8")
		case r == 0:
			return s.refuse(i, i+1, "invalid-character", "the file has a NUL character", "remove it; the file may be binary")
		case r == '\r' && i+1 < len(s.data) && s.data[i+1] == '\n':
		case r == '\r', r == '\u0085', r == '\u2028', r == '\u2029':
			return s.refuse(i, i+size, "invalid-line-end", fmt.Sprintf("the file has the line end %U", r), "end lines with a newline, with or without a carriage return before it")
		case r == '\ufeff':
			return s.refuse(i, i+size, "invalid-character", "the file has a byte order mark that is not at its beginning", "remove it")
		case unicode.IsSpace(r) && s.matters(i):
			return s.refuse(i, i+size, "invalid-character", fmt.Sprintf("%U looks like a space but is not one", r), "write an ordinary space")
		case r < ' ' || r >= 0x7f && r < 0xa0:
			return s.refuse(i, i+size, "invalid-character", fmt.Sprintf("the file has the control character %U", r), "remove it, or write it as an escape in double quotes")
		case r == '\ufffe' || r == '\uffff':
			return s.refuse(i, i+size, "invalid-character", fmt.Sprintf("the file has %U, which is not a character", r), "remove it")
		}
		i += size
	}
	return nil
}

// matters reports whether YAML expects a space at an offset: in the indentation, or
// after a key.
func (s *source) matters(offset int) bool {
	before := s.data[bytes.LastIndexByte(s.data[:offset], '\n')+1 : offset]
	return barely.Match(before)
}

// barely matches the beginning of a line up to its value.
var barely = regexp.MustCompile(`^[ -]*([A-Za-z0-9_]+:[ ]*)?$`)

// checkIndentation rejects tabs in the indentation.
func (s *source) checkIndentation() *diagnostic.Diagnostic {
	for _, start := range s.lines {
		tab := -1
		for i := start; i < len(s.data); i++ {
			if s.data[i] == '\t' && tab < 0 {
				tab = i
			}
			if s.data[i] == ' ' || s.data[i] == '\t' {
				continue
			}
			if tab >= 0 && s.data[i] != '\n' && s.data[i] != '\r' {
				return s.refuse(tab, i, "tab-indentation", "a tab indents the line", "indent with spaces")
			}
			break
		}
	}
	return nil
}

// checkSize bounds open brackets and separators of nodes. It is approximate, since a
// quoted bracket may count; build enforces the exact limit.
func (s *source) checkSize() *diagnostic.Diagnostic {
	depth, entries := 0, 0
	var quote byte
	for i := 0; i < len(s.data); i++ {
		b := s.data[i]
		if quote != 0 {
			if b == '\\' && quote == '"' {
				i++
			} else if b == quote || b == '\n' {
				quote = 0
			}
			continue
		}
		switch b {
		case '"', '\'':
			if i == 0 || opensQuote(s.data[i-1]) {
				quote = b
			}
		case '#':
			if i == 0 || s.data[i-1] == ' ' || s.data[i-1] == '\n' {
				for i+1 < len(s.data) && s.data[i+1] != '\n' {
					i++
				}
			}
		case '[', '{':
			depth++
			entries++
		case ']', '}':
			depth = max(depth-1, 0)
		case ',', '\n':
			entries++
		case ':', '-', '?':
			if i+1 < len(s.data) && (s.data[i+1] == ' ' || s.data[i+1] == '\t') {
				entries++
			}
		}
		if depth > MaxNesting {
			return s.refuse(i, i+1, "nesting-too-deep", fmt.Sprintf("more than %d brackets are open", MaxNesting), "close the open brackets, or write nested values on separate lines")
		}
		if entries > MaxEntries {
			return s.refuse(i, i+1, "file-too-large", fmt.Sprintf("the file has more than %d entries", MaxEntries), "split it into several files")
		}
	}
	return nil
}

// opensQuote reports whether a quote after b begins a quoted scalar, not a part of a
// plain one.
func opensQuote(b byte) bool { return strings.IndexByte(" \t\n[{,:", b) >= 0 }
