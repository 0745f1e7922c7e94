package travel

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/schema"
)

// makePostal makes a file of postal codes from one publication for each edition.
func (s *spec) makePostal(files []string, from *origins) (string, error) {
	of := s.Postal
	year, err := regexp.Compile(of.Edition)
	if err != nil {
		return "", fmt.Errorf("%s/%s: edition: %w", s.regime, specFile, err)
	}
	codes := map[string]map[string][][]string{} // by edition and code
	var order []string                          // the codes of the first edition, then new ones
	for _, file := range files {
		found := year.FindStringSubmatch(filepath.Base(file))
		if len(found) != 2 {
			return "", &finding{file: file, message: "the file name does not contain the edition: it must match " + of.Edition}
		}
		edition := found[1]
		if codes[edition] != nil {
			return "", &finding{file: file, message: "a second file of the edition " + edition}
		}
		p, err := readCSV(file)
		if err != nil {
			return "", err
		}
		if problem := fits(p.header, of.Header); problem != "" {
			return "", &finding{file: file, line: 1, message: problem}
		}
		if codes[edition], err = of.group(p, from); err != nil {
			return "", err
		}
		order = append(order, slices.Collect(maps.Keys(codes[edition]))...)
	}
	slices.Sort(order)
	order = slices.Compact(order)
	editions := slices.Sorted(maps.Keys(codes))
	return s.postalText(codes, order, editions, from), nil
}

// group groups the rows of a publication by code, and checks its mark of codes in several
// areas.
func (of *postalSpec) group(p *publication, from *origins) (map[string][][]string, error) {
	codes := map[string][][]string{}
	last := ""
	for i, row := range from.converted(p, of.Columns) {
		if row[0] < last {
			return nil, &finding{p.file, p.line(i), "the code " + row[0] + " comes after " + last}
		}
		for _, known := range codes[row[0]] {
			if known[1] == row[1] {
				return nil, &finding{p.file, p.line(i), "the code " + row[0] + " has the area " + row[1] + " twice"}
			}
		}
		last = row[0]
		codes[row[0]] = append(codes[row[0]], row)
	}
	for i := range p.rows {
		code := p.cell(i, of.Columns[0].From)
		if several := len(codes[code]) > 1; several != (p.cell(i, of.Several) == "1") {
			return nil, &finding{p.file, p.line(i), fmt.Sprintf("the code %s is in %d areas, which contradicts the column %s", code, len(codes[code]), of.Several)}
		}
	}
	return codes, nil
}

// postalText returns the file: codes that are the same in all editions, then the others by
// edition.
func (s *spec) postalText(codes map[string]map[string][][]string, order, editions []string, from *origins) string {
	of := s.Postal
	var always [][]string
	only := map[string][][]string{}
	for _, code := range order {
		same := true
		for _, edition := range editions[1:] {
			same = same && slices.EqualFunc(codes[editions[0]][code], codes[edition][code], slices.Equal)
		}
		if same {
			always = append(always, codes[editions[0]][code]...)
			continue
		}
		for _, edition := range editions {
			only[edition] = append(only[edition], codes[edition][code]...)
		}
	}
	labels := make([]string, len(editions))
	for i, edition := range editions {
		labels[i] = strings.ReplaceAll(of.Label, "{edition}", edition)
	}
	var out strings.Builder
	out.WriteString(schema.LineOf("tables", s.regime+"/"+of.File))
	fmt.Fprintf(&out, "# Written by \"rulecheck import %s\".\n#\n", s.command)
	for line := range strings.Lines(of.About) {
		out.WriteString("# " + line)
	}
	fmt.Fprintf(&out, "source: %s\n\npostal_codes:\n", ruletext.Quoted(strings.ReplaceAll(of.Source, "{editions}", strings.Join(labels, ", "))))
	from.writeBlock(&out, "  ", of.Columns, always)
	if len(only) == 0 {
		return out.String()
	}
	out.WriteString("\nonly:\n")
	for _, edition := range editions {
		fmt.Fprintf(&out, "  %s:\n", ruletext.Quoted(edition))
		from.writeBlock(&out, "    ", of.Columns, only[edition])
	}
	return out.String()
}
