package rules

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// A second computation of British payslips with loans, pensions and directors,
// written from the acts and HMRC's guidance. It shares only income tax with the rule
// files: the tax on the taxable rest is that of a payslip of this pay without deductions,
// which official test data covers.

// britishPeriods has the periods of a year and the printed thresholds in GBP.
var britishPeriods = map[string]struct{ n, primary, secondary, upper, qualifyingFrom, qualifyingTo int64 }{
	"week":       {52, 242, 96, 967, 120, 967},
	"fortnight":  {26, 484, 193, 1934, 240, 1934},
	"four_weeks": {13, 967, 385, 3867, 480, 3867},
	"month":      {12, 1048, 417, 4189, 520, 4189},
	"year":       {1, 12570, 5000, 50270, 6240, 50270},
}

// loanThresholds are those of the year in GBP; plan 5 is not repaid before 2026.
var loanThresholds = map[int]map[string]int64{
	2025: {"plan1": 26065, "plan2": 28470, "plan4": 32745, "postgraduate": 21000},
	2026: {"plan1": 26900, "plan2": 29385, "plan4": 33795, "plan5": 25000, "postgraduate": 21000},
}

// employeeRates are the rates by letter up to the upper earnings limit, in hundredths of a
// percent.
var employeeRates = map[string]int64{"A": 800, "B": 185, "C": 0, "H": 800, "J": 200, "M": 800, "V": 800, "Z": 200}

type britishCase struct {
	year                       int
	period, letter             string
	gross                      int64
	number                     int64 // of the period, 0 without
	extra                      bool
	loans                      []string
	scheme, basis              string
	employeeRate, employerRate int64 // in ten-thousandths of a percent
	director                   string
	weeks                      int64
	payBefore                  int64
	employeeBefore             int64
	employerBefore             int64
	levy                       bool
	taxed                      map[string]Value // what income tax asks for
}

// second computes the lines and the applied profile, in pence.
func (c *britishCase) second(tax func(taxable int64) int64) (lines []secondLine, shown map[string]int64) {
	p := britishPeriods[c.period]
	add := func(name string, amount int64) { lines = append(lines, secondLine{name, amount}) }
	pensionable := c.gross
	if c.basis == "qualifying_earnings" {
		pensionable = max(0, min(c.gross, p.qualifyingTo*100)-p.qualifyingFrom*100)
	}
	var contribution, paid, relief, employer int64
	if c.scheme != "" {
		contribution = of(euros(pensionable), rat(c.employeeRate, 10000))
		paid, employer = contribution, of(euros(pensionable), rat(c.employerRate, 10000))
	}
	niPay, taxable := c.gross, c.gross-contribution
	switch c.scheme {
	case "salary_sacrifice":
		niPay -= contribution
		add("employee salary_sacrifice", contribution)
	case "relief_at_source":
		taxable, paid = c.gross, of(euros(pensionable), rat(c.employeeRate*8, 100000))
		relief = of(euros(paid), rat(25, 1))
	}
	add("employee income_tax", tax(taxable))

	settled := c.director == "annual" || c.director != "" && (c.period == "year" || c.extra || c.number == p.n)
	earnings, before, weeks := p, int64(0), int64(52)
	if settled {
		earnings, before, weeks = britishPeriods["year"], c.payBefore, c.weeks
	}
	employeeNI, employerNI := c.contributions(niPay+before, earnings.primary, earnings.secondary, earnings.upper, weeks)
	if settled {
		employeeNI, employerNI = employeeNI-c.employeeBefore, employerNI-c.employerBefore
	}
	add("employee national_insurance", employeeNI)

	loanBefore, share := int64(0), rat(1, p.n)
	if c.director == "annual" {
		loanBefore, share = c.payBefore, rat(c.weeks, 52)
	} else if c.director != "" && c.period == "year" {
		share = rat(c.weeks, 52)
	}
	due := func(annual, rate int64) int64 {
		threshold := cut(times(rat(annual, 1), share), 100)
		above := func(pay int64) int64 { return max(0, pay-threshold) * rate / 10000 * 100 }
		return above(niPay+loanBefore) - above(loanBefore)
	}
	lowest := int64(0)
	for _, plan := range c.loans {
		if annual := loanThresholds[c.year][plan]; plan != "postgraduate" && annual > 0 && (lowest == 0 || annual < lowest) {
			lowest = annual
		}
	}
	if lowest > 0 {
		add("employee student_loan", due(lowest, 9))
	}
	if slices.Contains(c.loans, "postgraduate") {
		add("employee postgraduate_loan", due(loanThresholds[c.year]["postgraduate"], 6))
	}
	if c.scheme == "net_pay" || c.scheme == "relief_at_source" {
		add("employee pension", paid)
	}
	add("employer national_insurance", employerNI)
	if c.scheme != "" {
		add("employer pension", employer)
	}
	if c.levy {
		add("employer apprenticeship_levy", of(euros(niPay), rat(1, 2)))
	}
	shown = map[string]int64{}
	if c.scheme != "" {
		shown["pension_paid_in"], shown["taxable_pay"], shown["ni_pay"] = paid+relief+employer, taxable, niPay
	}
	if c.director != "" {
		shown["ni_pay_to_date"], shown["ni_employee_to_date"], shown["ni_employer_to_date"] = c.payBefore+niPay, c.employeeBefore+employeeNI, c.employerBefore+employerNI
	}
	return lines, shown
}

