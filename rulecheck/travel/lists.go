package travel

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/rulecheck/publication"
)

// startText returns a text file with its first lines.
func (s *spec) startText(of *tableSpec) *output {
	out := &output{}
	fmt.Fprintf(out, "# Written by \"rulecheck import %s\".\n%s", s.command, of.Head)
	return out
}

// makeGazetteer returns the file of the world's places: a line for each place, then one
// for each key of a name.
func (s *spec) makeGazetteer(p *sheet, keys func(name string) []string) (*output, error) {
	rows := p.rowsFor(s.Gazetteer.Columns)
	inhabitants, placesOf := 0, map[string][]string{}
	for i, place := range rows {
		name, other, also, capital, people := place.cells[2], place.cells[3], strings.ReplaceAll(place.cells[4], "; ", ";"), place.cells[5], place.cells[6]
		count, err := inhabitantsOf(p, i, name, people)
		if err != nil {
			return nil, err
		}
		inhabitants += count
		place.cells[4], place.cells[5] = also, map[string]string{"1": "capital"}[capital]
		number := strconv.Itoa(i)
		for _, named := range append([]string{name, other}, strings.Split(also, ";")...) {
			for _, key := range keys(named) {
				if key != "" && !slices.Contains(placesOf[key], number) {
					placesOf[key] = append(placesOf[key], number)
				}
			}
		}
	}
	out := s.startText(s.Gazetteer)
	fmt.Fprintf(out, "places %d %d\nkeys %d\n", len(rows), inhabitants, len(placesOf))
	out.rows("", bar, rows)
	for _, key := range slices.Sorted(maps.Keys(placesOf)) {
		out.WriteString(key + " " + strings.Join(placesOf[key], " ") + "\n")
	}
	return out, nil
}

// makeTowns returns the file of a regime's towns: a line for each of their names, ordered
// by state and key. The columns begin with the state, the name and other names.
func (s *spec) makeTowns(p *sheet, keys func(name string) []string) (*output, error) {
	columns := s.CountyTowns.Columns
	people := slices.IndexFunc(columns, func(c columnSpec) bool { return c.To == "inhabitants" })
	inhabitants := 0
	var rows []row
	for i, town := range p.rowsFor(columns) {
		count := 0
		if people >= 0 && town.cells[people] != "" {
			var err error
			if count, err = inhabitantsOf(p, i, town.cells[1], town.cells[people]); err != nil {
				return nil, err
			}
		}
		for _, name := range append([]string{town.cells[1]}, strings.Split(town.cells[2], "; ")...) {
			if name != "" {
				inhabitants += count
				rows = append(rows, row{slices.Concat([]string{town.cells[0], name}, town.cells[3:]), town.from})
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(strings.Compare(a.cells[0], b.cells[0]), strings.Compare(keys(a.cells[1])[0], keys(b.cells[1])[0]))
	})
	out := s.startText(s.CountyTowns)
	fmt.Fprintf(out, "towns %d %d\n", len(rows), inhabitants)
	out.rows("", bar, rows)
	return out, nil
}

// inhabitantsOf reads the number of inhabitants of a place.
func inhabitantsOf(p *sheet, row int, place, cell string) (int, error) {
	count, err := strconv.Atoi(cell)
	if err != nil || count < 0 {
		return 0, publication.Refused(p.file, p.line(row), "the place "+place+" has "+strconv.Quote(cell)+" inhabitants, which is not a whole number", "")
	}
	return count, nil
}
