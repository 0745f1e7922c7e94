package rules

import (
	"slices"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/wording"
)

// The texts of service.yaml, and with them the warnings, of amounts that were probably meant
// otherwise.
const (
	periodDoubtful  = "period_doubtful"
	periodDivided   = "period_doubtful_divided"
	percentDoubtful = "percent_doubtful"
	percentBounded  = "percent_doubtful_bounded"
)

// doubt warns of what few people mean: regular pay of a period that comes to more than
// Country.doubtfulAbove a year, and percentages below Field.DoubtfulBelow. whole is the period
// to send for the pay of a year; empty if there is none.
func (b *Book) doubt(r *Result, s *Scenario, regular number.Decimal, whole string) {
	c, from := r.Country, len(r.Warnings)
	perYear := number.New(c.PerYear(r.Period), 0)
	annual := regular.Mul(perYear)
	if c.DoubtfulAbove.Sign() > 0 && annual.Cmp(c.DoubtfulAbove) > 0 && r.Period != c.wholeYear() {
		name := periodDoubtful
		if whole == "" || !b.accepts(s, r.Gross, whole) {
			name = periodDivided
		}
		part, _ := regular.Quo(perYear, 2, number.HalfUp)
		divided := any(nil)
		if regular.Cmp(c.DoubtfulAbove) <= 0 && b.accepts(s, part, r.Period) {
			divided = part.Trim()
		}
		b.warn(r, s, name, nil, "gross", wording.Amount(regular, 2), "currency", c.Currency, "period", r.Period, "annual", wording.Amount(annual, 2), "whole", whole,
			"count", perYear.String(), "divided", divided, "part", wording.Amount(part, 2))
	}
	for i := range s.Values {
		if s.Values[i].Given() {
			b.doubtPercent(r, s, &c.Fields[i], &s.Values[i], nil)
		}
	}
	for i := range r.Warnings[from:] {
		r.Warnings[from+i].Doubtful = true
	}
}

// accepts reports whether a scenario has an answer with another gross or period, which a warning
// offers.
func (b *Book) accepts(s *Scenario, gross number.Decimal, period string) bool {
	other := *s
	other.Amount, other.Period, other.Without = gross, period, AllLines|AppliedProfile|AllNotes
	result, err := b.Net(&other)
	if err == nil {
		result.Release()
	}
	return err == nil
}

// doubtPercent warns of the percentages of a field and of its items; record is where the record
// with the field stands in a request, nil for the profile.
func (b *Book) doubtPercent(r *Result, s *Scenario, f *Field, v *Value, record []any) {
	if v.Number.Sign() > 0 && v.Number.Cmp(f.DoubtfulBelow) < 0 {
		loc := r.Country.within(f, record)
		meant, sent, most, name := v.Number.Mul(hundred).Trim(), any(nil), number.Decimal{}, percentDoubtful
		switch {
		case f.Max != nil && meant.Cmp(*f.Max) > 0:
			most, name = *f.Max, percentBounded
		case f.CheckNumber(meant) == 0:
			sent = meant
		}
		b.warn(r, s, name, loc, "field", f.Name, "value", wording.Number(v.Number.Trim()), "meant", wording.Number(meant), "most", wording.Number(most), "percent", sent)
	}
	for at, item := range v.Items {
		of := append(r.Country.within(f, record), at)
		for i := range item.Values {
			b.doubtPercent(r, s, &item.Kind.Fields[i], &item.Values[i], of)
		}
	}
}

// within returns where a field of a record stands in a request.
func (c *Country) within(f *Field, record []any) []any {
	if record == nil {
		record = []any{c.ProfileKey}
	}
	return append(slices.Clip(record), f.Name)
}

// warn adds a text of the service to the warnings if it is one, and returns it; loc is the
// place of the field to send instead, unless the warning says it.
func (b *Book) warn(r *Result, s *Scenario, name string, loc []any, values ...any) string {
	text := b.service.text(name, values...)
	if warning, warns := b.service.warnings[name]; warns {
		if warning.Field != "" {
			loc = []any{warning.Field}
		}
		warning.Message, warning.Field, warning.Remedies = text, remedy.Path(loc), hostfile.FillRemedies(b.service.remedies[name], loc, values...)
		r.Warnings = append(r.Warnings, warning)
	}
	return text.In(s.Language)
}

// wholeYear is the period that is the year; empty if the country does not have it.
func (c *Country) wholeYear() string {
	if at := slices.Index(c.perYear, 1); at >= 0 {
		return c.Periods[at]
	}
	return ""
}

// regular is the part of a gross that is paid each period.
func (s *Scenario) regular(c *Country, gross number.Decimal) number.Decimal {
	if at := c.oneOffAt; at >= 0 && at < len(s.Values) && s.Values[at].Given() {
		return gross.Sub(cents(s.Values[at].Number))
	}
	return gross
}
