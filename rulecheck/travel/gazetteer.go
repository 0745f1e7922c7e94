package travel

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/tables"
)

// gazetteerSpec configures how a list of the world's places becomes a file: the columns in
// order, and the header of the file.
type gazetteerSpec struct {
	File, Head string
	Header     []string
	Columns    []columnSpec
}

// makeGazetteer returns the file of the world's places: a line for each place, then one
// for each key of a name.
func (s *spec) makeGazetteer(files []string, keys func(name string) []string, from *origins) (string, error) {
	of := s.Gazetteer
	p, err := readCSV(files[0])
	if err != nil {
		return "", err
	}
	if problem := fits(p.header, of.Header); problem != "" {
		return "", &finding{file: files[0], line: 1, message: problem}
	}
	var lines strings.Builder
	inhabitants, placesOf := 0, map[string][]int{}
	rows := from.converted(p, of.Columns)
	for i, row := range rows {
		name, german, also, capital, people := row[2], row[3], strings.ReplaceAll(row[4], "; ", ";"), row[5], row[6]
		count, err := strconv.Atoi(people)
		if err != nil || count < 0 {
			return "", &finding{files[0], p.line(i), "the place " + name + " has " + ruletext.Quoted(people) + " inhabitants, which is not a whole number"}
		}
		inhabitants += count
		capital = map[string]string{"1": "capital"}[capital]
		fmt.Fprintln(&lines, strings.Join([]string{row[0], row[1], name, german, also, capital, people}, bar))
		for _, named := range append([]string{name, german}, strings.Split(also, ";")...) {
			for _, key := range keys(named) {
				if key != "" && !slices.Contains(placesOf[key], i) {
					placesOf[key] = append(placesOf[key], i)
				}
			}
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# Written by \"rulecheck import %s\".\n%splaces %d %d\nkeys %d\n", s.command, of.Head, len(rows), inhabitants, len(placesOf))
	from.written(out.String(), rows)
	out.WriteString(lines.String())
	for _, key := range slices.Sorted(maps.Keys(placesOf)) {
		out.WriteString(key)
		for _, number := range placesOf[key] {
			fmt.Fprintf(&out, " %d", number)
		}
		out.WriteString("\n")
	}
	return out.String(), nil
}

// gazetteer returns the file of the world's places, checked.
func (i *importer) gazetteer(publications []string) (string, error) {
	keys, err := tables.Keys(i.files)
	if err != nil {
		return "", err
	}
	text, err := i.makeGazetteer(publications, keys, &i.origins)
	if err != nil {
		return "", err
	}
	return text, i.check(map[string]string{i.Gazetteer.File: text}, i.Gazetteer.File, "")
}
