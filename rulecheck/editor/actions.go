package editor

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// actions returns the quick fixes for the findings in a range.
func (s *server) actions(b *book, name string, within span) []codeAction {
	uri := b.uri(name)
	s.guard.Lock()
	found := s.found[uri]
	s.guard.Unlock()
	list := []codeAction{}
	for _, d := range found {
		if d.Range.End.before(within.Start) || within.End.before(d.Range.Start) {
			continue
		}
		if d.Data == nil {
			d.Data = b.retype(name, d)
		}
		if d.Data == nil {
			continue
		}
		list = append(list, codeAction{
			Title: d.Data.Title, Kind: "quickfix", Diagnostics: []diagnosis{d}, IsPreferred: true,
			Edit: workspaceEdit{map[string][]textEdit{uri: {d.Data.textEdit}}},
		})
	}
	return list
}

// retypes are common typing mistakes that make a line invalid YAML, with their corrections.
var retypes = []struct {
	code, title string
	typed       *regexp.Regexp
	meant       string
}{
	{"invalid-character", "Replace by ordinary spaces", regexp.MustCompile(`\p{Zs}`), " "},
	{"invalid-character", "Write straight quotes", curly, `"`},
	{"yaml-syntax", "Write straight quotes", curly, `"`},
	{"yaml-syntax", "Insert a space after the colon", regexp.MustCompile(`^(\s*(?:- )?\w+):(\S)`), "$1: $2"},
	{"yaml-syntax", "Insert a colon after the key", regexp.MustCompile(`^(\s*(?:- )?\w+) (\S)`), "$1: $2"},
}

var curly = regexp.MustCompile(`[“”„‟«»]`)

// retype returns a correction of a finding's line with which the file is valid YAML up to
// that line, or nil. A line indented by a tab is aligned with a neighbour, or one level
// deeper than the line above.
func (b *book) retype(name string, d diagnosis) *remedy {
	data, number := b.files[name], d.Range.Start.Line+1
	typed := string(line(data, number))
	within := span{position{number - 1, 0}, position{number - 1, units(typed)}}
	try := func(title, text string) *remedy {
		_, found := syntax.Parse(name, edited(data, []change{{&within, text}}))
		if text == typed || slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool { return d.Subject.Start.Line <= number }) {
			return nil
		}
		return &remedy{title, textEdit{within, text}}
	}
	if d.Code == "tab-indentation" {
		above := indentation(data, number-1)
		for _, blanks := range []string{indentation(data, number+1), above, above + "  "} {
			if r := try("Indent with spaces", blanks+strings.TrimLeft(typed, " \t")); r != nil {
				return r
			}
		}
	}
	for _, m := range retypes {
		if m.code != d.Code {
			continue
		}
		if r := try(m.title, m.typed.ReplaceAllString(typed, m.meant)); r != nil {
			return r
		}
	}
	return nil
}

// indentation returns the spaces at the start of a line.
func indentation(data []byte, number int) string {
	text := line(data, number)
	return string(text[:len(text)-len(bytes.TrimLeft(text, " "))])
}

// mark is a mark on a line of its own, or before the other keys of a figure on one line.
var mark = regexp.MustCompile(`^\s*to_check: true\s*$|to_check: true, `)

// unmark returns actions that remove the to_check marks in a range.
func (b *book) unmark(name string, within span) (list []codeAction) {
	for i, text := range strings.Split(string(b.files[name]), "\n") {
		at := mark.FindStringIndex(text)
		if i < within.Start.Line || i > within.End.Line || at == nil {
			continue
		}
		all := span{position{i, 0}, position{i + 1, 0}}
		if at[1]-at[0] < len(text) {
			all = span{position{i, units(text[:at[0]])}, position{i, units(text[:at[1]])}}
		}
		list = append(list, codeAction{
			Title: "Remove the mark: the figure is checked", Kind: "quickfix", Diagnostics: []diagnosis{},
			Edit: workspaceEdit{map[string][]textEdit{b.uri(name): {{all, ""}}}},
		})
	}
	return list
}

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }
