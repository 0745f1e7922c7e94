package tables

import (
	"fmt"
	"io/fs"
	"slices"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// loader reads table files and collects findings.
type loader struct {
	hostfile.Folder
	// sharedErrors reports whether the files that all regimes share have errors.
	sharedErrors bool
	// unchecked are the findings about editions still to be compared with their publication,
	// one for each.
	unchecked diagnostic.List
	counts    types.Counter // of trips; may be nil
	reviewed  bool          // also the built-in files
	sentences sentences
}

func newLoader(files fs.FS) *loader {
	return &loader{Folder: hostfile.NewFolder(files, embedded)}
}

// Text is a text for people, in every language that it is offered in.
type Text = wording.Text

// text reads a text, which may be missing.
func (l *loader) text(n *syntax.Node) Text { return syntax.ReadText(n) }

// namedTexts reads the texts that a format declares, and checks their placeholders
// against it.
func (l *loader) namedTexts(n *syntax.Node, texts map[string]Text, declared *syntax.Schema) {
	for _, text := range declared.Properties("texts") {
		name, value := text.Key.Text, n.Get(text.Key.Text)
		if value != nil {
			texts[name] = l.filledText(value, syntax.Texts(text.Value.Get("shows").List()))
		}
	}
}

func (l *loader) filledText(n *syntax.Node, allowed []string) Text {
	text := l.text(n)
	for _, name := range wording.Names(text) {
		if !slices.Contains(allowed, name) && !slices.Contains(allowed, ofCountry(name)) {
			l.Unknown(n.Range, "unknown-placeholder", "placeholder", name, allowed)
		}
	}
	return text
}

// ofCountry is the name of the country of which a placeholder shows a form for sentences.
func ofCountry(placeholder string) string {
	for _, name := range []string{"country", "target", "only"} {
		if placeholder == "in_"+name || placeholder == "the_"+name {
			return name
		}
	}
	return placeholder
}

// markKey marks a section of an edition still to be compared with its publication.
const markKey = "to_check"

// marked finds the marks of an edition.
func (l *loader) marked(edition *syntax.Node, name string) {
	var first *syntax.Entry
	marks := 0
	for _, section := range []string{"source", "rates", "tiers", "areas"} {
		entry, there := edition.Entry(section)
		if !there {
			continue
		}
		if set := entry.Value.Get(markKey); set != nil && !set.Null && set.Text != "false" {
			if marks++; first == nil {
				first = &entry
			}
		}
	}
	if first != nil {
		l.unchecked.Fail(first.Key.Range, "to-check", fmt.Sprintf("edition %s has %s to be checked, the first: %s", name, diagnostic.Counted(marks, "mark"), first.Key.Text),
			"Import the publication instead, or compare the edition with it and remove each to_check. --allow-unchecked accepts the marks.")
	}
}
