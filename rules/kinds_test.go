package rules

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"math/big"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// second computes the payslip; code is that of a refusal.
func (c *germanCase) second(t *testing.T, y *germanYear) (slip *secondSlip, code string) {
	share := shareOfYear[c.period]
	regular := c.gross - c.oneOff
	limit := func(month int64) *big.Rat { return times(rat(month*12, 1), share) }
	switch c.employment {
	case "minijob":
		if euros(regular).Cmp(limit(y.minijob)) > 0 {
			return nil, "invalid_input"
		}
		return c.minijob(y), ""
	case "midijob":
		if euros(regular).Cmp(limit(y.minijob)) <= 0 || euros(regular).Cmp(limit(2000)) > 0 {
			return nil, "invalid_input"
		}
	case "standard":
		if euros(regular).Cmp(limit(2000)) <= 0 {
			return nil, "unsupported_profile"
		}
	}
	kept := c.contributions(y, euros(regular), new(big.Rat), new(big.Rat))
	this := kept
	var base int64
	if c.employment == "midijob" {
		this, base = c.midijob(y)
	}
	if c.oneOff > 0 {
		health, pension := times(rat(y.health, 1), share), times(rat(y.pension, 1), share)
		compulsory := !c.private && euros(regular).Cmp(times(rat(y.annualLimit, 1), share)) <= 0
		liableHealth, liablePension := euros(c.oneOff), euros(c.oneOff)
		if c.month >= 0 || c.period == "year" {
			roomHealth, roomPension := c.room(y.health, c.paidHealth), c.room(y.pension, c.paidPension)
			decides := roomPension
			if compulsory {
				decides = roomHealth
			}
			if c.period != "year" && c.month <= 3 && c.lastYear && euros(c.oneOff).Cmp(decides) > 0 {
				return nil, "unsupported_profile"
			}
			liableHealth, liablePension = smaller(liableHealth, roomHealth), smaller(liablePension, roomPension)
		} else {
			all := euros(c.gross)
			if all.Cmp(pension) > 0 || all.Cmp(health) > 0 && (compulsory || euros(regular).Cmp(health) < 0) {
				return nil, "invalid_input"
			}
			if euros(regular).Cmp(health) >= 0 {
				liableHealth = new(big.Rat)
			}
		}
		this = c.contributions(y, euros(regular), liableHealth, liablePension)
	}
	taxed := c.taxes(t, y, kept)
	s := &secondSlip{}
	add := func(name string, amount int64) { s.lines = append(s.lines, secondLine{name, amount}) }
	churchRate := int64(9)
	if c.state == "BY" || c.state == "BW" {
		churchRate = 8
	}
	regularTax := taxed["LSTLZZ"] + taxed["SOLZLZZ"]
	add("employee income_tax", taxed["LSTLZZ"])
	add("employee solidarity_surcharge", taxed["SOLZLZZ"])
	if c.church {
		add("employee church_tax", taxed["BK"]*churchRate/100)
		regularTax += taxed["BK"] * churchRate / 100
	}
	allTax := regularTax
	if c.oneOff > 0 {
		add("employee income_tax_one_off", taxed["STS"])
		add("employee solidarity_surcharge_one_off", taxed["SOLZS"])
		allTax += taxed["STS"] + taxed["SOLZS"]
		if c.church {
			add("employee church_tax_one_off", taxed["BKS"]*churchRate/100)
			allTax += taxed["BKS"] * churchRate / 100
		}
	}
	add("employee health_insurance", this.health)
	add("employee care_insurance", this.care)
	add("employee pension_insurance", this.pension)
	add("employee unemployment_insurance", this.unemployment)
	add("employer health_insurance", this.healthAG)
	add("employer care_insurance", this.careAG)
	add("employer pension_insurance", this.pensionAG)
	add("employer unemployment_insurance", this.unemploymentAG)
	add("employer insolvency_levy", this.insolvency)
	levyBase := smaller(euros(regular), times(rat(y.pension, 1), share))
	if c.employment == "midijob" {
		levyBase = euros(base)
	}
	levies := int64(0)
	for _, levy := range []struct {
		sent bool
		rate int64
		name string
	}{{c.u1Sent, c.u1, "employer levy_u1"}, {c.u2Sent, c.u2, "employer levy_u2"}} {
		if levy.sent {
			amount := of(levyBase, percent(levy.rate))
			add(levy.name, amount)
			levies += amount
		}
	}
	n := periodsOfYear[c.period]
	net, all := c.gross-allTax-this.employee(), c.gross+this.employer()+levies
	s.annualNet, s.annualAll = n*net, n*all
	if c.oneOff > 0 {
		s.annualNet = (n-1)*(regular-regularTax-kept.employee()) + net
		s.annualAll = (n-1)*(regular+kept.employer()+levies) + all
	}
	return s, ""
}

