package proof

import (
	"fmt"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// subject is a year's law with a pay period, for which profiles are proved.
type subject struct {
	book    *rules.Book
	country *rules.Country
	fields  []rules.Field
	year    *Year
	period  string
	highest int64 // cents
}

// month is the period that is proved at every cent.
const month = "month"

// current returns the years of a book, the newest of each country first.
func current(book *rules.Book) (list []*Year, err error) {
	for _, country := range book.Countries() {
		if country.Status() != rules.Available {
			continue
		}
		for _, number := range slices.Backward(country.Years()) {
			for _, law := range country.Laws(number) {
				y := &Year{Country: country.Code(), Number: number, Law: law, Archive: country.Archived(number)}
				if y.Digest, err = country.Digest(number, law); err != nil {
					return nil, err
				}
				list = append(list, y)
			}
		}
	}
	return list, nil
}

// subject returns the year with a pay period. Highest is the largest monthly gross, which is
// converted to the period.
func (y *Year) subject(book *rules.Book, period string, highest int64) (*subject, error) {
	country, ok := book.Country(y.Country)
	if !ok {
		return nil, fmt.Errorf("the rules have no country %s", y.Country)
	}
	cents, err := number.New(highest*country.PerYear(month), 0).Quo(number.New(country.PerYear(period), 0), 0, number.Down)
	if err != nil {
		return nil, err
	}
	s := &subject{book: book, country: country, fields: country.Fields(), year: y, period: period}
	s.highest, _ = cents.Units(0)
	return s, nil
}

// String names the subject in messages.
func (s *subject) String() string { return s.year.Name() + " " + s.period }

func (s *subject) scenario(p profile) (*rules.Scenario, error) {
	values, err := p.values(s.fields)
	return &rules.Scenario{Country: s.country, Year: s.year.Number, PayDate: s.year.Law, Period: s.period, Values: values}, err
}

// takeHome returns the scenario and the take-home pay of a profile.
func (s *subject) takeHome(p profile) (*rules.Scenario, *rules.TakeHome, error) {
	scenario, err := s.scenario(p)
	if err != nil {
		return nil, nil, err
	}
	take, err := s.book.TakeHome(scenario)
	return scenario, take, err
}
