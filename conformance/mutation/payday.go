package mutation

import (
	"context"
	"path"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// Slip is a slip that a labelled case has to notice, other than in a figure.
type Slip struct {
	// Name says what would be wrong, such as "paydays.carried.pay_before: latest in place of sum".
	Name string
	At   diagnostic.Range
	By   string // as of Figure
	// Request is one about a year that depends on it, if nothing notices it and one was found.
	Request string
}

// takes are the words of take.
var takes = []string{"sum", "latest", "first", "plan"}

// Paydays tries the slips of a year's paydays: each take replaced by each other word, and each
// field that the program payday fills in moved by one unit or turned around. For what nothing notices
// it looks for a request like that of like.
func (n *Noticing) Paydays(ctx context.Context, country *rules.Country, year int, like func(name string) map[string]any) ([]Slip, error) {
	n.gather()
	var years []selection
	for _, s := range n.told {
		if s.set.Answer == conformance.YearAnswer {
			years = append(years, s)
		}
	}
	fields, places := country.FilledBy(year)
	first := n.read()
	slips := first.carried()
	carried := len(slips)
	for i, field := range fields {
		slips = append(slips, slip{Slip: Slip{Name: "payday: another " + field, At: places[i]}})
	}
	err := n.each(ctx, len(slips), func(t *trying) func(i int) {
		own := t.carried()
		return func(i int) {
			s, options := &slips[i], rules.Options{Lazy: true}
			try := func() {
				if s.By = t.noticed(years, n.Known[s.Name], options); s.By != "" {
					return
				}
				if first := like(s.Name); first != nil {
					if after, err := t.open(options); err == nil {
						s.Request = differingYear(t.before, after, first)
					}
				}
			}
			if i >= carried {
				options.Moved = fields[i-carried]
				try()
				return
			}
			with(own[i].node, own[i].word, try)
		}
	})
	list := make([]Slip, len(slips))
	for i := range slips {
		list[i] = slips[i].Slip
	}
	return list, err
}

// slip is a Slip that writes a word in place of that of a node.
type slip struct {
	Slip
	node *syntax.Node
	word string
}

// carried lists the slips of paydays.carried.
func (r *read) carried() (slips []slip) {
	for name, f := range r.declared {
		if path.Base(name) != "country.yaml" || f.Root.Get("paydays").Get("carried") == nil {
			continue
		}
		for _, e := range f.Root.Get("paydays").Get("carried").Entries {
			take := e.Value.Get("take")
			for _, word := range takes {
				if take != nil && take.Text != word {
					slips = append(slips, slip{Slip{Name: "paydays.carried." + e.Key.Text + ": " + word + " in place of " + take.Text, At: take.Range}, take, word})
				}
			}
		}
	}
	return slips
}

// Lines lists the lines of each payer of a year, with the case that checks the amount of each.
func (n *Noticing) Lines(country *rules.Country, year int) ([]Slip, error) {
	n.gather()
	lines, err := country.Lines(year)
	if err != nil {
		return nil, err
	}
	missing, by := map[conformance.LineOf]bool{}, map[conformance.LineOf]string{}
	for _, line := range lines {
		missing[conformance.LineOf{Payer: line.Payer, Key: line.Key}] = true
	}
	whole := conformance.NewSubject(n.Files.FS(), n.Book, nil)
	for _, s := range n.told {
		if s.set.Answer == "" {
			continue
		}
		if err := s.set.NoticedLines(whole, s.cases, missing, func(line conformance.LineOf, name string) { by[line] = s.set.Name + " " + name }); err != nil {
			return nil, err
		}
	}
	slips := make([]Slip, len(lines))
	for i, line := range lines {
		slips[i] = Slip{Name: "line " + line.Key + " of the " + line.Payer, At: line.At, By: by[conformance.LineOf{Payer: line.Payer, Key: line.Key}]}
	}
	return slips, nil
}
