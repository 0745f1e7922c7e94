package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// TestPaydaysEqualNet asks random years in every country and compares each payday with the
// answer to its question with the carried fields written out.
func TestPaydaysEqualNet(t *testing.T) {
	book := openEmbedded(t)
	random := rand.New(rand.NewPCG(26, 11))
	for _, country := range book.Countries() {
		if len(country.paydays.Periods) == 0 {
			continue
		}
		trials := make([][]Value, len(country.Fields))
		for i := range country.Fields {
			trials[i] = country.Fields[i].Trials()
		}
		answered, withItems := 0, 0
		for range 500 {
			plan := randomPlan(random, country, trials)
			paydays, questions, err := writtenOut(book, plan)
			if refused := new(Refusal); errors.As(err, &refused) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			answered++
			for i, payday := range paydays {
				for n, note := range payday.Result.Notes {
					if slices.Contains(payday.Result.Notes[:n], note) {
						t.Fatalf("%s payday %d: twice %q", country.Code, payday.Number, note)
					}
				}
				if slices.ContainsFunc(questions[i].Values, func(v Value) bool { return v.Kind == types.ListKind }) {
					withItems++
				}
				alone, err := book.Net(questions[i])
				if err != nil {
					t.Fatalf("%s payday %d: %v", country.Code, payday.Number, err)
				}
				if alone.Net.Cmp(payday.Result.Net) != 0 || alone.EmployerCost.Cmp(payday.Result.EmployerCost) != 0 || len(alone.Lines) != len(payday.Result.Lines) {
					t.Fatalf("%s payday %d: net %v and cost %v, alone %v and %v", country.Code, payday.Number, payday.Result.Net, payday.Result.EmployerCost, alone.Net, alone.EmployerCost)
				}
			}
		}
		if answered < 50 {
			t.Errorf("%s: only %d of the random years were answered", country.Code, answered)
		}
		hasItems := slices.ContainsFunc(country.Fields, func(f Field) bool { return f.Kind == types.ListKind })
		if hasItems && withItems < 200 {
			t.Errorf("%s: only %d paydays had components", country.Code, withItems)
		}
		t.Logf("%s: %d years, %d paydays with components", country.Code, answered, withItems)
	}
}

// writtenOut answers a plan like Paydays, with the question to Net of each payday: the fields
// that follow from the other paydays are written out.
func writtenOut(b *Book, plan *Plan) (paydays []Payday, questions []*Scenario, err error) {
	run, err := b.planRun(plan)
	if err != nil {
		return nil, nil, err
	}
	defer run.release()
	for n := run.first; n <= run.last; n++ {
		payday, err := run.payday(n)
		if err != nil {
			return nil, nil, err
		}
		asked := run.asked
		asked.Values, asked.Without = slices.Clone(asked.Values), 0
		paydays, questions = append(paydays, payday), append(questions, &asked)
	}
	return paydays, questions, nil
}

func randomPlan(random *rand.Rand, country *Country, trials [][]Value) *Plan {
	amount := func() *number.Decimal {
		d := number.New(100_00+random.Int64N(12_000_00), 2)
		return &d
	}
	plan := &Plan{Scenario: Scenario{
		Country: country, Year: 2026, Amount: number.New(200_000+random.Int64N(800_000), 2),
		Period: country.paydays.Periods[random.IntN(len(country.paydays.Periods))],
	}}
	if random.IntN(3) == 0 {
		plan.Values = make([]Value, len(trials))
		for i := range trials {
			if random.IntN(2) == 0 && len(trials[i]) > 0 {
				plan.Values[i] = trials[i][random.IntN(len(trials[i]))]
			}
		}
	}
	for i, field := range country.Fields {
		if field.Kind != types.ListKind {
			continue
		}
		if plan.Values == nil {
			plan.Values = make([]Value, len(trials))
		}
		plan.Values[i] = Value{}
		if random.IntN(2) == 0 {
			plan.Values[i] = trials[i][random.IntN(len(trials[i]))]
		}
	}
	for range random.IntN(4) {
		n := 1 + random.IntN(12)
		change := Change{In: &n}
		switch random.IntN(3) {
		case 0:
			change.OneOff = amount()
		case 1:
			change.From, change.In = change.In, nil
			change.Gross = amount()
		default:
			change.Values = make([]Value, len(trials))
			if at := random.IntN(len(trials)); len(trials[at]) > 0 {
				change.Values[at] = trials[at][random.IntN(len(trials[at]))]
			}
		}
		plan.Changes = append(plan.Changes, change)
	}
	return plan
}

// TestChangesOfOnePayday requires a note on each change that a later one replaces.
func TestChangesOfOnePayday(t *testing.T) {
	book := openEmbedded(t)
	country, _ := book.Country("DE")
	three, five := 3, 5
	pay, bonus := number.New(4000, 0), number.New(500, 0)
	class := make([]Value, len(country.Fields))
	class[country.fieldIndex("tax_class")] = Value{Value: types.Value{Kind: types.Number, Number: number.New(3, 0)}}
	for _, test := range []struct {
		changes []Change
		noted   string // payday and field; empty if there is none
	}{
		{[]Change{{In: &three, OneOff: &bonus}, {In: &three, OneOff: &bonus}}, "3 one_off"},
		{[]Change{{In: &three, Gross: &pay}, {In: &five, Gross: &pay}, {In: &three, Gross: &pay}}, "3 gross"},
		{[]Change{{From: &three, Values: class}, {From: &three, Values: class}}, "3 de.tax_class"},
		{[]Change{{From: &five, Gross: &pay}, {From: &three, Gross: &pay}}, "5 gross"},
		{[]Change{{From: &three, Gross: &pay}, {From: &five, Gross: &pay}, {In: &five, Gross: &pay}}, ""},
		{[]Change{{In: &five, Gross: &pay}, {In: &five, OneOff: &bonus}, {From: &three, Gross: &pay}}, ""},
	} {
		paydays, err := book.Paydays(&Plan{Scenario: Scenario{Country: country, Year: 2026, Period: "month", Amount: pay}, Changes: test.changes})
		if err != nil {
			t.Fatal(err)
		}
		noted := ""
		for _, payday := range paydays {
			for _, note := range payday.Result.Notes {
				if field, found := strings.CutSuffix(note, " is changed twice for payday "+strconv.Itoa(payday.Number)+"; the later change counts. Send one-off pay of a payday as one sum."); found {
					noted += strconv.Itoa(payday.Number) + " " + field
				}
			}
		}
		if noted != test.noted {
			t.Errorf("%+v: noted %q, want %q", test.changes, noted, test.noted)
		}
	}
}
