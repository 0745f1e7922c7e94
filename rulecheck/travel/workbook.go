package travel

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/xuri/excelize/v2"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/publication"
)

// maxHeading is the maximum number of rows above the headings.
const maxHeading = 30

// readWorkbook reads a published workbook as the CSV of a table.
func (s *spec) readWorkbook(t *tableSpec, file, year string) (*sheet, error) {
	if year == "" {
		return nil, publication.Refused(file, 0, "workbooks do not contain their year: give it with --year", "")
	}
	book, err := excelize.OpenFile(file, excelize.Options{UnzipSizeLimit: publication.MaxSize})
	if err != nil {
		return nil, publication.Refused(file, 0, "the workbook cannot be read: "+err.Error(), "")
	}
	defer book.Close()
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			return nil, publication.Refused(file, 0, "the sheet "+sheet+" cannot be read: "+err.Error(), "")
		}
		for i := range min(len(rows), maxHeading) {
			if columns := t.Workbook.columns(rows[i]); columns != nil {
				return s.workbookRows(t, file, year, rows, i+1, columns)
			}
		}
	}
	return nil, publication.Refused(file, 0, "none of the sheets has the headings of the table: "+strings.Join(t.Header, ", "), "")
}

// longestWhole is the length of words that are sought as a whole heading only: many headings
// contain a word such as id.
const longestWhole = 3

// columns finds the columns of the table by their headings. It returns nil unless all are
// there. A heading that equals the words is preferred to one that contains them.
func (w *workbookSpec) columns(row []string) map[string]int {
	columns := map[string]int{}
	for name, words := range w.Headings {
		for i, heading := range row {
			heading = strings.ToLower(strings.Join(strings.Fields(heading), " "))
			if slices.Contains(words, heading) {
				columns[name] = i
				break
			}
			if _, found := columns[name]; !found && slices.ContainsFunc(words, func(word string) bool {
				return len(word) > longestWhole && strings.Contains(heading, word)
			}) {
				columns[name] = i
			}
		}
		if _, found := columns[name]; !found {
			return nil
		}
	}
	return columns
}

// workbookRows turns the rows of a workbook from row first on into rows of the CSV.
func (s *spec) workbookRows(t *tableSpec, file, year string, rows [][]string, first int, columns map[string]int) (*sheet, error) {
	w := t.Workbook
	p := &sheet{file: file, header: t.Header}
	number, err := strconv.Atoi(year)
	if err != nil || len(year) != len("2006") {
		return nil, publication.Refused(file, 0, "the year "+year+" does not have four digits", "")
	}
	for i, row := range rows[min(first, len(rows)):] {
		line := first + i + 1
		values := map[string]string{w.Year: year}
		for name, column := range columns {
			if column < len(row) {
				values[name] = strings.TrimSpace(row[column])
			}
		}
		if word := w.Rest["word"]; strings.Contains(strings.ToLower(strings.Join(row, " ")), word) {
			for name, value := range w.Rest {
				values[name] = value
			}
		}
		if values[t.Columns[0].From] == "" {
			continue // a note below the table
		}
		from, to := s.Edition.From, s.Edition.To
		begin, okBegin := w.day(values[from], number, w.FirstMonth, 1)
		end, okEnd := w.day(values[to], number, w.FirstMonth-1, 0)
		if !okBegin || !okEnd {
			return nil, publication.Refused(file, line, "the season "+values[from]+" to "+values[to]+" does not consist of two calendar days", "")
		}
		values[from], values[to] = begin, end
		cells := make([]string, len(t.Header))
		for j, name := range t.Header {
			cells[j] = values[name]
			if slices.Contains(w.Amounts, name) {
				cells[j] = amount(cells[j])
			}
		}
		p.rows, p.places = append(p.rows, cells), append(p.places, []diagnostic.Position{{Line: line, Column: 1}})
	}
	if len(p.rows) == 0 {
		return nil, publication.Refused(file, 0, "the table has no rows", "")
	}
	return p, nil
}

// day reads a day of a fiscal year, which begins in the calendar year before. An empty
// text stands for the given day of a month, where day 0 is the last.
func (w *workbookSpec) day(text string, year, month, day int) (string, bool) {
	calendar := func(month time.Month) int {
		if int(month) >= w.FirstMonth {
			return year - 1
		}
		return year
	}
	if text == "" {
		year := calendar(time.Month(month))
		if day == 0 { // of the next month
			month++
		}
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), true
	}
	for _, layout := range w.Days {
		day, err := time.Parse(layout, text)
		if err == nil && day.Year() == 0 { // the layout has no year
			found := day.AddDate(calendar(day.Month()), 0, 0)
			return found.Format(time.DateOnly), found.Day() == day.Day() // 29 February in a common year
		}
		if err == nil {
			return day.Format(time.DateOnly), true
		}
	}
	return "", false
}

// amount removes the currency sign, commas and decimals that are 0.
func amount(text string) string {
	sign := func(r rune) bool { return unicode.In(r, unicode.Sc, unicode.White_Space) }
	text = strings.ReplaceAll(strings.TrimFunc(text, sign), ",", "")
	if whole, decimals, found := strings.Cut(text, "."); found && strings.Trim(decimals, "0") == "" {
		return whole
	}
	return text
}
