package yeardiff

import (
	"fmt"
	"io"
	"path"
	"strconv"

	"github.com/payslate/payslate/rulecheck/ruletext"
)

// Report is the comparison of two years of a country.
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

// Request selects what to compare.
type Request struct {
	Files  ruletext.Files
	Folder string // of the country
	Code   string // of the country
	Before Point
	After  Point
	Grid   *Grid
}

// Compare compares two years, or days of them. It calls progress after each person and
// salary.
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

// side is one side of a comparison, with the files of its day.
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

// History is the change of net pay over several years or days.
type History struct {
	Country string  `json:"country"`
	Period  string  `json:"period"`
	Moves   []Moves `json:"people"`
}

// Moves are the successive changes of one person's net pay at one salary.
type Moves struct {
	Person string `json:"person"`
	Gross  string `json:"gross"`
	Steps  []Step `json:"steps"`
}

// Step is the change from one year or day to the next.
type Step struct {
	Before Point  `json:"from"`
	After  Point  `json:"to"`
	Effect Effect `json:"change"`
}

// CompareAll compares each year or day with the next.
func CompareAll(r Request, points []Point, progress func(people int)) (*History, error) {
	h := &History{Country: r.Code, Period: r.Grid.Period}
	for i := range points[1:] {
		r.Before, r.After = points[i], points[i+1]
		report, err := Compare(r, progress)
		if err != nil {
			return nil, err
		}
		for k, e := range report.Effects {
			if i == 0 {
				h.Moves = append(h.Moves, Moves{Person: e.Person, Gross: e.Gross})
			}
			h.Moves[k].Steps = append(h.Moves[k].Steps, Step{r.Before, r.After, e})
		}
	}
	return h, nil
}

// WriteText writes the history as text.
func (h *History) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s: net pay of a %s\n", h.Country, h.Period)
	for _, m := range h.Moves {
		fmt.Fprintf(w, "\n  %s, gross %s\n", m.Person, m.Gross)
		for i, s := range m.Steps {
			if s.Effect.Refused != "" {
				fmt.Fprintf(w, "    %v → %v  %s\n", s.Before, s.After, s.Effect.Refused)
				continue
			}
			if i == 0 || m.Steps[i-1].Effect.Refused != "" {
				fmt.Fprintf(w, "    %v  %s\n", s.Before, s.Effect.BeforeText)
			}
			fmt.Fprintf(w, "    %v  %s  %s\n", s.After, s.Effect.AfterText, s.Effect.Change)
			for _, c := range s.Effect.Causes {
				fmt.Fprintf(w, "      %10s  %s\n", c.Text, c.Key)
			}
		}
	}
	return nil
}