// taxes runs the flow plan.
func (c *germanCase) taxes(t *testing.T, y *germanYear, kept branches) map[string]int64 {
	share := shareOfYear[c.period]
	surcharge, discounts := c.childless()
	whole := func(n int64) number.Decimal { return number.New(n, 0) }
	flag := func(b bool) number.Decimal { return whole(map[bool]int64{true: 1}[b]) }
	month := (c.cardAllowance + 1199) / 1200 // in whole euros
	allowance := map[string]int64{"year": c.cardAllowance, "month": month * 100, "week": (month*70 + 29) / 30 * 10, "day": (month*20 + 29) / 30 * 5}[c.period]
	taxable := c.gross - c.oneOff
	if c.active && (c.retirement == "pension" || c.retirement == "deferred") {
		taxable = max(0, taxable-c.ofPeriod(y.activePension*100))
	}
	old := c.retirement == "pension" || c.retirement == "deferred"
	in := map[string]number.Decimal{
		"LZZ": whole(planPeriod[c.period]), "RE4": whole(taxable), "STKL": whole(c.class), "LZZFREIB": whole(allowance), "JFREIB": whole(c.cardAllowance),
		"ZKF": number.New(5*c.allowances, 1), "R": flag(c.church), "KRV": flag(c.retirement == "pension" && !c.pensionInsured), "KVZ": number.New(c.addOn, 2),
		"PVS": flag(c.state == "SN"), "PVZ": flag(surcharge), "PVA": whole(discounts), "af": whole(0), "PKV": flag(c.private),
	}
	if age := int64(c.year) - c.born; c.born > 0 && age >= 65 {
		in["ALTER1"], in["AJAHR"] = whole(1), whole(c.born+65)
	}
	if c.oneOff > 0 {
		in["SONSTB"] = whole(c.oneOff)
		in["JRE4"] = whole(c.expected)
		if c.expected < 0 {
			in["JRE4"] = whole((c.gross - c.oneOff) * periodsOfYear[c.period])
		}
	}
	if c.private {
		basic := c.basicPremium
		if basic < 0 {
			basic = c.healthPremium + c.carePremium
		}
		in["PKPV"] = whole(basic)
		if c.year == 2025 && c.subsidy {
			in["PKV"] = whole(2)
		}
		if c.year > 2025 {
			in["PKPVAGZ"] = whole(roundedCents(new(big.Rat).Quo(euros(kept.healthAG+kept.careAG), times(share, rat(12, 1)))))
		}
	}
	if c.year > 2025 {
		in["ALV"] = flag(old)
	}
	return y.tax(t, in)
}

