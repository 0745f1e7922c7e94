package travel

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/payslate/payslate/tables"
)

// EditionChanges is what one edition of a regime changes against another.
type EditionChanges struct {
	Regime  string   `json:"regime"`
	Before  string   `json:"before"`
	After   string   `json:"after"`
	Added   []string `json:"added"`
	Dropped []string `json:"dropped"`
	// Changed lists the places whose amounts, names or counties differ.
	Changed []AreaChange `json:"changed"`
	Same    int          `json:"same"`
}

// AreaChange is a place with what differs.
type AreaChange struct {
	Place  string `json:"place"`
	Change string `json:"change"`
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
	c := &EditionChanges{Regime: r.ID, Before: before, After: after, Added: []string{}, Dropped: []string{}, Changed: []AreaChange{}}
	known := map[string]*tables.Area{}
	for _, area := range old.Areas() {
		known[key(area)] = area
	}
	for _, area := range now.Areas() {
		was := known[key(area)]
		delete(known, key(area))
		switch {
		case was == nil:
			c.Added = append(c.Added, label(area))
		case differ(r, was, area) != "":
			c.Changed = append(c.Changed, AreaChange{label(area), differ(r, was, area)})
		default:
			c.Same++
		}
	}
	for _, area := range old.Areas() {
		if known[key(area)] != nil {
			c.Dropped = append(c.Dropped, label(area))
		}
	}
	return c, nil
}

func findEdition(r *tables.Regime, name string) (*tables.Edition, error) {
	at := slices.IndexFunc(r.Editions, func(e *tables.Edition) bool { return e.Name == name })
	if at >= 0 {
		return r.Editions[at], nil
	}
	var names []string
	for _, edition := range r.Editions {
		names = append(names, edition.Name)
	}
	return nil, fmt.Errorf("%s has no edition %s; it has %s", r.ID, name, strings.Join(names, ", "))
}

// WriteText writes the changes for people.
func (c *EditionChanges) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s %s → %s: %d added, %d dropped, %d changed, %d as before\n", c.Regime, c.Before, c.After, len(c.Added), len(c.Dropped), len(c.Changed), c.Same)
	for _, place := range c.Added {
		fmt.Fprintf(w, "  added    %s\n", place)
	}
	for _, place := range c.Dropped {
		fmt.Fprintf(w, "  dropped  %s\n", place)
	}
	for _, area := range c.Changed {
		fmt.Fprintf(w, "  changed  %s: %s\n", area.Place, area.Change)
	}
}
