package review

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// likelyChange is the largest difference of a figure's change from the year's median change
// that is not reported, in percent. A change that the law makes to many figures, such as an
// indexation, is the median.
const likelyChange = 15

// fewestChanges is the number of changed figures that have a median.
const fewestChanges = 5

// unlikely reports whether a figure changes much more or less than the figures of the year do.
func (r *review) unlikely(before, y rules.Stretch, was, is number.Decimal) bool {
	change, has := percentChange(was, is)
	return has && !change.IsZero() && change.Sub(r.median(before, y)).Abs().Cmp(number.New(likelyChange, 0)) > 0
}

// misplaced reports whether a figure is more than five times another, or less than a fifth,
// as if its decimal point had moved. No reason answers that.
func misplaced(was, is number.Decimal) bool {
	five := number.New(5, 0)
	return was.Sign() > 0 && is.Sign() > 0 && (is.Cmp(was.Mul(five)) > 0 || was.Cmp(is.Mul(five)) > 0)
}

// percentChange returns the change from one figure to another in percent; it does not have one
// from or to zero, or if the sign changes.
func percentChange(was, is number.Decimal) (number.Decimal, bool) {
	if was.Sign() <= 0 || is.Sign() <= 0 {
		return number.Decimal{}, false
	}
	change, err := is.Sub(was).Mul(number.New(100, 0)).Quo(was, 2, number.HalfUp)
	return change, err == nil
}

// median returns the median change of the figures that both years have and that changed; zero
// if they are few.
func (r *review) median(before, y rules.Stretch) number.Decimal {
	if known, is := r.medians[y.Label+y.PayDate]; is {
		return known
	}
	var changes []number.Decimal
	for _, p := range y.Parameters {
		old := before.Parameter(p.Name)
		if old == nil {
			continue
		}
		figures := figuresOf(old)
		for _, f := range rules.Flat(p) {
			if change, has := percentChange(figures[f.Key], f.Value); has && !change.IsZero() {
				changes = append(changes, change)
			}
		}
	}
	median := number.Decimal{}
	if len(changes) >= fewestChanges {
		slices.SortFunc(changes, number.Decimal.Cmp)
		median = changes[len(changes)/2]
	}
	if r.medians == nil {
		r.medians = map[string]number.Decimal{}
	}
	r.medians[y.Label+y.PayDate] = median
	return median
}

// figuresOf returns the figures of a parameter by key.
func figuresOf(p *types.Parameter) map[string]number.Decimal {
	figures := map[string]number.Decimal{}
	for _, f := range rules.Flat(p) {
		figures[f.Key] = f.Value
	}
	return figures
}

// label reports a year whose label is that of another year.
func (r *review) label(y rules.Stretch) {
	if !strings.Contains(y.Label, strconv.Itoa(y.Number)) {
		r.warn(y.ValidAt, "other-year", "the label of the year "+strconv.Itoa(y.Number)+" is "+y.Label, "Write a label that begins with the year.")
	}
}

// calendar reports a year that is shorter or longer than a year.
func (r *review) calendar(y rules.Stretch) {
	if last := moved(y.From, 1, -1); last != y.To {
		r.fail(y.ValidAt, "wrong-calendar", "the year "+y.Label+" ends on "+y.To+", not on "+last, "Write the last day of the year: every day belongs to one.")
	}
}

// moved returns a day such as 2026-01-01, years and days later.
func moved(day string, years, days int) string {
	at, _ := time.Parse(time.DateOnly, day) // the loader read it
	return at.AddDate(years, 0, days).Format(time.DateOnly)
}
