package conformance

import (
	"path"

	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/tables"
)

// tripProgram is the program that answers a trip.
const tripProgram = "trip"

// followTrip follows a journey through the trip rules of its regime.
func (t *Tracker) followTrip(s *Set, i int, show func(Trail) error) error {
	operation, err := t.subject.operation(s)
	if err != nil {
		return err
	}
	id, journey, err := operation.Journey(s.answers[i].text)
	if err != nil {
		return err
	}
	regime := t.subject.Tables.Regime(id)
	if regime == nil || len(regime.Editions) == 0 {
		return nil // a regime that is refused before any rule
	}
	counter := t.trips[id]
	if counter == nil {
		if counter, err = regime.CountTrips(); err != nil {
			return err
		}
		t.trips[id] = counter
	}
	trail := Trail{Case: i, Program: path.Join(id, tripProgram)}
	for _, meals := range journey.Meals {
		trail.Words = append(trail.Words, meals.Meals...)
	}
	var shown error
	err = counter.Count(journey, func(executable *execution.Executable, run *execution.Run) {
		trail.Executable, trail.Run = executable, run
		shown = show(trail)
	})
	if err == nil {
		err = shown
	}
	return err
}

// FollowRates shows each rate that the cases of a set of rates get, with the
// columns of its row that the case compares.
func (s *Set) FollowRates(book *tables.Book, show func(rate *tables.Rate, columns []string)) error {
	newChecker, err := s.prepareRates(book)
	if err != nil {
		return err
	}
	c := newChecker().(*rateChecker)
	for i := range s.table.rows {
		query := c.query(s.table.rows[i].inputs)
		compared := c.compared(s.table.rows[i].want)
		for _, day := range c.days(&query) {
			query.Date = day
			if rate, err := c.regime.Resolve(&query); err == nil {
				show(rate, compared)
			}
		}
	}
	return nil
}

// compared lists the columns of the table that a case has expectations of.
func (c *rateChecker) compared(want []string) []string {
	var columns []string
	for j, output := range c.set.table.outputs {
		switch {
		case want[j] == "":
		case output == "lodging":
			columns = append(columns, c.regime.LodgingColumn())
		case output == "meals":
			columns = append(columns, c.regime.MealsColumn())
		default:
			columns = append(columns, output)
		}
	}
	return columns
}
