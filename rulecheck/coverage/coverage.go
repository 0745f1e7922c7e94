// Package coverage finds the parts of rules and tables that no labelled case reaches: sides
// of conditions and cases of a match, lines, notes and refusals, figures, cases of inputs,
// and rows of travel tables.
//
// The rules count for themselves what their runs reach (Counts); Follow replays the cases.
package coverage

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/tables"
)

// ItemKind is the kind of an item.
type ItemKind string

// The kinds of items.
const (
	BranchItem    ItemKind = "branch"
	ParameterItem ItemKind = "parameter"
	ValueItem     ItemKind = "value" // a case that an input can have
	RowItem       ItemKind = "row"
)

// Item is a part of the rules or tables that a case should reach.
type Item struct {
	Kind ItemKind `json:"kind"`
	// ID is the side of a branch or the case of an input, and the text of its place.
	ID string `json:"id"`
	// File has the item at Place.
	File    string `json:"group"`
	Place   string `json:"place"`
	Reached bool   `json:"-"`

	at diagnostic.Range
}

// Follow replays the cases of the sets, whose subject counts in counts, and lists the items.
// It calls progress after each case.
func Follow(sets []*conformance.Set, subject conformance.Subject, counts *Counts, files ruletext.Files, progress func(cases int)) (items []*Item, err error) {
	rows := map[*tables.Row]*Item{}
	for _, regime := range subject.Regimes() {
		for _, edition := range regime.Sources() {
			for _, area := range edition.Areas() {
				for i := range area.Rows {
					item := newRow(area, &area.Rows[i])
					rows[&area.Rows[i]], items = item, append(items, item)
				}
			}
		}
	}
	for _, set := range sets {
		if set.Rates != "" {
			err = set.EachRate(subject.Tables, func(rate *tables.Rate) { rows[rate.Row].Reached = true })
			progress(len(set.Cases()))
		} else {
			_, err = set.Run(context.Background(), subject, conformance.Options{Progress: progress})
		}
		if err != nil {
			return nil, err
		}
	}
	for branch, taken := range counts.All() {
		if _, own := files[branch.At.File]; own { // others belong to the program
			items = append(items, newItem(branch, taken > 0, files))
		}
	}
	slices.SortStableFunc(items, func(a, b *Item) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.at.Start.Compare(b.at.Start), strings.Compare(a.ID, b.ID))
	})
	return items, nil
}

// Report lists what so many cases do not reach.
type Report struct {
	Cases     int     `json:"cases"`
	Unreached []*Item `json:"unreached"`
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	for _, item := range r.Unreached {
		fmt.Fprintf(w, "%s: no case reaches %s %s\n", item.Place, item.Kind, item.ID)
	}
	_, err := fmt.Fprintf(w, "unreached by %s: %s\n", diagnostic.Counted(r.Cases, "case"), diagnostic.Counted(len(r.Unreached), "item"))
	return err
}

func newRow(area *tables.Area, row *tables.Row) *Item {
	name := slices.DeleteFunc([]string{area.Country, area.State, area.Name.English, row.Season.From}, func(word string) bool { return word == "" })
	file, at := area.Edition.File(), diagnostic.Position{Line: row.Line, Column: 1}
	return &Item{Kind: RowItem, ID: strings.Join(name, " "), File: file, Place: fmt.Sprintf("%s:%d", file, row.Line), at: diagnostic.Range{File: file, Start: at, End: at}}
}

func newItem(branch types.Branch, reached bool, files ruletext.Files) *Item {
	item := &Item{Kind: BranchItem, File: branch.At.File, Place: branch.At.String(), Reached: reached, at: branch.At}
	text := start(files[item.File], branch.At.Start)
	word, given := strings.CutPrefix(branch.Side, types.Given)
	switch {
	case given:
		item.Kind, item.ID = ValueItem, word+" of "+text
	case branch.Side == types.Read:
		item.Kind, item.ID = ParameterItem, text
	default:
		item.ID = branch.Side + " of " + text
	}
	return item
}

// startLength is the length to which start cuts a text.
const startLength = 60

// start returns the beginning of the text at a place in one line.
func start(data []byte, at diagnostic.Position) string {
	from, err := ruletext.Offset(data, at)
	if err != nil {
		return ""
	}
	text := []rune(strings.Join(strings.Fields(string(data[from:])), " "))
	return string(text[:min(startLength, len(text))])
}
