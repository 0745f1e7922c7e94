package travel

import (
	"fmt"
	"io"
	"strings"

	"github.com/payslate/payslate/tables"
)

// writeChanges says what an edition changes against the one before it.
func writeChanges(w io.Writer, r *tables.Regime, name string) {
	var before, now *tables.Edition
	for i, edition := range r.Editions {
		if edition.Name == name {
			now = edition
			if i > 0 {
				before = r.Editions[i-1]
			}
		}
	}
	switch {
	case now == nil:
		return
	case before == nil:
		fmt.Fprintf(w, "%s %s: %d places; there is no edition before\n", r.ID, name, len(now.Areas()))
		return
	}
	known := map[string]*tables.Area{}
	for _, area := range before.Areas() {
		known[key(area)] = area
	}
	var added, changed, dropped, same int
	var lines []string
	for _, area := range now.Areas() {
		old := known[key(area)]
		delete(known, key(area))
		if old == nil {
			added++
			lines = append(lines, "added    "+label(area))
			continue
		}
		if differences := differ(r, old, area); differences != "" {
			changed++
			lines = append(lines, "changed  "+label(area)+": "+differences)
		} else {
			same++
		}
	}
	for _, area := range before.Areas() {
		if known[key(area)] != nil {
			dropped++
			lines = append(lines, "dropped  "+label(area))
		}
	}
	fmt.Fprintf(w, "%s %s against %s: %d added, %d dropped, %d changed, %d as before\n", r.ID, now.Name, before.Name, added, dropped, changed, same)
	for _, line := range lines {
		fmt.Fprintln(w, "  "+line)
	}
}

// key is what makes an area of one edition that of another.
func key(a *tables.Area) string {
	if a.ID != "" {
		return a.ID
	}
	return a.Country + separator + a.State + separator + a.Name.English
}

func label(a *tables.Area) string {
	var parts []string
	for _, part := range []string{a.ID, a.Name.English, a.State, a.Country} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// differ lists what is not the same in two rows of an area, by season where
// there are several.
func differ(r *tables.Regime, before, now *tables.Area) string {
	var differences []string
	if before.Name.English != now.Name.English {
		differences = append(differences, before.Name.English+" → "+now.Name.English)
	}
	if before.Defined != now.Defined {
		differences = append(differences, before.Defined+" → "+now.Defined)
	}
	if old, new := amounts(r, before), amounts(r, now); old != new {
		differences = append(differences, old+" → "+new)
	}
	return strings.Join(differences, "; ")
}

// amounts writes the amounts of all seasons of an area.
func amounts(r *tables.Regime, a *tables.Area) string {
	var seasons []string
	for i := range a.Rows {
		row := &a.Rows[i]
		text := ""
		if len(a.Rows) > 1 {
			text = row.Season.MonthDay() + ": "
		}
		seasons = append(seasons, text+r.Lodging(row).String()+"/"+r.Meals(row).String())
	}
	return strings.Join(seasons, ", ")
}
