package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/wording"
)

// footnotes are the marks of rows: those whose text is known, and what is said of
// the others.
type footnotes struct {
	column  int
	known   map[string]Text
	unknown Text
}

// footnotes reads the marks of a regime's rows.
func (l *loader) footnotes(n *document.Node, r *Regime) {
	if n == nil {
		return
	}
	r.footnotes = &footnotes{column: l.column(r, l.Need(n, "column")), known: map[string]Text{}, unknown: l.filledText(l.Need(n, "unknown"), []string{"place", "marks"})}
	if known := l.Need(n, "known"); known != nil {
		for _, entry := range known.Entries {
			r.footnotes.known[entry.Key.Text] = l.text(entry.Value)
		}
	}
}

// noteRow says what else the row tells: its footnotes, and that lodging is provided.
func (f *finder) noteRow() {
	r, row := f.regime, f.rate.Row
	if said := r.texts["no_lodging"]; !wording.IsEmpty(said) && r.Lodging(row).IsZero() {
		f.note(wording.Fill(said, "place", f.rate.Location.Matched))
	}
	if r.footnotes == nil {
		return
	}
	var unknown []string
	for _, mark := range row.values[r.footnotes.column].Words {
		if text, known := r.footnotes.known[mark]; known {
			f.note(text)
		} else {
			unknown = append(unknown, mark)
		}
	}
	if slices.Sort(unknown); len(unknown) > 0 {
		f.note(wording.Fill(r.footnotes.unknown, "place", f.rate.Location.Matched, "marks", strings.Join(unknown, ", ")))
	}
}
