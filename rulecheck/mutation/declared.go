package mutation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
)

// statedClasses are the classes of declared values by key. Values of other keys are
// definitions.
var statedClasses = map[string]Class{
	"label": Wording,
	"cite":  Citation, "source": Citation, "name": Citation, "url": Citation, "license": Citation, "data_as_of": Citation,
	"min": Bound, "max": Bound, "above": Bound, "below": Bound, "multiple_of": Bound, "min_length": Bound, "max_length": Bound,
	"from": Bound, "to": Bound, "since": Bound, "until": Bound, "default": Bound,
}

// mostRows is the number of rows of a block that are changed, evenly spread.
const mostRows = 250

// declarations adds the changes of everything that a file declares outside formulas: a number
// or date by one, a source replaced by another, a text by a letter.
func (l *lister) declarations(file string) {
	root, list := document.Parse(file, l.files[file])
	if root == nil || list.HasErrors() {
		return
	}
	for _, s := range conformance.Statements(root) {
		class := cmp.Or(statedClasses[s.Key()], Definition)
		if s.IsText() {
			class = Wording
		}
		name, n := file+" "+s.Place, s.Node
		replacements := slices.Concat(l.terms.others(n.Text), adjacent(n.Text))
		for _, text := range replacements {
			l.add(class, name, n.Range, text, nil)
		}
		if end := len([]rune(n.Text)); len(replacements) == 0 && end > 0 {
			l.add(class, name+" "+oneLine(n.Text), n.Span(end, end), "x", nil)
		}
	}
	for _, block := range conformance.Blocks(root) {
		l.rows(file, block.Node)
	}
}

// adjacent returns the values before and after a number or date, or the other truth value.
func adjacent(text string) []string {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return []string{day.AddDate(0, 0, -1).Format(time.DateOnly), day.AddDate(0, 0, 1).Format(time.DateOnly)}
	}
	if text == "true" || text == "false" {
		return []string{strconv.FormatBool(text == "false")}
	}
	d, err := number.Parse(text)
	if err != nil {
		return nil
	}
	unit := number.New(1, d.Places())
	return []string{d.Add(unit).String(), d.Sub(unit).String()}
}

// rows adds the changes of a block of rows. A cell with a list of names loses each of them,
// and any other text gains a letter. The sum in the block's head checks its numbers.
func (l *lister) rows(at string, n *document.Node) {
	lines := strings.SplitAfter(n.Text, "\n")
	offset, every := 0, len(lines)/mostRows+1
	for i, line := range lines {
		if i%every == 0 {
			place := n.Span(offset, offset) // found once: the block is read from its head for it
			for j, cell := range strings.Split(line, "|") {
				l.cell(at+"."+strconv.Itoa(i)+"."+strconv.Itoa(j), place, cell)
				place.Start.Column += len([]rune(cell)) + 1
			}
		}
		offset += len([]rune(line))
	}
}

// cell lists the changes of a cell that begins where a place does.
func (l *lister) cell(at string, place diagnostic.Range, cell string) {
	text := strings.TrimSpace(cell)
	if _, err := number.Parse(text); err == nil || text == "" {
		return
	}
	place.Start.Column += len([]rune(cell[:strings.Index(cell, text)]))
	place.End = place.Start
	place.End.Column += len([]rune(text))
	parts := strings.Split(text, "; ")
	for i := range parts {
		if len(parts) > 1 {
			l.add(Row, at, place, strings.Join(slices.Concat(parts[:i:i], parts[i+1:]), "; "), nil)
		}
	}
	if days := adjacent(text); len(days) > 0 {
		l.add(Row, at, place, days[0], nil)
		return
	}
	l.add(Row, at, place, text+"x", nil)
}
