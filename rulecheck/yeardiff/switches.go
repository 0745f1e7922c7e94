package yeardiff

import (
	"errors"
	"path"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
)

// stage is the rules after a step.
type stage struct {
	// cause is the parameter that changed, or programsCause.
	cause, label string
	book         *rules.Book
	at           Point
}

// programsCause stands for everything except the figures in both years.
const programsCause = "programs"

// switches returns the rules between two years: the older year, then one more parameter of
// the newer year at each step, and last the newer year.
func switches(old, new *side) ([]stage, error) {
	first, err := open(old.files, old.folder)
	if err != nil {
		return nil, err
	}
	stages := []stage{{book: first, at: old.Point}}
	current := map[string]string{} // newer texts of changed cells
	var parameters []string
	for _, c := range old.cells {
		if !slices.Contains(parameters, c.parameter) {
			parameters = append(parameters, c.parameter)
		}
	}
	for _, name := range parameters {
		tried := map[string]string{}
		label := ""
		for _, c := range old.cells {
			i := slices.IndexFunc(new.cells, func(a cell) bool { return a.key == c.key })
			if c.parameter == name && i >= 0 && new.cells[i].text != c.text && !same(new.cells[i].text, c.text) {
				tried[c.key], label = new.cells[i].text, c.label
			}
		}
		if len(tried) == 0 {
			continue
		}
		for key, text := range current {
			tried[key] = text
		}
		changed, err := switched(old.files, path.Join(old.folder, parametersFile), old.cells, tried)
		if err != nil {
			return nil, err
		}
		book, err := open(changed, old.folder)
		if err != nil {
			continue // figures that are only valid together change with the programs
		}
		current = tried
		stages = append(stages, stage{name, label, book, old.Point})
	}
	last, err := open(new.files, new.folder)
	if err != nil {
		return nil, err
	}
	return append(stages, stage{programsCause, "programs, and parameters that only one year has", last, new.Point}), nil
}

func switched(files ruletext.Files, name string, list []cell, texts map[string]string) (ruletext.Files, error) {
	var changes []ruletext.Change
	for _, c := range list {
		if text, given := texts[c.key]; given {
			changes = append(changes, ruletext.Change{At: c.at, Text: text})
		}
	}
	data, err := files.Edited(name, changes...)
	return files.With(name, data), err
}

func open(files ruletext.Files, year string) (*rules.Book, error) {
	book, list := rules.Open(files.OneYear(year).FS(), rules.Options{})
	if list.HasErrors() {
		return nil, list.Err()
	}
	return book, nil
}

// Effect is the change of one person's net pay.
type Effect struct {
	Person string         `json:"person"`
	Gross  string         `json:"gross"`
	Before number.Decimal `json:"-"`
	After  number.Decimal `json:"-"`
	// BeforeText, AfterText and Change have two decimals.
	BeforeText string  `json:"before,omitempty"`
	AfterText  string  `json:"after,omitempty"`
	Change     string  `json:"change,omitempty"`
	Causes     []Cause `json:"causes,omitempty"`
	// Refused is the message if a year refuses the request.
	Refused string `json:"refused,omitempty"`
}

// Cause is a part of a change.
type Cause struct {
	Key    string         `json:"key"`
	Label  string         `json:"label"`
	Amount number.Decimal `json:"-"`
	Text   string         `json:"amount"`
}

// effect computes the net pay of a person at every stage.
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
			e.Causes = append(e.Causes, Cause{st.cause, st.label, part, Signed(part)})
		}
		last = net
	}
	e.After = last
	e.BeforeText, e.AfterText = string(e.Before.AppendFixed(nil, 2)), string(e.After.AppendFixed(nil, 2))
	e.Change = Signed(e.After.Sub(e.Before))
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
