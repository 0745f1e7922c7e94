package yeardiff

import (
	"fmt"
	"path"
	"strconv"

	"github.com/payslate/payslate/rulecheck/ruletext"
)

// Report says what changed between two years of a country.
type Report struct {
	Country string    `json:"country"`
	Before  Point     `json:"before"`
	After   Point     `json:"after"`
	Period  string    `json:"period"`
	Figures []Figure  `json:"parameters"`
	Files   []Program `json:"programs"`
	Effects []Effect  `json:"people"`

	grid *Grid
}

// Request says what is compared.
type Request struct {
	Files  ruletext.Files
	Folder string // of the country
	Code   string // of the country
	Before Point
	After  Point
	Grid   *Grid
}

// Compare compares two years, or days of them. Progress is told of each person at
// each salary.
func Compare(r Request, progress func(people int)) (*Report, error) {
	old, before, err := readSide(r, r.Before)
	if err != nil {
		return nil, err
	}
	new, after, err := readSide(r, r.After)
	if err != nil {
		return nil, err
	}
	report := &Report{Country: r.Code, Before: r.Before, After: r.After, Period: r.Grid.Period, Figures: compareCells(before, after), grid: r.Grid}
	if report.Files, err = comparePrograms(old, new); err != nil {
		return nil, err
	}
	stages, err := switches(old, new)
	if err != nil {
		return nil, err
	}
	for _, person := range r.Grid.People {
		for _, gross := range r.Grid.Salaries {
			e, err := effect(stages, r.Code, r.Grid.Period, gross, person)
			if err != nil {
				return nil, fmt.Errorf("%s at %s: %w", person.Name, gross, err)
			}
			report.Effects = append(report.Effects, e)
			progress(1)
		}
	}
	return report, nil
}

// side is one side of a comparison, its files as they stand on its day.
type side struct {
	Point
	files  ruletext.Files
	folder string
	cells  []cell
}

func readSide(r Request, at Point) (*side, []cell, error) {
	s := &side{Point: at, folder: path.Join(r.Folder, strconv.Itoa(at.Year))}
	var err error
	if s.files, err = onDay(r.Files, s.folder, at.Day); err == nil {
		s.cells, err = cells(s.files.FS(), s.folder)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("year %d: %w", at.Year, err)
	}
	return s, s.cells, nil
}
