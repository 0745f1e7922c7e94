package yeardiff

import (
	"fmt"
	"io"
)

// History says how net pay has moved over several years or days.
type History struct {
	Country string  `json:"country"`
	Period  string  `json:"period"`
	Moves   []Moves `json:"people"`
}

// Moves are the changes of one person's net pay at one salary, one after the other.
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

// WriteText writes the history for people.
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
