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
	Before  int       `json:"before"`
	After   int       `json:"after"`
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
	Before int
	After  int
	Grid   *Grid
}

// Compare compares two years. Progress is told of each person at each salary.
func Compare(r Request, progress func(people int)) (*Report, error) {
	files := r.Files.FS()
	old, new := path.Join(r.Folder, strconv.Itoa(r.Before)), path.Join(r.Folder, strconv.Itoa(r.After))
	before, err := cells(files, old)
	if err != nil {
		return nil, fmt.Errorf("year %d: %w", r.Before, err)
	}
	after, err := cells(files, new)
	if err != nil {
		return nil, fmt.Errorf("year %d: %w", r.After, err)
	}
	report := &Report{Country: r.Code, Before: r.Before, After: r.After, Period: r.Grid.Period, Figures: compareCells(before, after), grid: r.Grid}
	if report.Files, err = comparePrograms(files, old, new); err != nil {
		return nil, err
	}
	stages, err := switches(r.Files, r.Folder, r.Before, r.After)
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
