package mutation

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// Requests looks, for each figure that nothing notices, for a request whose amounts depend on it,
// and returns them by the names of the figures. It gives up after a fixed number of questions.
func (n *Noticing) Requests(country *rules.Country, year int, unnoticed []Figure) map[string]string {
	n.gather()
	r := n.read()
	before, err := r.open(rules.Options{Lazy: true})
	if err != nil {
		return nil
	}
	found := map[string]string{}
	asked := n.questions(country, year)
	answers := map[string]string{} // without a change
	tries := 0
	for _, f := range r.figures(n.Year) {
		if f.table != nil || tries == mostSought || !slices.ContainsFunc(unnoticed, func(of Figure) bool { return of.Name == f.Name }) {
			continue
		}
		tries++
		changes := neighbours(f.node.Text)
		for _, text := range changes[max(0, len(changes)-2):] { // the larger ones
			with(f.node, text, func() {
				if after, err := r.open(rules.Options{Lazy: true}); err == nil {
					if request := differing(before, after, asked, paysAround(country, f.Value), answers); request != "" {
						found[f.Name] = request
					}
				}
			})
			if found[f.Name] != "" {
				break
			}
		}
	}
	return found
}

// mostSought bounds the figures for which a request is looked for, mostQuestions the search for one.
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
				was = before.Amounts(request)
				answers[string(text)] = was
			}
			if now := after.Amounts(request); was != "" && now != "" && was != now {
				return string(text)
			}
		}
	}
	return ""
}

// questions lists requests of a year: the least one, those with one field more, and those of
// labelled cases.
func (n *Noticing) questions(country *rules.Country, year int) (list []map[string]any) {
	least := func() map[string]any {
		return map[string]any{"country": country.Code(), "year": json.Number(number.New(int64(year), 0).String()), "gross": json.Number("3000")}
	}
	for _, period := range country.Periods() {
		request := least()
		request["period"] = period
		list = append(list, request)
	}
	for i, f := range country.Fields() {
		for _, v := range country.Fields()[i].Trials() {
			if v.Kind == types.ListKind {
				continue
			}
			request := least()
			request[country.ProfileKey()] = map[string]any{f.Name: v.Value}
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
		for _, period := range append([]string{""}, country.Periods()...) {
			count := max(country.PerYear(period), 1)
			if share, err := amount.Quo(number.New(count, 0), 2, number.Up); err == nil {
				pays = append(pays, share.Mul(number.New(101, 2)).Round(2, number.Up).String(), share.Add(number.New(1, 2)).String(), share.String())
			}
		}
	}
	return append(pays, "700", "1500", "2500", "4200", "6800", "9000", "15000", "30000", "60000", "120000", "250000", "700000")
}