// someKind returns a random request of one kind of employment.
func someKind(r *rand.Rand) *germanCase {
	c := &germanCase{
		year: 2025 + r.IntN(2), period: []string{"month", "month", "month", "year", "week", "day"}[r.IntN(6)], employment: "standard", retirement: "none",
		state: []string{"NW", "SN", "BY", "BW"}[r.IntN(4)], class: 1 + r.Int64N(6), children: r.Int64N(7), church: r.IntN(2) == 0, subsidy: true,
		addOn: r.Int64N(500), expected: -1, month: -1, days: -1, paidHealth: -1, paidPension: -1, lastYear: true, basicPremium: -1, pensionInsured: true,
		u1Sent: r.IntN(3) == 0, u2Sent: r.IntN(3) == 0, u1: r.Int64N(1001), u2: r.Int64N(1001),
	}
	c.parent, c.allowances = c.children > 0, r.Int64N(10)
	if r.IntN(3) == 0 {
		c.parent = r.IntN(2) == 0
	}
	if r.IntN(2) == 0 {
		c.born = 1961 + r.Int64N(48)
	}
	if r.IntN(4) == 0 {
		c.cardAllowance = r.Int64N(1200000)
	}
	month := 200001 + r.Int64N(1+r.Int64N(1300000)) // monthly pay
	switch r.IntN(7) {
	case 0:
		c.employment = "minijob"
		month = 1 + r.Int64N(61000)
		c.private, c.pensionInsured = r.IntN(3) == 0, r.IntN(3) > 0
	case 1:
		c.employment = "midijob"
		month = 55000 + r.Int64N(146000)
	case 2:
		c.employment = "apprentice"
		month = 1 + r.Int64N([]int64{33000, 300000}[r.IntN(2)])
		c.someOneOff(r, month)
	case 3:
		c.private, c.subsidy = true, r.IntN(4) > 0
		c.healthPremium, c.carePremium = r.Int64N(150000), r.Int64N(30000)
		if r.IntN(2) == 0 {
			c.basicPremium = r.Int64N(150000)
		}
		c.someOneOff(r, month)
	case 4:
		c.retirement = []string{"early_pension", "pension", "deferred"}[r.IntN(3)]
		c.born = 1935 + r.Int64N(25)
		if c.retirement == "early_pension" {
			c.born = int64(c.year) - 60 - r.Int64N(7)
		}
		c.pensionInsured = c.retirement != "pension" || r.IntN(3) == 0
		c.active = c.year > 2025 && c.class != 6
		if c.retirement == "early_pension" || c.year == 2025 {
			c.someOneOff(r, month)
		}
	default:
		c.someOneOff(r, month)
	}
	scale := times(shareOfYear[c.period], rat(12, 1))
	of := func(n int64) int64 { return max(1, roundedCents(times(euros(n), scale))) }
	c.gross = of(month)
	if c.oneOff > 0 {
		c.oneOff = of(c.oneOff)
		c.gross += c.oneOff
	}
	if c.period == "year" {
		c.month, c.days, c.paidHealth, c.paidPension, c.lastYear = -1, -1, -1, -1, true
	}
	return c
}

func (c *germanCase) someOneOff(r *rand.Rand, month int64) {
	if r.IntN(3) == 0 {
		return
	}
	c.oneOff = 1 + r.Int64N(month*[]int64{1, 3}[r.IntN(2)])
	if r.IntN(2) == 0 {
		c.expected = r.Int64N(20000000)
	}
	if r.IntN(5) == 0 {
		return
	}
	c.month = 1 + r.Int64N(12)
	if r.IntN(3) == 0 {
		c.days = 30 + r.Int64N(30*c.month-29)
	}
	if r.IntN(3) == 0 {
		c.paidHealth = r.Int64N(7000000)
	}
	if r.IntN(3) == 0 {
		c.paidPension = r.Int64N(9000000)
	}
	c.lastYear = r.IntN(3) > 0
}

