package rules

import (
	"math/big"
	"testing"

	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
)

// A second computation of German payslips of every kind of employment, written
// from the acts. It shares only the official flow plan with the rule files, and derives
// the plan's inputs itself.

// germanYear has the figures of a year's acts and announcements.
type germanYear struct {
	minijob, annualLimit, health, pension int64 // EUR
	factor, average                       *big.Rat
	u1, u2                                *big.Rat
	activePension                         int64
	plan                                  *run.Executable
}

func rat(n, d int64) *big.Rat { return big.NewRat(n, d) }

func plus(a ...*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, x := range a {
		sum.Add(sum, x)
	}
	return sum
}
func minus(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func times(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func smaller(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}
func euros(n int64) *big.Rat { return rat(n, 100) }

// cents is an amount of euros rounded to the cent, a half away from zero.
func roundedCents(x *big.Rat) int64 {
	n := new(big.Int).Mul(x.Num(), big.NewInt(200))
	n.Add(n, x.Denom())
	return n.Div(n, new(big.Int).Mul(x.Denom(), big.NewInt(2))).Int64() // no amount here is below 0
}

// of is a contribution in cents: a rate in percent of a base.
func of(base, rate *big.Rat) int64 { return roundedCents(times(base, times(rate, rat(1, 100)))) }

func secondYears(t *testing.T) map[int]*germanYear {
	t.Helper()
	years := map[int]*germanYear{
		2025: {minijob: 556, annualLimit: 73800, health: 66150, pension: 96600, factor: rat(6683, 10000), average: rat(25, 10), u1: rat(11, 10), u2: rat(22, 100)},
		2026: {minijob: 603, annualLimit: 77400, health: 69750, pension: 101400, factor: rat(6619, 10000), average: rat(29, 10), u1: rat(8, 10), u2: rat(22, 100), activePension: 2000},
	}
	for year, name := range map[int]string{2025: "de/2025/wage_tax", 2026: "de/2026/wage_tax"} {
		program, list := LoadProgram(Embedded(), name)
		if program == nil {
			t.Fatal(list.Err())
		}
		exe, err := compile.Program(program, compile.Silent)
		if err != nil {
			t.Fatal(err)
		}
		years[year].plan = exe
	}
	return years
}

// tax runs the flow plan; amounts are cents.
func (y *germanYear) tax(t *testing.T, inputs map[string]number.Decimal) map[string]int64 {
	t.Helper()
	run := y.plan.Run()
	defer run.Release()
	known := 0
	for i, in := range y.plan.Program.Inputs {
		if d, is := inputs[in.Name]; is {
			known++
			if err := run.SetNumber(i, d); err != nil {
				t.Fatal(in.Name, err)
			}
		}
	}
	if known != len(inputs) {
		t.Fatalf("the plan lacks some of %v", inputs)
	}
	if err := run.Execute(); err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	for i, o := range y.plan.Program.Outputs {
		out[o.Name], _ = run.Outcome().Output(i).Number().Units(0)
	}
	return out
}

// germanCase is a request; amounts are cents, rates hundredths of a percent.
type germanCase struct {
	year                                     int
	period, employment, state, retirement    string
	gross, oneOff                            int64
	class, children, born                    int64
	allowances                               int64 // halves
	church, parent, private, subsidy         bool
	addOn                                    int64
	cardAllowance, expected                  int64
	month, days, paidHealth, paidPension     int64 // -1: not sent
	lastYear                                 bool
	healthPremium, carePremium, basicPremium int64
	pensionInsured, active, u1Sent, u2Sent   bool
	u1, u2                                   int64
}

// secondSlip is the result of the second computation: lines in order, and the annual
// sums.
type secondSlip struct {
	lines                []secondLine
	annualNet, annualAll int64
}

type secondLine struct {
	name   string // payer and key
	amount int64
}

var shareOfYear = map[string]*big.Rat{"year": rat(1, 1), "month": rat(1, 12), "week": rat(7, 360), "day": rat(1, 360)}
var periodsOfYear = map[string]int64{"year": 1, "month": 12, "week": 52, "day": 360}
var planPeriod = map[string]int64{"year": 1, "month": 2, "week": 3, "day": 4}

// branches are the contributions to all branches, both sides.
type branches struct{ health, care, pension, unemployment, healthAG, careAG, pensionAG, unemploymentAG, insolvency int64 }

func (b branches) employee() int64 { return b.health + b.care + b.pension + b.unemployment }
func (b branches) employer() int64 {
	return b.healthAG + b.careAG + b.pensionAG + b.unemploymentAG + b.insolvency
}

func percent(hundredths int64) *big.Rat { return rat(hundredths, 100) }

func (c *germanCase) careRates(childless bool, discounts int64) (employee, employer *big.Rat) {
	employee, employer = rat(18, 10), rat(18, 10)
	if c.state == "SN" {
		employee, employer = rat(23, 10), rat(13, 10)
	}
	if childless {
		employee = plus(employee, rat(6, 10))
	}
	return minus(employee, rat(discounts*25, 100)), employer
}

func (c *germanCase) childless() (surcharge bool, discounts int64) {
	age := int64(c.year) - c.born
	surcharge = !c.parent && (c.born == 0 || age >= 23 && c.born >= 1940)
	if !surcharge && c.children > 1 {
		discounts = min(c.children-1, 4)
	}
	return surcharge, discounts
}

// contributions on regular pay and the liable parts of one-off pay.
func (c *germanCase) contributions(y *germanYear, regular, liableHealth, liablePension *big.Rat) branches {
	share := shareOfYear[c.period]
	baseHealth := plus(smaller(regular, times(rat(y.health, 1), share)), liableHealth)
	basePension := plus(smaller(regular, times(rat(y.pension, 1), share)), liablePension)
	childless, discounts := c.childless()
	careAN, careAG := c.careRates(childless, discounts)
	general := rat(146, 10)
	if c.retirement == "early_pension" || c.retirement == "pension" {
		general = rat(14, 1)
	}
	half := func(x *big.Rat) *big.Rat { return times(x, rat(1, 2)) }
	b := branches{insolvency: of(basePension, rat(15, 100))}
	low := times(rat(325*12, 1), share)
	if c.employment == "apprentice" && regular.Cmp(low) <= 0 {
		alone := func(base *big.Rat) (lower, rest *big.Rat) {
			lower = smaller(base, low)
			return lower, minus(base, lower)
		}
		lowH, restH := alone(baseHealth)
		lowP, restP := alone(basePension)
		b.health = of(restH, half(general)) + of(restH, half(y.average))
		b.healthAG = 2*(of(lowH, half(general))+of(lowH, half(y.average))) + b.health
		b.care = of(restH, careAN)
		b.careAG = of(lowH, careAN) + of(lowH, careAG) + of(restH, careAG)
		b.pension, b.unemployment = of(restP, rat(93, 10)), of(restP, rat(13, 10))
		b.pensionAG, b.unemploymentAG = 2*of(lowP, rat(93, 10))+b.pension, 2*of(lowP, rat(13, 10))+b.unemployment
		return b
	}
	b.pensionAG, b.unemploymentAG = of(basePension, rat(93, 10)), of(basePension, rat(13, 10))
	b.pension, b.unemployment = b.pensionAG, b.unemploymentAG
	if c.retirement == "pension" && !c.pensionInsured {
		b.pension = 0
	}
	if c.retirement == "pension" || c.retirement == "deferred" {
		b.unemployment = 0
	}
	if !c.private {
		b.health = of(baseHealth, half(general)) + of(baseHealth, half(percent(c.addOn)))
		b.healthAG = b.health
		b.care, b.careAG = of(baseHealth, careAN), of(baseHealth, careAG)
		return b
	}
	health, care := c.ofPeriod(c.healthPremium), c.ofPeriod(c.carePremium)
	if c.subsidy {
		b.healthAG = min(of(baseHealth, half(plus(general, y.average))), c.halfOfPeriod(c.healthPremium))
		b.careAG = min(of(baseHealth, careAG), c.halfOfPeriod(c.carePremium))
	}
	b.health, b.care = health-b.healthAG, care-b.careAG
	return b
}

// ofPeriod turns an amount of a month into that of the period.
func (c *germanCase) ofPeriod(month int64) int64 {
	return roundedCents(times(euros(month), times(shareOfYear[c.period], rat(12, 1))))
}

// halfOfPeriod is half of ofPeriod, rounded once.
func (c *germanCase) halfOfPeriod(month int64) int64 {
	return roundedCents(times(euros(month), times(shareOfYear[c.period], rat(6, 1))))
}

// midijob: § 20 Abs. 2a SGB IV, § 58 Abs. 3, 5 SGB XI, § 2 Abs. 2 BVV.
func (c *germanCase) midijob(y *germanYear) (b branches, base int64) {
	months := times(shareOfYear[c.period], rat(12, 1))
	equivalent := new(big.Rat).Quo(euros(c.gross), months)
	g, u := rat(y.minijob, 1), rat(2000, 1)
	slope := new(big.Rat).Quo(u, minus(u, g))
	above := minus(equivalent, g)
	inner := minus(slope, times(new(big.Rat).Quo(g, minus(u, g)), y.factor))
	base = roundedCents(times(plus(times(y.factor, g), times(inner, above)), months))
	employee := euros(roundedCents(times(times(slope, above), months)))
	total := euros(base)
	addOn := times(percent(c.addOn), rat(1, 2))
	b.health = of(employee, rat(73, 10)) + of(employee, addOn)
	b.healthAG = 2*(of(total, rat(73, 10))+of(total, addOn)) - b.health
	childless, discounts := c.childless()
	_, shared := c.careRates(false, 0)
	care := of(employee, shared)
	if c.state == "SN" {
		care += of(total, rat(1, 1))
	}
	b.careAG = 2*of(total, rat(18, 10)) - care
	b.care = care - of(employee, rat(discounts*25, 100))
	if childless {
		b.care += of(total, rat(6, 10))
	}
	b.pension, b.unemployment = of(employee, rat(93, 10)), of(employee, rat(13, 10))
	b.pensionAG, b.unemploymentAG = 2*of(total, rat(93, 10))-b.pension, 2*of(total, rat(13, 10))-b.unemployment
	b.insolvency = of(total, rat(15, 100))
	return b, base
}

// minijob: flat contributions of the employer.
func (c *germanCase) minijob(y *germanYear) *secondSlip {
	pay := euros(c.gross)
	least := times(rat(175*12, 1), shareOfYear[c.period])
	employer := of(pay, rat(15, 1))
	pension := int64(0)
	if c.pensionInsured {
		if pension = of(pay, rat(36, 10)); pay.Cmp(least) < 0 {
			pension = of(least, rat(186, 10)) - employer
		}
	}
	health := rat(13, 1)
	if c.private {
		health = new(big.Rat)
	}
	u1, u2 := y.u1, y.u2
	if c.u1Sent {
		u1 = percent(c.u1)
	}
	if c.u2Sent {
		u2 = percent(c.u2)
	}
	s := &secondSlip{lines: []secondLine{
		{"employee pension_insurance", pension}, {"employer health_insurance", of(pay, health)}, {"employer pension_insurance", employer},
		{"employer insolvency_levy", of(pay, rat(15, 100))}, {"employer levy_u1", of(pay, u1)}, {"employer levy_u2", of(pay, u2)}, {"employer flat_tax", of(pay, rat(2, 1))},
	}}
	n := periodsOfYear[c.period]
	s.annualNet = n * (c.gross - pension)
	s.annualAll = n * c.gross
	for _, l := range s.lines[1:] {
		s.annualAll += n * l.amount
	}
	return s
}

// room returns how much one-off pay is liable under the ceiling of the year so far.
func (c *germanCase) room(ceiling, paid int64) *big.Rat {
	share := shareOfYear[c.period]
	days, length := c.days, share.Num().Int64()*360/share.Denom().Int64()
	if c.period == "year" {
		days = 360
	} else if days < 0 {
		days = 30 * c.month
	}
	now := smaller(euros(c.gross-c.oneOff), times(rat(ceiling, 1), share))
	before := euros(paid)
	if paid < 0 {
		before = times(now, rat(days-length, length))
	}
	room := minus(minus(times(rat(ceiling, 1), rat(days, 360)), before), now)
	if room.Sign() < 0 {
		return new(big.Rat)
	}
	return room
}
