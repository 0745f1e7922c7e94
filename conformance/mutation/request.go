package mutation

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// Requests looks, for each figure that nothing notices, for a request about net pay whose amounts
// depend on it, and returns them by the names of the figures. It tries first what like has for a
// figure, and gives up after a fixed number of questions.
func (n *Noticing) Requests(ctx context.Context, country *rules.Country, year int, unnoticed []Figure, like map[string]map[string]any) (map[string]string, error) {
	n.gather()
	sought := func(r *read) []figure {
		unlike := 0
		return slices.DeleteFunc(r.figures(n.Year), func(f figure) bool {
			if f.table != nil || !slices.ContainsFunc(unnoticed, func(of Figure) bool { return of.Name == f.Name }) {
				return true
			}
			if like[f.Name] == nil {
				unlike++
			}
			return like[f.Name] == nil && unlike > mostSought
		})
	}
	figures := sought(n.read())
	found := make([]string, len(figures))
	asked := n.questions(country, year)
	err := n.each(ctx, len(figures), func(t *trying) func(i int) {
		own := sought(t.read)
		answers := map[string]string{} // without a change
		return func(i int) {
			f, profiles := &own[i], asked
			if first := like[f.Name]; first != nil {
				profiles = append([]map[string]any{first}, asked...)
			}
			changes := neighbours(f.node.Text)
			for _, text := range changes[max(0, len(changes)-2):] { // the larger ones
				if found[i] == "" {
					with(f.node, text, func() {
						if after, err := t.open(rules.Options{Lazy: true}); err == nil {
							found[i] = differing(t.before, after, profiles, paysAround(country, f.Value), answers)
						}
					})
				}
			}
		}
	})
	requests := map[string]string{}
	for i, f := range figures {
		requests[f.Name] = found[i]
	}
	return requests, err
}

// MovedSince returns a function that moves an amount beside a figure of the year before as the figure
// moved since: a request at a limit of that year stands at the limit of this one.
func (n *Noticing) MovedSince(before string) func(number.Decimal) number.Decimal {
	type move struct{ was, by number.Decimal }
	var moves []move
	if before != "" {
		now := map[string]string{}
		for _, f := range n.read().figures(n.Year) {
			now[f.Name] = f.Value
		}
		for _, f := range readYear(n.Files, before).figures(before) {
			was, err := number.Parse(f.Value)
			is, wrong := number.Parse(now[f.Name])
			if err == nil && wrong == nil && was.Cmp(number.New(leastLimit, 0)) >= 0 && was.Cmp(is) != 0 {
				moves = append(moves, move{was, is.Sub(was)})
			}
		}
	}
	return func(amount number.Decimal) number.Decimal {
		for _, m := range moves {
			if amount.Sub(m.was).Abs().Cmp(number.New(1, 0)) <= 0 {
				return amount.Add(m.by)
			}
		}
		return amount
	}
}

// leastLimit is the least figure that MovedSince takes for a limit.
const leastLimit = 1000

// mostSought bounds the figures for which a request is looked for that nothing is like, and
// mostQuestions the search for one.
const (
	mostSought    = 20
	mostQuestions = 2000
)

// differing returns the first request whose amounts differ between two rule books; empty if
// there is none. It keeps the answers of the first.
func differing(before, after conformance.Subject, profiles []map[string]any, pays []string, answers map[string]string) string {
	questions := 0
	for _, profile := range profiles {
		for _, pay := range pays {
			request := maps.Clone(profile)
			if pay != "" {
				request["gross"] = json.Number(pay)
			}
			if questions++; questions > mostQuestions {
				return ""
			}
			text, err := json.Marshal(request)
			if err != nil {
				continue
			}
			was, known := answers[string(text)]
			if !known {
				was = before.Amounts(conformance.NetAnswer, request)
				answers[string(text)] = was
			}
			if now := after.Amounts(conformance.NetAnswer, request); was != "" && now != "" && was != now {
				return string(text)
			}
		}
	}
	return ""
}

// differingYear returns the first request of a year like another, with pay a little higher, whose
// amounts differ between two rule books; empty if there is none.
func differingYear(before, after conformance.Subject, like map[string]any) string {
	for k := range mostNudges {
		request := nudged(like, int64(k))
		was, now := before.Amounts(conformance.YearAnswer, request), after.Amounts(conformance.YearAnswer, request)
		if text, err := json.Marshal(request); err == nil && was != "" && now != "" && was != now {
			return string(text)
		}
	}
	return ""
}

// mostNudges is how often differingYear raises pay.
const mostNudges = 300

// raises are by how many cents pay rises with each nudge: the pay of a year takes every last digit.
var raises = map[string]int64{"gross": 30, "one_off": 1}

// nudged returns a request with its pay and one-off pay raised some times.
func nudged(request map[string]any, times int64) map[string]any {
	return conformance.Mapped(request, "", func(name string, v any) any {
		text, is := v.(json.Number)
		amount, err := number.Parse(string(text))
		if is && err == nil && raises[name] > 0 {
			return json.Number(amount.Add(number.New(raises[name]*times, 2)).String())
		}
		return v
	}).(map[string]any)
}

// questions lists requests of a year: the least one, those with one field more, and those of
// labelled cases.
func (n *Noticing) questions(country *rules.Country, year int) (list []map[string]any) {
	least := func() map[string]any {
		return map[string]any{"country": country.Code, "year": json.Number(number.New(int64(year), 0).String()), "gross": json.Number("3000")}
	}
	for _, period := range country.Periods {
		request := least()
		request["period"] = period
		list = append(list, request)
	}
	for i, f := range country.Fields {
		for _, v := range country.Fields[i].Trials() {
			if v.Kind == types.ListKind {
				continue
			}
			request := least()
			request[country.ProfileKey] = map[string]any{f.Name: v.Value}
			list = append(list, request)
		}
	}
	for _, s := range n.told {
		if s.set.Answer == conformance.NetAnswer {
			for k, i := range s.cases {
				if k%(len(s.cases)/40+1) == 0 {
					list = append(list, s.set.Request(i))
				}
			}
		}
	}
	return list
}

// paysAround lists amounts of pay to try for a figure: the pay as sent, amounts just beside the
// figure by the year and by each period, and a ladder.
func paysAround(country *rules.Country, figure string) []string {
	pays := []string{""}
	amount, err := number.Parse(figure)
	if err == nil && amount.Sign() > 0 {
		for _, period := range append([]string{""}, country.Periods...) {
			count := max(country.PerYear(period), 1)
			if share, err := amount.Quo(number.New(count, 0), 2, number.Up); err == nil {
				pays = append(pays, share.Mul(number.New(101, 2)).Round(2, number.Up).String(), share.Add(number.New(1, 2)).String(), share.String())
			}
		}
	}
	return append(pays, "700", "1500", "2500", "4200", "6800", "9000", "15000", "30000", "60000", "120000", "250000", "700000")
}
