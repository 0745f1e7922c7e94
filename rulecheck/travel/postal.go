package travel

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/rulecheck/publication"
	"github.com/payslate/payslate/rulecheck/schema"
)

// makePostal makes a file of postal codes from one publication for each edition.
func (s *spec) makePostal(files []string) (*output, error) {
	of := s.Postal
	year, err := regexp.Compile(of.Edition)
	if err != nil {
		return nil, fmt.Errorf("%s/%s: edition: %w", s.regime, specFile, err)
	}
	codes := map[string]map[string][]row{} // by edition and code
	all := map[string]bool{}
	for _, file := range files {
		found := year.FindStringSubmatch(filepath.Base(file))
		if len(found) != 2 {
			return nil, publication.Refused(file, 0, "the file name does not contain the edition: it must match "+of.Edition, "")
		}
		edition := found[1]
		if codes[edition] != nil {
			return nil, publication.Refused(file, 0, "a second file of the edition "+edition, "")
		}
		p, err := of.read(file)
		if err != nil {
			return nil, err
		}
		if codes[edition], err = of.group(p); err != nil {
			return nil, err
		}
		for code := range codes[edition] {
			all[code] = true
		}
	}
	return s.postalFile(codes, slices.Sorted(maps.Keys(all))), nil
}

// group groups the rows of a publication by code, and checks its mark of codes in several
// areas.
func (t *tableSpec) group(p *sheet) (map[string][]row, error) {
	codes := map[string][]row{}
	last := ""
	rows := p.rowsFor(t.Columns)
	for i, r := range rows {
		code, area := r.cells[0], r.cells[1]
		if code < last {
			return nil, publication.Refused(p.file, p.line(i), "the code "+code+" comes after "+last, "")
		}
		if slices.ContainsFunc(codes[code], func(known row) bool { return known.cells[1] == area }) {
			return nil, publication.Refused(p.file, p.line(i), "the code "+code+" has the area "+area+" twice", "")
		}
		last = code
		codes[code] = append(codes[code], r)
	}
	for i, r := range rows {
		if areas := len(codes[r.cells[0]]); (areas > 1) != (p.cell(i, t.Several) == "1") {
			return nil, publication.Refused(p.file, p.line(i), fmt.Sprintf("the code %s is in %d areas, which contradicts the column %s", r.cells[0], areas, t.Several), "")
		}
	}
	return codes, nil
}

// postalFile returns the file: rows that are the same in all editions, and in their places
// those of one edition with its name.
func (s *spec) postalFile(codes map[string]map[string][]row, order []string) *output {
	of, editions := s.Postal, slices.Sorted(maps.Keys(codes))
	var rows []row
	for _, code := range order {
		first := codes[editions[0]][code]
		if !slices.ContainsFunc(editions, func(edition string) bool { return !slices.EqualFunc(first, codes[edition][code], sameCells) }) {
			rows = append(rows, first...)
			continue
		}
		for _, edition := range editions {
			for _, r := range codes[edition][code] {
				rows = append(rows, row{append(slices.Clone(r.cells), edition), r.from})
			}
		}
	}
	labels := make([]string, len(editions))
	for i, edition := range editions {
		labels[i] = strings.ReplaceAll(of.Label, "{edition}", edition)
	}
	out := &output{}
	fmt.Fprintf(out, "%s# Written by \"rulecheck import %s\".\n#\n", schema.LineOf("tables", s.regime+"/"+of.File), s.command)
	for line := range strings.Lines(of.About) {
		out.WriteString("# " + line)
	}
	fmt.Fprintf(out, "source: %s\n\npostal_codes:\n", strconv.Quote(strings.ReplaceAll(of.Source, "{editions}", strings.Join(labels, ", "))))
	out.block("  ", append(slices.Clone(of.Columns), columnSpec{To: "edition"}), rows)
	return out
}

func sameCells(a, b row) bool { return slices.Equal(a.cells, b.cells) }
