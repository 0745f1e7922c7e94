package travel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// makeTowns returns the file of a regime's towns: a line for each of their names, ordered
// by state and key. The columns begin with the state, the name and other names.
func (s *spec) makeTowns(files []string, keys func(name string) []string, from *origins) (string, error) {
	of := s.CountyTowns
	p, err := of.read(files[0])
	if err != nil {
		return "", err
	}
	people := slices.IndexFunc(of.Columns, func(c columnSpec) bool { return c.To == "inhabitants" })
	inhabitants := 0
	var rows [][]string
	for i, row := range from.converted(p, of.Columns) {
		count := 0
		if people >= 0 && row[people] != "" {
			if count, err = inhabitantsOf(p, i, row[1], row[people]); err != nil {
				return "", err
			}
		}
		for k, name := range append([]string{row[1]}, strings.Split(row[2], "; ")...) {
			if name == "" {
				continue
			}
			if inhabitants += count; k > 0 {
				row = slices.Clone(row)
			}
			row[1] = name
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b []string) int {
		return cmp.Or(strings.Compare(a[0], b[0]), strings.Compare(keys(a[1])[0], keys(b[1])[0]))
	})
	var out strings.Builder
	fmt.Fprintf(&out, "# Written by \"rulecheck import %s\".\n%stowns %d %d\n", s.command, of.Head, len(rows), inhabitants)
	from.written(out.String(), rows)
	for _, row := range rows {
		cells := append([]string{row[0], row[1]}, row[3:]...)
		out.WriteString(strings.TrimRight(strings.Join(cells, bar), bar) + "\n")
	}
	return out.String(), nil
}