// profile returns the profile of the request.
func (c *germanCase) profile(r *rand.Rand) map[string]Value {
	truth := func(b bool) Value { return Value{Value: types.Value{Bool: b}} }
	p := map[string]Value{
		"state": text(c.state), "tax_class": whole(c.class), "church": truth(c.church), "children": whole(c.children), "parent": truth(c.parent),
		"child_allowances": {Value: types.Value{Number: number.New(5*c.allowances, 1)}}, "health_insurance_addon_rate": cent(c.addOn), "annual_tax_allowance": cent(c.cardAllowance),
	}
	when := func(is bool, name string, v Value) {
		if is {
			p[name] = v
		}
	}
	when(c.born > 0, "birth_year", whole(c.born))
	when(c.employment != "standard" || r.IntN(2) == 0, "employment", text(c.employment))
	when(c.private, "health_insurance", text("private"))
	if c.private && c.employment != "minijob" {
		p["private_health_premium"], p["private_care_premium"] = cent(c.healthPremium), cent(c.carePremium)
		when(c.basicPremium >= 0, "private_basic_premium", cent(c.basicPremium))
		when(!c.subsidy || r.IntN(2) == 0, "employer_subsidy", truth(c.subsidy))
	}
	when(c.oneOff > 0, "one_off_pay", cent(c.oneOff))
	when(c.oneOff > 0 && c.expected >= 0, "expected_annual_gross", cent(c.expected))
	when(c.month >= 0, "pay_month", whole(c.month))
	when(c.days >= 0, "insured_days_to_date", whole(c.days))
	when(c.paidHealth >= 0, "insured_pay_to_date_health", cent(c.paidHealth))
	when(c.paidPension >= 0, "insured_pay_to_date_pension", cent(c.paidPension))
	when(c.month >= 0 && (!c.lastYear || r.IntN(2) == 0), "employed_last_year", truth(c.lastYear))
	when(c.retirement != "none", "retirement", text(c.retirement))
	when(c.employment == "minijob" && !c.pensionInsured || c.retirement == "pension" && c.pensionInsured, "pension_insured", truth(c.pensionInsured))
	when(c.u1Sent, "levy_u1_rate", cent(c.u1))
	when(c.u2Sent, "levy_u2_rate", cent(c.u2))
	return p
}

// TestKindsAgreeWithASecondComputation compares random payslips of every kind.
func TestKindsAgreeWithASecondComputation(t *testing.T) {
	payslips := 3000
	if os.Getenv("PAYSLATE_FULL") != "" {
		payslips = 100000
	}
	book, years := openEmbedded(t), secondYears(t)
	r := rand.New(rand.NewPCG(4, 20))
	counts := map[string]int{}
	for range payslips {
		c := someKind(r)
		want, code := c.second(t, years[c.year])
		profile := c.profile(r)
		got, err := book.Net(question(t, book, "DE", c.year, c.period, number.New(c.gross, 2).String(), profile))
		var refused *Refusal
		if errors.As(err, &refused) {
			counts["refused: "+refused.Code]++
			if code != refused.Code {
				t.Errorf("%+v: refused %s, want %q: %s", *c, refused.Code, code, refused.Message.English)
			}
			continue
		}
		if err != nil || code != "" {
			t.Errorf("%+v: error %v, want %q", *c, err, code)
			continue
		}
		counts[c.employment+map[bool]string{true: ", one-off"}[c.oneOff > 0]+map[bool]string{true: ", private"}[c.private]+map[bool]string{true: ", " + c.retirement}[c.retirement != "none"]]++
		var lines, wanted []string
		for _, l := range got.Lines {
			lines = append(lines, fmt.Sprint(l.Payer, " ", l.Key, " ", units(l.Amount)))
		}
		for _, l := range want.lines {
			wanted = append(wanted, fmt.Sprint(l.name, " ", l.amount))
		}
		if !slices.Equal(lines, wanted) || units(got.AnnualNet) != want.annualNet || units(got.AnnualEmployerCost) != want.annualAll {
			t.Fatalf("%+v:\n%s\nwant\n%s\nannual %v %v, want %d %d", *c, strings.Join(lines, "\n"), strings.Join(wanted, "\n"), got.AnnualNet, got.AnnualEmployerCost, want.annualNet, want.annualAll)
		}
		got.Release()
	}
	for kind, n := range counts {
		t.Logf("%s: %d", kind, n)
	}
	if len(counts) < 14 {
		t.Errorf("only these kinds were met: %v", counts)
	}
}
