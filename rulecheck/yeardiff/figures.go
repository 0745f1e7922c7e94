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

// side is what a year's folder declares as of a day.
type side struct {
	parameters []*syntax.Parameter
	sources    []*syntax.Source
}

// read reads a year's folder; the empty day is the end of the year.
func read(files fs.FS, year, day string) (s side, err error) {
	s.parameters, s.sources, err = rules.Figures(files, year)
	for i, p := range s.parameters {
		if len(p.Dated) > 0 {
			s.parameters[i] = p.On(day)
			s.parameters[i].Dated = nil // of a copy
		}
	}
	return s, err
}

// Changed lists the figures that differ between two years' folders, the largest relative
// change first and those that only one year has last.
func Changed(files fs.FS, before, after string) ([]Figure, error) {
	old, err := read(files, before, "")
	if err != nil {
		return nil, err
	}
	now, err := read(files, after, "")
	if err != nil {
		return nil, err
	}
	return changed(files, old, now)
}

func changed(files fs.FS, before, after side) ([]Figure, error) {
	list := figures(after)
	known := map[string]int{}
	for i := range list {
		known[list[i].Key] = i
	}
	for _, was := range figures(before) {
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
	ofTables, err := changedTables(files, before.parameters, after.parameters)
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
func figures(of side) (list []Figure) {
	for _, p := range of.parameters {
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
	return list
}

// texts lists the labels, citations and sources of a year that differ from another.
func texts(before, after side) (list []Text) {
	var sides [2]map[string]string
	var keys []string
	for i, of := range []side{before, after} {
		sides[i] = map[string]string{}
		add := func(key, text string) {
			sides[i][key] = text
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		for _, p := range of.parameters {
			add(p.Name+" label", p.Label.English.Plain())
			add(p.Name+" cite", p.Cite)
		}
		for _, s := range of.sources {
			add("source "+s.ID, s.Name.English+" "+s.URL)
		}
	}
	for _, key := range keys {
		if sides[0][key] != sides[1][key] {
			list = append(list, Text{key, sides[0][key], sides[1][key]})
		}
	}
	return list
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
