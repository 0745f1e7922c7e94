package travel

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/tables"
)

// EditionChanges are the changes from one edition of a regime to another.
type EditionChanges struct {
	Regime  string   `json:"regime"`
	Before  string   `json:"before"`
	After   string   `json:"after"`
	Added   []string `json:"added"`
	Dropped []string `json:"dropped"`
	// Changed lists the places whose amounts, names or counties differ.
	Changed []AreaChange `json:"changed"`
	Same    int          `json:"same"`

	regime   *tables.Regime
	old, now *tables.Edition
}

// AreaChange is a place with its differences.
type AreaChange struct {
	Place string `json:"place"`
	// Words describes differences other than amounts: the name and the definition.
	Words   string         `json:"words,omitempty"`
	Amounts []AmountChange `json:"amounts"`
}

// AmountChange is a changed amount of a place.
type AmountChange struct {
	// From is the month and day from which both amounts apply; it is empty if they apply
	// all year.
	From   string `json:"from,omitempty"`
	Column string `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
	// Percent is the change in percent, with two decimals.
	Percent string `json:"percent,omitempty"`
}

// Compare compares two editions of a regime by their names.
func Compare(r *tables.Regime, before, after string) (*EditionChanges, error) {
	old, err := findEdition(r, before)
	if err != nil {
		return nil, err
	}
	now, err := findEdition(r, after)
	if err != nil {
		return nil, err
	}
	c := &EditionChanges{Regime: r.ID, Before: before, After: after, Added: []string{}, Dropped: []string{}, Changed: []AreaChange{}, regime: r, old: old, now: now}
	known := map[string]*tables.Area{}
	for _, area := range old.Areas() {
		known[area.Key()] = area
	}
	for _, area := range now.Areas() {
		was := known[area.Key()]
		delete(known, area.Key())
		if was == nil {
			c.Added = append(c.Added, c.place(area))
			continue
		}
		change := AreaChange{Place: c.place(area), Words: words(was, area), Amounts: c.amounts(was, area)}
		if change.Words == "" && len(change.Amounts) == 0 {
			c.Same++
		} else {
			c.Changed = append(c.Changed, change)
		}
	}
	for _, area := range old.Areas() {
		if known[area.Key()] != nil {
			c.Dropped = append(c.Dropped, c.place(area))
		}
	}
	return c, nil
}

// writeChanges writes the changes from the previous edition.
func writeChanges(w io.Writer, r *tables.Regime, name string) error {
	at := slices.Index(editions(r), name)
	if at < 1 {
		_, err := fmt.Fprintf(w, "%s %s: the first edition, without a previous one to compare\n", r.ID, name)
		return err
	}
	changes, err := Compare(r, r.Editions[at-1].Name, name)
	if err != nil {
		return err
	}
	return changes.WriteText(w)
}

func findEdition(r *tables.Regime, name string) (*tables.Edition, error) {
	names := editions(r)
	at := slices.Index(names, name)
	if at < 0 {
		return nil, fmt.Errorf("%s does not have the edition %s; it has %s", r.ID, name, strings.Join(names, ", "))
	}
	return r.Editions[at], nil
}

func editions(r *tables.Regime) []string {
	return diagnostic.Names(r.Editions, func(e *tables.Edition) string { return e.Name })
}

// place is the name of an area with its country and its number in the table.
func (c *EditionChanges) place(a *tables.Area) string {
	parts := []string{a.Name.English, a.State, c.regime.CountryName(a.Country).English}
	name := strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
	if a.ID != "" {
		name += " [" + a.ID + "]"
	}
	return name
}

// words lists differences other than amounts.
func words(before, now *tables.Area) string {
	var differences []string
	for _, pair := range [][2]string{{before.Name.English, now.Name.English}, {before.Defined, now.Defined}} {
		if pair[0] != pair[1] {
			differences = append(differences, pair[0]+" → "+pair[1])
		}
	}
	return strings.Join(differences, "; ")
}

// amounts lists changed amounts by the seasons of both editions.
func (c *EditionChanges) amounts(before, now *tables.Area) []AmountChange {
	changes := []AmountChange{}
	var starts []string // months and days
	for _, row := range slices.Concat(before.Rows, now.Rows) {
		starts = append(starts, row.Season.MonthDay())
	}
	slices.SortFunc(starts, func(x, y string) int { return strings.Compare(dayIn(c.now, x), dayIn(c.now, y)) })
	starts = slices.Compact(starts)
	for _, start := range starts {
		old, new := rowOn(before, c.old, start), rowOn(now, c.now, start)
		if len(starts) == 1 {
			start = ""
		}
		add := func(column, was, is, percent string) {
			if was != is {
				changes = append(changes, AmountChange{start, column, was, is, percent})
			}
		}
		for _, column := range c.regime.Columns() {
			was, is := c.regime.Value(old, column), c.regime.Value(new, column)
			percent := ""
			if was.Given && is.Given {
				percent = yeardiff.Percent(was.Amount, is.Amount)
			}
			add(column, written(c.regime, column, was), written(c.regime, column, is), percent)
		}
		add("currency", old.Currency, new.Currency, "")
		add("lodging currency", old.LodgingCurrency, new.LodgingCurrency, "")
	}
	return changes
}

// rowOn returns the row of an area for a month and day of an edition.
func rowOn(a *tables.Area, e *tables.Edition, day string) *tables.Row {
	return cmp.Or(a.Row(dayIn(e, day)), &a.Rows[0])
}

// dayIn returns a month and day as a date in the twelve months that begin with an edition.
func dayIn(e *tables.Edition, day string) string {
	year, _ := strconv.Atoi(e.Valid.From[:len("2006")])
	if day < e.Valid.MonthDay() {
		year++
	}
	return fmt.Sprintf("%d-%s", year, day)
}

func written(r *tables.Regime, column string, v tables.Value) string {
	switch {
	case !v.Given:
		return "–"
	case r.IsFlag(column):
		return fmt.Sprint(v.Flag)
	case v.Words != nil:
		return strings.Join(v.Words, ", ")
	}
	return v.Amount.Trim().String()
}

// WriteText writes the changes as text.
func (c *EditionChanges) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s %s → %s: %d added, %d dropped, %d changed, %d as before\n", c.Regime, c.Before, c.After, len(c.Added), len(c.Dropped), len(c.Changed), c.Same)
	for _, place := range c.Added {
		fmt.Fprintf(w, "  added    %s\n", place)
	}
	for _, place := range c.Dropped {
		fmt.Fprintf(w, "  dropped  %s\n", place)
	}
	for _, area := range c.Changed {
		fmt.Fprintf(w, "  changed  %s\n", area.Place)
		if area.Words != "" {
			fmt.Fprintf(w, "    %s\n", area.Words)
		}
		for _, a := range area.Amounts {
			line := fmt.Sprintf("%s %s → %s", a.Column, a.Before, a.After)
			if a.From != "" {
				line = "from " + a.From + "  " + line
			}
			if a.Percent != "" {
				line += "  " + a.Percent + " %"
			}
			fmt.Fprintf(w, "    %s\n", line)
		}
	}
	return nil
}
