package editor

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf16"
)

// actions lists how the findings within a range may be mended.
func (s *server) actions(uri string, within span) []codeAction {
	s.guard.Lock()
	defer s.guard.Unlock()
	list := []codeAction{}
	for _, d := range s.found[uri] {
		if d.Data == nil || d.Range.End.before(within.Start) || within.End.before(d.Range.Start) {
			continue
		}
		list = append(list, codeAction{
			Title: d.Data.Title, Kind: "quickfix", Diagnostics: []diagnosis{d}, IsPreferred: true,
			Edit: workspaceEdit{map[string][]textEdit{uri: {{d.Range, d.Data.NewText}}}},
		})
	}
	return list
}

var mark = regexp.MustCompile(`^\s*to_check: true\s*$`)

// unmark offers to remove each mark "to be checked" within a range.
func (b *book) unmark(name string, within span) (list []codeAction) {
	for i, text := range strings.Split(string(b.files[name]), "\n") {
		if i < within.Start.Line || i > within.End.Line || !mark.MatchString(text) {
			continue
		}
		all := span{position{i, 0}, position{i + 1, 0}}
		list = append(list, codeAction{
			Title: "Checked: remove the mark", Kind: "quickfix", Diagnostics: []diagnosis{},
			Edit: workspaceEdit{map[string][]textEdit{b.uri(name): {{all, ""}}}},
		})
	}
	return list
}

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// format takes blanks off the ends of lines, and empty lines off the end of the
// file. Comments and the author's breaks stay.
func (b *book) format(name string) []textEdit {
	edits := []textEdit{}
	data := b.files[name]
	lines := strings.Split(string(data), "\n")
	last := len(lines)
	for last > 1 && strings.TrimSpace(lines[last-1]) == "" && strings.TrimSpace(lines[last-2]) == "" {
		last--
	}
	for i, text := range lines[:last] {
		if trimmed := strings.TrimRight(text, " \t\r"); trimmed != text {
			edits = append(edits, textEdit{span{position{i, units(trimmed)}, position{i, units(text)}}, ""})
		}
	}
	switch {
	case last < len(lines):
		edits = append(edits, textEdit{span{position{last - 1, 0}, position{len(lines), 0}}, ""})
	case len(data) > 0 && !bytes.HasSuffix(data, []byte{'\n'}):
		end := position{len(lines) - 1, units(lines[len(lines)-1])}
		edits = append(edits, textEdit{span{end, end}, "\n"})
	}
	return edits
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }
