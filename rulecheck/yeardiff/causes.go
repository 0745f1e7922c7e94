package yeardiff

import (
	"errors"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/page"
	"github.com/payslate/payslate/rules"
)

// Effect is what the years do to one person's net pay.
type Effect struct {
	Person string         `json:"person"`
	Gross  string         `json:"gross"`
	Before number.Decimal `json:"-"`
	After  number.Decimal `json:"-"`
	// BeforeText and the others are amounts with two decimals.
	BeforeText string  `json:"before,omitempty"`
	AfterText  string  `json:"after,omitempty"`
	Change     string  `json:"change,omitempty"`
	Causes     []Cause `json:"causes,omitempty"`
	// Refused is the message of a year that does not compute this person.
	Refused string `json:"refused,omitempty"`
}

// Cause is a part of a change; the parts sum up to it.
type Cause struct {
	Key    string         `json:"key"`
	Label  string         `json:"label"`
	Amount number.Decimal `json:"-"`
	Text   string         `json:"amount"`
}

// effect asks every stage for the net pay of a person.
func effect(stages []stage, country, period, gross string, person Person) (Effect, error) {
	e := Effect{Person: person.Name, Gross: gross}
	var last number.Decimal
	for i, st := range stages {
		net, err := netPay(st, country, period, gross, person)
		var refusal *rules.Refusal
		if errors.As(err, &refusal) {
			return Effect{Person: person.Name, Gross: gross, Refused: refusal.Message.English}, nil
		}
		if err != nil {
			return e, err
		}
		if i == 0 {
			e.Before = net
		} else if part := net.Sub(last); !part.IsZero() {
			e.Causes = append(e.Causes, Cause{st.cause, st.label, part, page.Signed(part)})
		}
		last = net
	}
	e.After = last
	e.BeforeText, e.AfterText = string(e.Before.AppendFixed(nil, 2)), string(e.After.AppendFixed(nil, 2))
	e.Change = page.Signed(e.After.Sub(e.Before))
	return e, nil
}

func netPay(st stage, country, period, gross string, person Person) (number.Decimal, error) {
	s, err := Scenario(st.book, country, st.at.Year, period, gross, person)
	if err != nil {
		return number.Decimal{}, err
	}
	s.PayDate = st.at.Day
	result, err := st.book.Net(s)
	if err != nil {
		return number.Decimal{}, err
	}
	defer result.Release()
	return result.Net, nil
}
