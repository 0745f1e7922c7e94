package rules

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/number"
)

// Scenario is a question about one pay period, already checked against the
// schema (types, ranges, lengths).
type Scenario struct {
	Country *Country
	Year    int
	// PayDate is the day of payment, such as 2026-03-15. It chooses the law of that day;
	// empty if none was sent.
	PayDate string
	// Period is a period of the service (year, month, …), which the country need not use.
	Period string
	// Amount is the gross (or, for net to gross, the target net) of the period
	// as sent, with any number of decimals.
	Amount number.Decimal
	// Profile holds the values sent, by name; nil if none were sent.
	Profile Profile
	// Values replaces Profile for callers that have already checked a request against
	// Country.Fields: the values sent, in that order.
	Values []Value
	// Language is the language of the answer's texts.
	Language Language
	// WithLabel requests the Label of the answer, which takes time to write.
	WithLabel bool
	// OtherProfile is the code of another country whose profile was sent, empty if none
	// was.
	OtherProfile string

	// Without are parts of the answer that are not wanted.
	Without Parts

	// paysOneOff says that the plan of a year pays some: no note advises to send it.
	paysOneOff bool
}

// Parts are parts of an answer that take time to make.
type Parts uint8

// The parts: the rule, rate and base of lines; the lines, but not their sums; the applied profile;
// notes and warnings.
const (
	LineDetails Parts = 1 << iota
	AllLines
	AppliedProfile
	AllNotes
)

func (s *Scenario) wants(part Parts) bool { return s.Without&part == 0 }

var errNoCountry = errors.New("the scenario has no country")

// find finds the year of a scenario and the index of its period, and puts its profile
// in order. The error is a *Refusal if the question has no answer.
func (b *Book) find(s *Scenario) (*Scenario, *year, int, error) {
	if s == nil || s.Country == nil {
		return nil, nil, 0, errNoCountry
	}
	c := s.Country
	name := c.Name
	if c.Status != Available {
		return nil, nil, 0, b.refuseOf("invalid_input", "planned_country", name, "country")
	}
	y := c.year(s.Year)
	if y == nil {
		return nil, nil, 0, b.noYear(c, s.Year)
	}
	period := slices.Index(c.Periods, s.Period)
	if period < 0 {
		return nil, nil, 0, b.refuseOf("invalid_input", "period_not_used", name, periodInput, "period", s.Period, "periods", strings.Join(c.Periods, ", "))
	}
	if s.OtherProfile != "" {
		return nil, nil, 0, b.refuseOf("invalid_input", "other_profile", name, strings.ToLower(s.OtherProfile), "other", s.OtherProfile)
	}
	if s.Profile != nil {
		values, err := b.profileValues(c, s.Profile)
		if err != nil {
			return nil, nil, 0, err
		}
		named := *s
		named.Profile, named.Values, s = nil, values, &named
	}
	if err := b.ofYear(y, s.Values); err != nil {
		return nil, nil, 0, err
	}
	if err := b.repeated(c, s.Values); err != nil {
		return nil, nil, 0, err
	}
	y, err := b.onDay(y, s)
	if err == nil {
		err = b.ofDay(y, s.Values)
	}
	if err == nil {
		err = y.ready()
	}
	return s, y, period, err
}

// onDay returns the stretch for a scenario: of the day sent, of the day that the country
// chooses, or else the last.
func (b *Book) onDay(y *year, s *Scenario) (*year, error) {
	if s.PayDate != "" {
		return b.stretchOn(y, s.PayDate, "pay_date_outside_year", payDateInput)
	}
	if y.lawDate == nil {
		return y, nil
	}
	run := y.lawDate.Run()
	defer run.Release()
	if err := y.ask(run, s); err != nil {
		return nil, err
	}
	text := run.Outcome().Output(0).String()
	day := dayNumber(text)
	if day < y.from || day > y.to {
		return nil, fmt.Errorf("program %s of %s answers %s, which is not in year %s", lawDateProgram, y.country.Code, text, y.label)
	}
	return y.on(day), nil
}

// stretchOn returns the stretch of a day that was sent in a field. The error names the
// days of the year.
func (b *Book) stretchOn(y *year, date, text, field string) (*year, error) {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return nil, fmt.Errorf("%s: %w", field, err)
	}
	day := dayNumber(date)
	if day < y.from || day > y.to {
		fitting := any(nil)
		for _, other := range y.country.years {
			if day >= other.from && day <= other.to {
				fitting = other.number
			}
		}
		return nil, b.refuseOf("invalid_input", text, y.country.Name, field, "date", date, "year", y.label, "from", dayText(y.from), "to", dayText(y.to), "fitting", fitting)
	}
	return y.on(day), nil
}

// noYear refuses a year that the book does not have or that is closed.
func (b *Book) noYear(c *Country, number int) *Refusal {
	year, years := strconv.Itoa(number), numberList(c.Years)
	nearest := slices.MinFunc(c.Years, func(a, b int) int { return max(a-number, number-a) - max(b-number, number-b) })
	if slices.Contains(c.Archive, number) {
		return b.refuseOf("unsupported_year", "archived_year", c.Name, yearInput, "year", year, "years", years, "nearest", nearest, "archive", numberList(c.Archive))
	}
	return b.refuseOf("unsupported_year", "unsupported_year", c.Name, yearInput, "year", year, "years", years, "nearest", nearest)
}

// refuseOf refuses a field with a text of the service that names the country.
func (b *Book) refuseOf(code, text string, country Text, field string, values ...any) *Refusal {
	return b.refuseAt(code, text, []any{field}, append(values, "country", country)...)
}

// refuseAt refuses the field at a place with a text of the service and its remedies.
func (b *Book) refuseAt(code, text string, loc []any, values ...any) *Refusal {
	return &Refusal{Code: code, Loc: loc, Message: b.service.text(text, values...), Remedies: hostfile.FillRemedies(b.service.remedies[text], loc, values...)}
}
