package yeardiff

import (
	"cmp"
	"io/fs"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// Figure is a number of a parameter that differs between two years, or that only one of them
// has.
type Figure struct {
	Key    string `json:"key"`
	Label  string `json:"label"`
	Unit   string `json:"unit"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Percent is the change in percent, with two decimals.
	Percent string `json:"percent,omitempty"`
	Cite    string `json:"cite"`
	Place   string `json:"place"`

	change number.Decimal // in percent, without its sign
}

// Text is a label, citation or source that differs between two years.
type Text struct {
	Key    string `json:"key"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// parameters reads the parameters of a year's folder as of a day; the empty day is the end of
// the year.
func parameters(files fs.FS, year, day string) ([]*syntax.Parameter, []*syntax.Source, error) {
	list, sources, err := rules.Figures(files, year)
	for i, p := range list {
		if len(p.Dated) > 0 {
			list[i] = p.On(day)
			list[i].Dated = nil // of a copy
		}
	}
	return list, sources, err
}

// Changed lists the figures that differ between two years' folders, the largest relative
// change first and those that only one year has last.
func Changed(files fs.FS, before, after string) ([]Figure, error) {
	return changed(files, before, "", after, "")
}

func changed(files fs.FS, before, day, after, dayAfter string) ([]Figure, error) {
	old, err := figures(files, before, day)
	if err != nil {
		return nil, err
	}
	list, err := figures(files, after, dayAfter)
	if err != nil {
		return nil, err
	}
	known := map[string]int{}
	for i := range list {
		known[list[i].Key] = i
	}
	for _, was := range old {
		if i, has := known[was.Key]; has {
			list[i].Before = was.After
			list[i].compare()
			continue
		}
		was.Before, was.After = was.After, ""
		list = append(list, was)
	}
	list = slices.DeleteFunc(list, func(f Figure) bool { return f.Before == f.After })
	slices.SortStableFunc(list, func(a, b Figure) int { return b.change.Cmp(a.change) })
	was, _, err := parameters(files, before, day)
	if err != nil {
		return nil, err
	}
	now, _, err := parameters(files, after, dayAfter)
	if err != nil {
		return nil, err
	}
	ofTables, err := changedTables(files, was, now)
	return append(list, ofTables...), err
}

// compare computes the change, and makes equal numbers equal texts.
func (f *Figure) compare() {
	before, err := number.Parse(f.Before)
	after, other := number.Parse(f.After)
	if err != nil || other != nil {
		return
	}
	if before.Cmp(after) == 0 {
		f.Before = f.After
	} else if f.Percent = Percent(before, after); f.Percent != "" {
		f.change, _ = number.Parse(f.Percent[1:])
	}
}

// figures lists the numbers of a year as After.
func figures(files fs.FS, year, day string) (list []Figure, err error) {
	declared, _, err := parameters(files, year, day)
	if err != nil {
		return nil, err
	}
	for _, p := range declared {
		f := Figure{Label: p.Label.English.Plain(), Cite: p.Cite}
		add := func(key, unit string, n *syntax.Node) {
			f.Key, f.Unit, f.After, f.Place = key, unit, n.Text, n.Range.String()
			list = append(list, f)
		}
		if p.Text != nil {
			add(p.Name, "", p.Text)
		}
		for _, cell := range p.Cells() {
			add(cell.Name(p.Name), cmp.Or(p.Units[cell.Column], p.Unit), cell.Node)
		}
	}
	return list, nil
}

// texts lists the labels, citations and sources of a year that differ from another.
func texts(files fs.FS, before, after string) (list []Text, err error) {
	var sides [2]map[string]string
	var keys []string
	for i, year := range []string{before, after} {
		declared, sources, err := parameters(files, year, "")
		if err != nil {
			return nil, err
		}
		sides[i] = map[string]string{}
		add := func(key, text string) {
			sides[i][key] = text
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		for _, p := range declared {
			add(p.Name+" label", p.Label.English.Plain())
			add(p.Name+" cite", p.Cite)
		}
		for _, s := range sources {
			add("source "+s.ID, s.Name.English+" "+s.URL)
		}
	}
	for _, key := range keys {
		if sides[0][key] != sides[1][key] {
			list = append(list, Text{key, sides[0][key], sides[1][key]})
		}
	}
	return list, nil
}

// Signed formats a number with its sign and two decimals.
func Signed(d number.Decimal) string {
	text := string(d.AppendFixed(nil, 2))
	if d.Sign() > 0 {
		return "+" + text
	}
	return text
}

// Percent formats the change from one number to another in percent. It is empty for a change
// from zero.
func Percent(before, after number.Decimal) string {
	change, err := after.Sub(before).Mul(number.New(100, 0)).Quo(before, 2, number.HalfUp)
	if err != nil {
		return ""
	}
	return Signed(change)
}

// OrNone shows that a year lacks something.
func OrNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
