package tables

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/wording"
)

// result collects the lines, limits and notes of the rules.
func (x *tripRun) result() *Allowances {
	a := &Allowances{Regime: x.regime, Lines: []AllowanceLine{}}
	if x.rules.limits >= 0 && x.run.Outcome().Output(x.rules.limits).Bool() {
		a.Limits = []Limit{}
	}
	lines := slices.Collect(x.run.Outcome().Lines)
	slices.SortStableFunc(lines, func(a, b run.Line) int {
		return cmp.Or(cmp.Compare(a.Value(lineDate).Int(), b.Value(lineDate).Int()), slices.Index(amountKinds, a.Word(lineKind))-slices.Index(amountKinds, b.Word(lineKind)))
	})
	for _, line := range lines {
		date, location := dayText(line.Value(lineDate).Int()), x.texts[line.Word(lineLocation)]
		if line.Word(lineKind) == limitLine {
			if a.Limits != nil {
				a.Limits = appendOnce(a.Limits, Limit{string(line.AppendText(nil, lineRule, wording.English)), location, date, dayText(line.Value(lineUntil).Int())})
			}
			continue
		}
		if amount, _ := line.Number(lineAmount); !amount.IsZero() {
			a.Lines = append(a.Lines, AllowanceLine{
				date, LineKind(line.Word(lineKind)), location, line.Word(lineMeal), amount, line.Word(lineCurrency), line.Text(lineRule), x.texts[line.Word(lineSource)],
			})
		}
	}
	x.addUp(a)
	x.addSources(a)
	for note := range x.run.Outcome().EachNote {
		a.Notes = appendOnce(a.Notes, note.Text())
		if code := note.Warning(); code != "" {
			a.Warnings = appendOnce(a.Warnings, Warning{Code: code, Message: note.Message(), Field: remedy.Path(note.Loc())})
		}
	}
	return a
}

// addUp totals the lines by currency. Without lines, the total is 0 in the currency of
// the first place.
func (x *tripRun) addUp(a *Allowances) {
	for i := range a.Lines {
		line := &a.Lines[i]
		at := slices.IndexFunc(a.Totals, func(t Totals) bool { return t.Currency == line.Currency })
		if at < 0 {
			at = len(a.Totals)
			a.Totals = append(a.Totals, Totals{Currency: line.Currency})
		}
		t := &a.Totals[at]
		t.All = t.All.Add(line.Amount)
		switch line.Kind {
		case MealsLine:
			t.Meals = t.Meals.Add(line.Amount)
		case DeductionLine:
			t.Deductions = t.Deductions.Add(line.Amount)
		case LodgingLine:
			t.Lodging = t.Lodging.Add(line.Amount)
		}
	}
	if len(a.Totals) == 0 {
		a.Totals = []Totals{{Currency: x.rates[0].rate.Row.Currency}}
	}
}

// addSources lists the tables that were used, by date, and the fallbacks and notes of
// their rates.
func (x *tripRun) addSources(a *Allowances) {
	for i := range x.rates {
		rate := x.rates[i].rate
		from := rate.Area.Edition
		a.Sources = appendOnce(a.Sources, TripSource{from.Source, shared(from.Valid, rate.edition.Valid), from.AsOf})
		for _, text := range rate.Fallbacks {
			a.Fallbacks = appendOnce(a.Fallbacks, text)
		}
		for _, text := range rate.Notes {
			a.Notes = appendOnce(a.Notes, text)
		}
		for _, w := range rate.Warnings {
			if place := x.rates[i].place; place >= 0 && w.Field != "" {
				w.Field = remedy.Path([]any{listLegs, int(place), w.Field})
			} else {
				w.Field = ""
			}
			a.Warnings = appendOnce(a.Warnings, w)
		}
	}
	slices.SortStableFunc(a.Sources, func(s, t TripSource) int { return cmp.Compare(s.Valid.From, t.Valid.From) })
}

// appendOnce appends an item unless the list has it.
func appendOnce[T any](list []T, item T) []T {
	if slices.ContainsFunc(list, func(known T) bool { return reflect.DeepEqual(known, item) }) {
		return list
	}
	return append(list, item)
}
