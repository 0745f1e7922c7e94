package rules

import (
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/run"
)

// LineOf is a line that payslips of a year may have.
type LineOf struct {
	Payer, Key string
	At         diagnostic.Range // its first place in the rules
}

// Lines lists the lines that payslips of a year may have, in the order of the rules.
func (c *Country) Lines(number int) (list []LineOf, err error) {
	for _, y := range c.year(number).stretches {
		if err := y.ready(); err != nil {
			return nil, err
		}
		for i, site := range y.sites {
			known := func(l LineOf) bool { return l.Payer == site.payer && l.Key == site.key }
			if y.net.Sites[i].Kind == run.LineSite && !slices.ContainsFunc(list, known) {
				list = append(list, LineOf{site.payer, site.key, y.net.Sites[i].At})
			}
		}
	}
	return list, nil
}

// FilledBy lists the fields of a year that the program payday fills in, with their places.
func (c *Country) FilledBy(number int) (names []string, places []diagnostic.Range) {
	for _, y := range c.year(number).stretches {
		for _, out := range y.filledIn {
			if !slices.Contains(names, out.Name) {
				names, places = append(names, out.Name), append(places, out.Declaration.Range)
			}
		}
	}
	return names, places
}
