package tables

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/wording"
)

// result collects the lines, limits and notes of the rules.
func (x *tripRun) result() *Allowances {
	a := &Allowances{Regime: x.regime}
	lines := slices.Collect(x.run.Outcome().Lines)
	order := inOrder(lines)
	a.Lines = make([]AllowanceLine, 0, len(order))
	if x.rules.limits >= 0 && x.run.Outcome().Output(x.rules.limits).Bool() {
		a.Limits = []Limit{}
	}
	for _, place := range order {
		line := &lines[place.line]
		if place.kind < 0 {
			x.addLimit(a, line)
			continue
		}
		amount, _ := line.Number(lineAmount)
		if amount.IsZero() {
			continue
		}
		a.Lines = append(a.Lines, AllowanceLine{
			Date: dayText(place.date), Kind: lineKinds[place.kind], Location: x.texts[line.Word(lineLocation)], Meal: line.Word(lineMeal),
			Amount: amount, Currency: line.Word(lineCurrency), Rule: line.Text(lineRule), Source: x.texts[line.Word(lineSource)],
		})
	}
	x.addUp(a)
	x.addSources(a)
	for note := range x.run.Outcome().EachNote {
		text := note.Text()
		a.Notes = appendOnce(a.Notes, text)
		if code := note.Warning(); code != "" {
			a.warn(Warning{code, note.Message(), pathOf(note.Field())})
		}
	}
	return a
}

// warn adds a warning unless it is listed.
func (a *Allowances) warn(w Warning) {
	for _, known := range a.Warnings {
		if known.Code == w.Code && known.Field == w.Field && wording.Equal(known.Message, w.Message) {
			return
		}
	}
	a.Warnings = append(a.Warnings, w)
}

// pathOf returns the dotted path of a field: an input, the index in its list, or -1, and
// the field of the record there.
func pathOf(input string, index int, member string) string {
	path := input
	if index >= 0 {
		path += "[" + strconv.Itoa(index) + "]"
	}
	if member != "" {
		path += "." + member
	}
	return path
}

// addLimit adds a limit unless it is listed.
func (x *tripRun) addLimit(a *Allowances, line *run.Line) {
	begins, ends := line.Value(lineDate).Int(), line.Value(lineUntil).Int()
	limit := Limit{
		Rule: string(line.AppendText(nil, lineRule, wording.English)), Workplace: x.texts[line.Word(lineLocation)],
		Begins: dayText(begins), Ends: dayText(ends),
	}
	if a.Limits != nil && !slices.ContainsFunc(a.Limits, limit.same) {
		a.Limits = append(a.Limits, limit)
	}
}

// lineOrder is the sort key of a line: its date, its kind, and its place in the rules'
// output.
type lineOrder struct {
	date       int64
	kind, line int // kind is -1 for a limit
}

func inOrder(lines []run.Line) []lineOrder {
	order := make([]lineOrder, len(lines))
	for i, line := range lines {
		date := line.Value(lineDate).Int()
		order[i] = lineOrder{date, slices.Index(lineKinds, LineKind(line.Word(lineKind))), i}
	}
	slices.SortFunc(order, func(a, b lineOrder) int {
		return cmp.Or(cmp.Compare(a.date, b.date), a.kind-b.kind, a.line-b.line)
	})
	return order
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
		source := TripSource{Source: from.Source, Valid: shared(from.Valid, rate.edition.Valid), AsOf: from.AsOf}
		if !slices.ContainsFunc(a.Sources, source.same) {
			a.Sources = append(a.Sources, source)
		}
		for _, text := range rate.Fallbacks {
			a.Fallbacks = appendOnce(a.Fallbacks, text)
		}
		for _, text := range rate.Notes {
			a.Notes = appendOnce(a.Notes, text)
		}
		for _, w := range rate.Warnings {
			if place := x.rates[i].place; place >= 0 && w.Field != "" {
				w.Field = pathOf(listLegs, int(place), w.Field)
			} else {
				w.Field = ""
			}
			a.warn(w)
		}
	}
	slices.SortStableFunc(a.Sources, func(s, t TripSource) int { return cmp.Compare(s.Valid.From, t.Valid.From) })
}

func appendOnce(list []Text, text Text) []Text {
	if slices.ContainsFunc(list, func(known Text) bool { return wording.Equal(known, text) }) {
		return list
	}
	return append(list, text)
}