// contributions computes those of an earnings period by the exact percentage method.
func (c *britishCase) contributions(pay, primary, secondary, upper, weeks int64) (employee, employer int64) {
	part := func(threshold int64) int64 { return (threshold*weeks + 51) / 52 * 100 }
	primary, secondary, upper = part(primary), part(secondary), part(upper)
	above, upperRate := max(0, pay-upper), int64(200)
	if c.letter == "C" {
		upperRate = 0
	}
	if strings.Contains("HMVZ", c.letter) {
		secondary = upper
	}
	share := func(pay, rate int64) int64 { // the third decimal rounds, from 6 on up
		thousandths := cut(times(euros(pay), rat(rate, 10000)), 1000)
		return (thousandths + 4) / 10
	}
	return share(max(0, min(pay, upper)-primary), employeeRates[c.letter]) + share(above, upperRate), share(max(0, min(pay, upper)-secondary), 1500) + share(above, 1500)
}

// cut is an amount in whole parts of a pound.
func cut(x *big.Rat, parts int64) int64 {
	x = times(x, rat(parts, 1))
	return new(big.Int).Quo(x.Num(), x.Denom()).Int64()
}

// someDeductions returns a random request.
func someDeductions(r *rand.Rand, period string) *britishCase {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	c := &britishCase{
		year: 2025 + r.IntN(2), period: period, letter: pick("A", "A", "B", "C", "H", "J", "M", "V", "Z"),
		weeks: 52, employeeRate: 50000, employerRate: 30000, basis: "qualifying_earnings", levy: r.IntN(3) == 0,
	}
	p := britishPeriods[c.period]
	c.gross = 100 + r.Int64N(1+r.Int64N(2*p.upper*100))
	for _, plan := range []string{"postgraduate", "plan5", "plan4", "plan2", "plan1"} {
		if r.IntN(3) == 0 {
			c.loans = append(c.loans, plan)
		}
	}
	if r.IntN(4) > 0 {
		c.scheme = pick("net_pay", "relief_at_source", "salary_sacrifice")
		if r.IntN(2) == 0 {
			c.basis = "all_pay"
		}
		if r.IntN(2) == 0 {
			c.employeeRate, c.employerRate = r.Int64N(500001), r.Int64N(1000001)
		}
	}
	if c.period != "year" && r.IntN(2) == 0 {
		c.number = 1 + r.Int64N(p.n)
		if r.IntN(4) == 0 {
			c.number = p.n
		}
	} else if c.period != "year" && c.period != "month" {
		c.extra = r.IntN(4) == 0
	}
	if r.IntN(3) == 0 {
		c.director = pick("annual", "alternative")
		if r.IntN(2) == 0 {
			c.weeks = 1 + r.Int64N(52)
		}
		if c.period != "year" && r.IntN(3) > 0 {
			c.payBefore, c.employeeBefore, c.employerBefore = r.Int64N(8000000), r.Int64N(500000), r.Int64N(900000)
		}
	}
	c.taxed = map[string]Value{"region": text(pick("england", "scotland", "wales")), "tax_code": text(pick("1257L", "BR", "S1257L", "K475", "D0", "0T"))}
	if c.number > 0 {
		c.taxed["period_number"] = whole(c.number)
		if r.IntN(2) == 0 {
			c.taxed["previous_pay"], c.taxed["previous_tax"] = cent(r.Int64N(4000000)), cent(r.Int64N(800000))
		}
	}
	if c.extra {
		c.taxed["extra_period"] = yes()
	}
	return c
}

