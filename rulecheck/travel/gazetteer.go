package travel

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/tables"
)

// makeGazetteer returns the file of the world's places: a line for each place, then one
// for each key of a name.
func (s *spec) makeGazetteer(files []string, keys func(name string) []string, from *origins) (string, error) {
	of := s.Gazetteer
	p, err := of.read(files[0])
	if err != nil {
		return "", err
	}
	var lines strings.Builder
	inhabitants, placesOf := 0, map[string][]int{}
	rows := from.converted(p, of.Columns)
	for i, row := range rows {
		name, german, also, capital, people := row[2], row[3], strings.ReplaceAll(row[4], "; ", ";"), row[5], row[6]
		count, err := inhabitantsOf(p, i, name, people)
		if err != nil {
			return "", err
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

// read reads the publication of a text file.
func (of *textSpec) read(file string) (*publication, error) {
	p, err := readCSV(file)
	if err != nil {
		return nil, err
	}
	if problem := fits(p.header, of.Header); problem != "" {
		return nil, &finding{file: file, line: 1, message: problem}
	}
	return p, nil
}

// inhabitantsOf reads the number of inhabitants of a place.
func inhabitantsOf(p *publication, row int, place, cell string) (int, error) {
	count, err := strconv.Atoi(cell)
	if err != nil || count < 0 {
		return 0, &finding{p.file, p.line(row), "the place " + place + " has " + ruletext.Quoted(cell) + " inhabitants, which is not a whole number"}
	}
	return count, nil
}

// textFile returns the file of the world's places or of a regime's towns, checked.
func (i *importer) textFile(publications []string) (text string, err error) {
	keys, err := tables.Keys(i.files)
	if err != nil {
		return "", err
	}
	name := ""
	if i.Gazetteer != nil {
		name = i.Gazetteer.File
		text, err = i.makeGazetteer(publications, keys, &i.origins)
	} else {
		name = path.Join(i.regime, i.CountyTowns.File)
		text, err = i.makeTowns(publications, keys, &i.origins)
	}
	if err != nil {
		return "", err
	}
	return text, i.check(map[string]string{name: text}, name, "")
}
