package travel

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rulecheck/publication"
	"github.com/payslate/payslate/rulecheck/schema"
)

// edition is the period of a new table file.
type edition struct{ name, from, to string }

// makeEdition makes a table file from published tables. It copies missing tables from the
// previous edition.
func (s *spec) makeEdition(files []string, set Settings, tables fs.FS) (*output, *edition, error) {
	published := map[string]*sheet{}
	for _, file := range files {
		p, block, err := s.read(file, set)
		if err != nil {
			return nil, nil, err
		}
		if published[block] != nil {
			return nil, nil, publication.Refused(file, 0, "a second table of "+block+", after "+published[block].file, "")
		}
		published[block] = p
	}
	rates := published[s.Tables[0].Block]
	if rates == nil {
		return nil, nil, fmt.Errorf("none of the files is a table of %s, which has the columns %s", s.Tables[0].Block, strings.Join(s.Tables[0].Header, ", "))
	}
	e := &edition{name: rates.cell(0, s.Edition.Name)}
	days := e.span
	if s.Edition.File != "" {
		days = func(s *spec, rates *sheet) error { return e.ofMonth(s, rates.file, set.Words["edition"]) }
	}
	if err := days(s, rates); err != nil {
		return nil, nil, err
	}
	out, err := s.head(e, func(name string) string {
		ours := map[string]string{"edition": e.name}
		if s.Edition.File != "" {
			ours["data_as_of"] = e.from // the first day of the month
		}
		return cmp.Or(set.Words[name], s.Editions[e.name][name], ours[name], rates.cell(0, name))
	})
	if err != nil {
		return nil, nil, err
	}
	before, err := readPrevious(tables, s, e.from)
	if err != nil {
		return nil, nil, err
	}
	for _, table := range s.Tables {
		var rows []row
		if p := published[table.Block]; p != nil {
			rows = p.of(s.Edition.Name, e.name).rowsFor(table.Columns)
		} else if rows, err = before.block(table, s, rates); err != nil {
			return nil, nil, err
		}
		if len(rows) == 0 {
			return nil, nil, fmt.Errorf("the table of %s has no rows of the edition %s", table.Block, e.name)
		}
		out.WriteString("\n" + table.Block + ":\n")
		out.block("  ", table.Columns, rows)
	}
	return out, e, nil
}

// head returns the file with what precedes its tables. word returns the value of a name.
func (s *spec) head(e *edition, word func(name string) string) (*output, error) {
	asOf := word("data_as_of")
	if asOf == "" {
		return nil, fmt.Errorf("the date of the publication is unknown: give it with --set data_as_of=YYYY-MM-DD")
	}
	if !isDay(asOf) {
		return nil, fmt.Errorf("data_as_of is %s, which is not a day: write YYYY-MM-DD", strconv.Quote(asOf))
	}
	to := ""
	if e.to != "" {
		to = ", to: " + e.to
	}
	out := &output{}
	fmt.Fprintf(out, "%s# Written by \"rulecheck import %s\".\nedition: %s\nvalid: {from: %s%s}\ndata_as_of: %s\nsource:\n",
		schema.LineOf("tables", s.regime+"/"+e.name+".yaml"), s.command, strconv.Quote(e.name), e.from, to, asOf)
	var names []string
	for language, text := range s.Source.Name.Each() {
		name, missing := filled(text, word)
		if missing != "" {
			return nil, fmt.Errorf("the source needs %s: give it with --set %s=…", missing, missing)
		}
		names = append(names, language.Tag()+": "+strconv.Quote(name))
	}
	fmt.Fprintf(out, "  name: {%s}\n  url: %s\n  license: %s\n", strings.Join(names, ", "), s.Source.URL, strconv.Quote(s.Source.License))
	return out, nil
}

// filled replaces the {names} in a text by values; missing is the first name without a
// value.
func filled(text string, value func(name string) string) (result, missing string) {
	var pairs []string
	for _, name := range wording.Names(wording.Everywhere(text)) {
		word := value(name)
		if word == "" {
			return "", name
		}
		pairs = append(pairs, "{"+name+"}", word)
	}
	return strings.NewReplacer(pairs...).Replace(text), ""
}

// read reads a file and determines by its header which table it is.
func (s *spec) read(file string, set Settings) (p *sheet, block string, err error) {
	if ext := filepath.Ext(file); ext == ".xlsx" {
		for _, table := range s.Tables {
			if table.Workbook != nil {
				p, err := s.readWorkbook(&table, file, set.Year)
				return p, table.Block, err
			}
		}
		return nil, "", publication.Refused(file, 0, "import "+s.command+" does not read workbooks: give the table as CSV", "")
	}
	if p, err = readCSV(file); err != nil {
		return nil, "", err
	}
	var problems []string
	for _, table := range s.Tables {
		problem := fits(p.header, table.Header)
		if problem == "" {
			return p, table.Block, nil
		}
		problems = append(problems, table.Block+": "+problem)
	}
	return nil, "", publication.Refused(file, 1, "the columns do not fit any table of import "+s.command+": "+strings.Join(problems, "; "), "")
}

// ofMonth takes the month of the edition from the command line or the file name. The
// edition applies until the next one begins.
func (e *edition) ofMonth(s *spec, file, named string) error {
	month, err := regexp.Compile(s.Edition.File)
	if err != nil {
		return fmt.Errorf("%s/%s: edition: %w", s.regime, specFile, err)
	}
	if e.name = named; named == "" {
		e.name = month.FindString(filepath.Base(file))
	}
	e.from = e.name + "-01"
	if !isDay(e.from) {
		return publication.Refused(file, 0, "the file name does not contain the month of the edition: rename the file to match "+s.Edition.File+", or give --set edition=YYYY-MM", "")
	}
	return nil
}

// span finds the first and last day of the edition. All rows must have the same edition.
func (e *edition) span(s *spec, rates *sheet) error {
	var to []string
	for i := range rates.rows {
		if name := rates.cell(i, s.Edition.Name); name != e.name {
			return publication.Refused(rates.file, rates.line(i), "the row belongs to the edition "+name+", the first row to "+e.name, "")
		}
		for _, column := range []string{s.Edition.From, s.Edition.To} {
			if day := rates.cell(i, column); column != "" && !isDay(day) {
				return publication.Refused(rates.file, rates.line(i), "the column "+column+" has "+strconv.Quote(day)+", which is not a day: write YYYY-MM-DD", "")
			}
		}
		if from := rates.cell(i, s.Edition.From); e.from == "" || from < e.from {
			e.from = from
		}
		if s.Edition.To != "" {
			to = append(to, rates.cell(i, s.Edition.To))
		}
	}
	if len(to) > 0 {
		e.to = slices.Max(to)
	}
	return nil
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}