// profile returns the profile of a request, with defaults sent or left out.
func (c *britishCase) profile(r *rand.Rand) map[string]Value {
	p := map[string]Value{"ni_category": text(c.letter)}
	for name, value := range c.taxed {
		p[name] = value
	}
	when := func(is bool, name string, v Value) {
		if is {
			p[name] = v
		}
	}
	when(len(c.loans) > 0 || r.IntN(2) == 0, "student_loans", Value{Value: types.Value{Kind: types.ListKind, Words: c.loans}})
	if c.scheme != "" {
		p["pension_scheme"] = text(c.scheme)
		when(c.basis != "qualifying_earnings" || r.IntN(2) == 0, "pension_basis", text(c.basis))
		when(c.employeeRate != 50000 || r.IntN(2) == 0, "pension_employee_rate", Value{Value: types.Value{Kind: types.Number, Number: number.New(c.employeeRate, 4)}})
		when(c.employerRate != 30000 || r.IntN(2) == 0, "pension_employer_rate", Value{Value: types.Value{Kind: types.Number, Number: number.New(c.employerRate, 4)}})
	}
	if c.director != "" {
		p["director"] = text(c.director)
		when(c.weeks != 52 || r.IntN(2) == 0, "director_weeks", whole(c.weeks))
		when(c.payBefore > 0, "previous_ni_pay", cent(c.payBefore))
		when(c.employeeBefore > 0, "previous_ni_employee", cent(c.employeeBefore))
		when(c.employerBefore > 0, "previous_ni_employer", cent(c.employerBefore))
	}
	when(c.levy || r.IntN(2) == 0, "apprenticeship_levy", Value{Value: types.Value{Kind: types.Boolean, Bool: c.levy}})
	return p
}

// TestDeductionsAgreeWithASecondComputation compares random payslips with loans,
// pensions, directors and the levy.
func TestDeductionsAgreeWithASecondComputation(t *testing.T) {
	payslips := 1000
	if os.Getenv("PAYSLATE_FULL") != "" {
		payslips = 100000
	}
	book := openEmbedded(t)
	r := rand.New(rand.NewPCG(5, 21))
	periods := []string{"month", "month", "week", "fortnight", "four_weeks", "year"}
	met := map[string]int{}
	for range payslips {
		c := someDeductions(r, periods[r.IntN(len(periods))])
		ask := func(gross int64, profile map[string]Value) *Result {
			result, err := book.Net(question(t, book, "UK", c.year, c.period, number.New(gross, 2).String(), profile))
			if err != nil {
				t.Fatalf("%+v: %v", *c, err)
			}
			return result
		}
		want, shown := c.second(func(taxable int64) int64 {
			plain := ask(taxable, c.taxed)
			defer plain.Release()
			return units(plain.Lines[0].Amount)
		})
		got := ask(c.gross, c.profile(r))
		var lines, wanted []string
		net := c.gross
		for _, l := range got.Lines {
			lines = append(lines, fmt.Sprint(l.Payer, " ", l.Key, " ", units(l.Amount)))
		}
		for _, l := range want {
			met[l.name]++
			wanted = append(wanted, fmt.Sprint(l.name, " ", l.amount))
			if strings.HasPrefix(l.name, employee) {
				net -= l.amount
			}
		}
		if !slices.Equal(lines, wanted) || units(got.Net) != net || units(got.AnnualNet) != net*britishPeriods[c.period].n {
			t.Fatalf("%+v:\n%s\nwant\n%s\nnet %v, annual %v", *c, strings.Join(lines, "\n"), strings.Join(wanted, "\n"), got.Net, got.AnnualNet)
		}
		for _, applied := range got.Profile {
			if amount, is := shown[applied.Name]; is && units(applied.Value.Number) != amount {
				t.Errorf("%+v: %s %v, want %d", *c, applied.Name, applied.Value.Number, amount)
			}
			delete(shown, applied.Name)
		}
		if len(shown) > 0 {
			t.Errorf("%+v: the profile lacks %v", *c, shown)
		}
		got.Release()
	}
	t.Logf("lines met: %v", met)
	if len(met) != 9 {
		t.Errorf("not every line was met: %v", met)
	}
}
