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

// checkBytes rejects bytes that the library would read wrongly, slowly or not at all. It
// reports the first finding of each kind.
func (s *source) checkBytes() (found diagnostic.List) {
	whole := diagnostic.Range{File: s.file}
	if len(s.data) > MaxSize {
		found.Fail(whole, "file-too-large", fmt.Sprintf("the file has more than %d MiB", MaxSize>>20), "split it into several files")
		return found
	}
	s.indexLines()
	s.checkCharacters(&found)
	s.checkTabs(&found)
	entries := 0
	if len(s.data) > MaxEntries {
		for _, separator := range []string{"\n", ",", ": ", ":\t", "- ", "-\t", "? ", "[", "{"} {
			entries += bytes.Count(s.data, []byte(separator))
		}
	}
	if entries > MaxEntries {
		found.Fail(whole, "file-too-large", fmt.Sprintf("the file has more than %d entries", MaxEntries), "split it into several files")
	}
	return found
}

// checkTabs rejects tabs in the indentation of a line that is not blank.
func (s *source) checkTabs(found *diagnostic.List) {
	if bytes.IndexByte(s.data, '\t') < 0 {
		return
	}
	start, above := 0, 0 // above is the indentation that the line above asks for
	for line := range bytes.Lines(s.data) {
		text := bytes.TrimLeft(line, " \t")
		indentation := line[:len(line)-len(text)]
		if text = bytes.TrimSpace(text); len(text) > 0 {
			if tab := bytes.IndexByte(indentation, '\t'); tab >= 0 {
				found.Suggest(s.span(start+tab, start+len(indentation)), "tab-indentation", "a tab indents the line", "indent with spaces", strings.Repeat(" ", max(above-tab, 1)))
				return
			}
			if above = len(indentation); text[len(text)-1] == ':' || bytes.HasPrefix(text, []byte("- ")) {
				above += 2
			}
		}
		start += len(line)
	}
}

// checkCharacters rejects binary data, and line ends that YAML knows but editors do
// not: the line numbers would differ.
func (s *source) checkCharacters(found *diagnostic.List) {
	for i := 0; i < len(s.data); {
		if b := s.data[i]; b >= ' ' && b < 0x7f || b == '\n' || b == '\t' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(s.data[i:])
		switch {
		case r == utf8.RuneError && size <= 1:
			found.Fail(s.span(i, i+1), "invalid-utf8", "the file is not valid UTF-8", "save it as UTF-8")
			return
		case r == '\r' && i+1 < len(s.data) && s.data[i+1] == '\n':
		case r == '\r', r == '\u0085', r == '\u2028', r == '\u2029':
			found.Fail(s.span(i, i+size), "invalid-line-end", fmt.Sprintf("the file has the line end %U", r), "end lines with a newline, with or without a carriage return before it")
			return
		case unicode.IsControl(r), r == '\ufeff', r == '\ufffe', r == '\uffff', unicode.IsSpace(r) && s.matters(i):
			meant := ""
			if unicode.IsSpace(r) {
				meant = " "
			}
			found.Suggest(s.span(i, i+size), "invalid-character", fmt.Sprintf("the file has the character %U here", r), "remove it, or write an ordinary space, or an escape in double quotes", meant)
			return
		}
		i += size
	}
}

// matters reports whether YAML expects a space at an offset: in the indentation, or
// after a key.
func (s *source) matters(offset int) bool {
	before := s.data[bytes.LastIndexByte(s.data[:offset], '\n')+1 : offset]
	return barely.Match(before)
}

// barely matches the beginning of a line up to its value.
var barely = regexp.MustCompile(`^[ -]*([A-Za-z0-9_]+:[ ]*)?$`)
