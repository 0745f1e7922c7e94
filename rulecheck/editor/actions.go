package editor

import (
	"regexp"
	"strings"
	"unicode/utf16"
)

// actions returns the quick fixes for the findings in a range.
func (s *server) actions(uri string, within span) []codeAction {
	s.guard.Lock()
	found := s.found[uri]
	s.guard.Unlock()
	list := []codeAction{}
	for _, d := range found {
		if d.Data == nil || d.Range.End.before(within.Start) || within.End.before(d.Range.Start) {
			continue
		}
		list = append(list, codeAction{
			Title: d.Data.Title, Kind: "quickfix", Diagnostics: []diagnosis{d}, IsPreferred: true,
			Edit: workspaceEdit{map[string][]textEdit{uri: {d.Data.textEdit}}},
		})
	}
	return list
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
