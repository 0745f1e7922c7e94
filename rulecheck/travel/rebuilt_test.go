package travel

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/payslate/payslate/tables"
)

// rebuilt is the publications of a committed edition, made of its table file.
type rebuilt struct {
	t       *testing.T
	folder  string
	edition string
	tables  map[string][][]string // by block: the header and the rows
}

// rebuild turns the table file of an edition back into publications.
func rebuild(t *testing.T, kind, edition string) *rebuilt {
	t.Helper()
	all, err := specs(tables.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	s := find(all, kind)
	before, err := readPrevious(tables.Embedded(), s, "9999-01-01")
	if err != nil || before == nil {
		t.Fatalf("no edition is found: %v", err)
	}
	r := &rebuilt{t, t.TempDir(), edition, map[string][][]string{}}
	for _, table := range s.Tables {
		rows := [][]string{table.Header}
		for _, row := range before[table.Block].rows {
			cells := make([]string, len(table.Header))
			cells[slices.Index(table.Header, s.Edition.Name)] = edition
			for i, c := range table.Columns {
				cells[slices.Index(table.Header, c.From)] = strings.TrimSpace(row.cells[i])
			}
			rows = append(rows, cells)
		}
		r.tables[table.Block] = rows
	}
	return r
}

// csv writes a block as CSV and returns the file.
func (r *rebuilt) csv(block string) string {
	r.t.Helper()
	name := filepath.Join(r.folder, block+".csv")
	file, err := os.Create(name)
	if err != nil {
		r.t.Fatal(err)
	}
	defer file.Close()
	if err := csv.NewWriter(file).WriteAll(r.tables[block]); err != nil {
		r.t.Fatal(err)
	}
	return name
}

// workbook writes the rates as they are published: a title, other headings,
// seasons without their year, amounts with their sign, and a note at the end.
func (r *rebuilt) workbook() string {
	r.t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	row := 0
	add := func(cells ...any) {
		row++
		cell, _ := excelize.CoordinatesToCellName(1, row)
		if err := book.SetSheetRow("Sheet1", cell, &cells); err != nil {
			r.t.Fatal(err)
		}
	}
	rates := r.tables["rates"]
	at := func(line []string, name string) string { return line[slices.Index(rates[0], name)] }
	months := []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	season := func(day string) string {
		return months[int(day[5]-'0')*10+int(day[6]-'0')-1] + " " + strings.TrimLeft(day[8:], "0")
	}
	add("FY 20" + r.edition[2:] + " Per Diem Rates")
	add("ID", "STATE", "DESTINATION", "COUNTY/LOCATION DEFINED", "SEASON BEGIN", "SEASON END", "FY"+r.edition[2:]+" Lodging Rate", "FY"+r.edition[2:]+" M&IE")
	for _, line := range rates[1:] {
		begin, end := at(line, "season_begin"), at(line, "season_end")
		if at(line, "did") == "0" {
			add("", "", "Standard Rate: applies to all locations without specified rates", "", "", "", "$"+at(line, "lodging"), "$"+at(line, "mie")+".00")
			continue
		}
		if begin[5:] == "10-01" && end[5:] == "09-30" {
			begin, end = "", ""
		} else {
			begin, end = season(begin), season(end)
		}
		add(at(line, "did"), at(line, "state"), at(line, "destination"), at(line, "county_location_defined"), begin, end, "$"+at(line, "lodging"), "$"+at(line, "mie")+".00")
	}
	add()
	add("", "Lodging taxes are not included.")
	name := filepath.Join(r.folder, "master-rates.xlsx")
	if err := book.SaveAs(name); err != nil {
		r.t.Fatal(err)
	}
	return name
}
