package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/tables"
)

// rateInputs are the inputs of a case of rates. An empty date means the first day of every
// edition.
var rateInputs = []string{"country", "state", "county", "city", "postal_code", "date"}

// rateChecker replays cases of travel rates.
type rateChecker struct {
	set    *Set
	regime *tables.Regime
}

// prepareRates returns a function that makes a checker for rates.
func (s *Set) prepareRates(book *tables.Book) (func() checker, error) {
	if book == nil {
		return nil, fmt.Errorf("set %s asks for rates: it needs travel tables", s.Name)
	}
	regime := book.Regime(s.Rates)
	if regime == nil || len(regime.Editions) == 0 {
		return nil, fmt.Errorf("set %s: the tables have no regime %s with rates", s.Name, s.Rates)
	}
	for _, input := range s.inputs {
		if !slices.Contains(rateInputs, input) {
			return nil, fmt.Errorf("set %s: input %q is not one of %q%s", s.Name, input, rateInputs, nearest(input, rateInputs))
		}
	}
	return func() checker { return &rateChecker{s, regime} }, nil
}

func (c *rateChecker) close() {}

func (c *rateChecker) check(i int, report func(Comparison)) {
	of := &c.set.cases[i]
	for rate, err := range c.rates(i) {
		for j, output := range c.set.outputs {
			want := of.want[j]
			if want == "" && output != candidatesOutput {
				continue
			}
			found := Comparison{Case: of.name, Output: output, Want: want}
			switch {
			case output == meantOutput:
				found.Got = meant(rate, err, want)
			case output == areasOutput:
				found.Got = areas(rate, err, want)
			case output == saysOutput, output == neverOutput:
				found.Got = said(rate, err, want, output == saysOutput)
			case err != nil && output != errorOutput:
				found.Got = err.Error()
			default:
				found.Got = c.got(rate, err, output)
			}
			found.judge(c.set.known(of.name, output), func(text string) bool { return found.Got == text || sameAmount(found.Got, text) })
			report(found)
		}
	}
}

// rates yields the rate of case i on each of its days, or the refusal.
func (c *rateChecker) rates(i int) iter.Seq2[*tables.Rate, error] {
	return func(yield func(*tables.Rate, error) bool) {
		var q tables.Query
		for at, input := range c.set.inputs {
			*map[string]*string{
				"country": &q.Country, "state": &q.State, "county": &q.County, "city": &q.City, "postal_code": &q.PostalCode, "date": &q.Date,
			}[input] = c.set.cases[i].inputs[at]
		}
		if q.Date != "" {
			yield(c.regime.Resolve(&q))
			return
		}
		for _, edition := range c.regime.Editions {
			q.Date = edition.Valid.From
			if !yield(c.regime.Resolve(&q)) {
				return
			}
		}
	}
}

// Outputs of a case of rates that are not a column of the regime's table.
const (
	errorOutput      = "error"
	candidatesOutput = "candidates"
	meantOutput      = "meant"
	areasOutput      = "areas" // ids that must be among the candidates
	saysOutput       = "says"  // what fallbacks, notes or the message must contain
	neverOutput      = "never" // and must not
)

// candidatesOf returns the candidates of an answer or a refusal.
func candidatesOf(rate *tables.Rate, err error) []tables.Candidate {
	var refusal *tables.Refusal
	switch {
	case errors.As(err, &refusal):
		return refusal.Candidates
	case err != nil:
		return nil
	}
	return rate.Candidates
}

// areas returns want if the candidates have all its areas, and otherwise theirs.
func areas(rate *tables.Rate, err error, want string) string {
	var all []string
	for _, c := range candidatesOf(rate, err) {
		if c.Area != nil {
			all = append(all, c.Area.ID)
		}
	}
	for id := range strings.FieldsSeq(want) {
		if !slices.Contains(all, id) {
			return strings.Join(all, " ")
		}
	}
	return want
}

// said returns want if the texts contain all its parts, or none of them, and otherwise the
// texts.
func said(rate *tables.Rate, err error, want string, contained bool) string {
	var all []string
	if err != nil {
		all = []string{err.Error()}
	} else {
		for _, text := range slices.Concat(rate.Fallbacks, rate.Notes) {
			all = append(all, text.English)
		}
	}
	text := strings.Join(all, " ")
	for part := range strings.SplitSeq(want, "; ") {
		if strings.Contains(text, part) != contained {
			return text
		}
	}
	return want
}

// meant returns want if the candidates have all its entries, such as "AT Vienna/Wien",
// each by one of its names; otherwise it lists the candidates.
func meant(rate *tables.Rate, err error, want string) string {
	candidates := candidatesOf(rate, err)
	all := make([]string, len(candidates))
	for i := range candidates {
		all[i] = candidates[i].Country.Code + " " + candidates[i].City.English
	}
	for entry := range strings.SplitSeq(want, "; ") {
		country, names, _ := strings.Cut(entry, " ")
		if !slices.ContainsFunc(strings.Split(names, "/"), func(name string) bool { return slices.Contains(all, country+" "+name) }) {
			return cmp.Or(strings.Join(all, "; "), "none")
		}
	}
	return want
}

// got returns an output of a rate in the form of the cases.
func (c *rateChecker) got(rate *tables.Rate, err error, output string) string {
	if refusal, ok := err.(*tables.Refusal); ok {
		return refusal.Code
	}
	switch output {
	case errorOutput:
		return "an answer"
	case "id":
		return rate.Area.ID
	case candidatesOutput:
		ids := make([]string, len(rate.Candidates))
		for i := range rate.Candidates {
			ids[i] = rate.Candidates[i].Area.ID
		}
		return strings.Join(ids, " ")
	case "fallbacks":
		return someOrNone(rate.Fallbacks)
	case "notes":
		return someOrNone(rate.Notes)
	case "valid_from":
		return rate.Area.Edition.Valid.From
	case "country":
		return rate.Location.Country.Code
	case "county":
		return rate.Location.County
	case "state":
		return rate.Location.State
	case "currency":
		return rate.Row.Currency
	case "lodging_currency":
		return rate.Row.LodgingCurrency
	case "season_from":
		return rate.Season().From
	case "season_to":
		return rate.Season().To
	case "lodging":
		return rate.Regime.Lodging(rate.Row).String()
	case "meals":
		return rate.Regime.Meals(rate.Row).String()
	}
	switch value := rate.Column(output); {
	case !value.Given:
		return "nothing"
	case value.Flag:
		return "yes"
	case rate.Regime.IsFlag(output):
		return "no"
	default:
		return value.Amount.String()
	}
}

func someOrNone(texts []tables.Text) string {
	if len(texts) > 0 {
		return "some"
	}
	return "none"
}

// sameAmount reports whether two texts are the same number.
func sameAmount(got, want string) bool {
	a, errA := number.Parse(got)
	b, errB := number.Parse(want)
	return errA == nil && errB == nil && a.Cmp(b) == 0
}

// EachRate calls show with each rate that the cases of a set get.
func (s *Set) EachRate(book *tables.Book, show func(rate *tables.Rate)) error {
	newChecker, err := s.prepareRates(book)
	if err != nil {
		return err
	}
	c := newChecker().(*rateChecker)
	for i := range s.cases {
		for rate, err := range c.rates(i) {
			if err == nil {
				show(rate)
			}
		}
	}
	return nil
}
