package rules

import (
	"bytes"
	"io/fs"
	"path"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Parameters returns the values in force in a country on a day such as 2026-07-01, or on
// the last day of the year if the day is empty, and the year's label. The error is a
// *Refusal: unsupported_year if the year is not available, invalid_input if the day is
// not in it.
func (b *Book) Parameters(country *Country, number int, day string) ([]Parameter, string, error) {
	if country == nil {
		return nil, "", errNoCountry
	}
	y := country.year(number)
	if y == nil {
		return nil, "", b.noYear(country, number)
	}
	if day != "" {
		var err error
		if y, err = b.stretchOn(y, day, "date_outside_year", dateField); err != nil {
			return nil, "", err
		}
	}
	var list []Parameter
	for _, p := range y.module.Parameters {
		if !p.Listed {
			continue
		}
		for _, figure := range Flat(p) {
			row := Parameter{Key: figure.Key, Value: figure.Value, Unit: unitText(figure.Unit), Source: y.citation(p)}
			if p.UnitText != "" {
				row.Unit = p.UnitText
			}
			row.Label = labelOf(p, &figure)
			list = append(list, row)
		}
	}
	return list, y.label, nil
}

// dateField is the day in a question about parameters.
const dateField = "date"

// labelOf returns the label of a figure: that of the parameter, followed by the labels of
// its cases, or their names if they have none.
func labelOf(p *types.Parameter, figure *FlatFigure) Text {
	parts := []Text{textOf(p.Label)}
	for i, word := range figure.Cases {
		part := wording.Everywhere(word)
		if text := p.Enumerations[i].Label(word); text != nil {
			part = textOf(text)
		}
		parts = append(parts, part)
	}
	if figure.Column != "" {
		parts = append(parts, wording.Everywhere(figure.Band+" "+figure.Column))
	}
	return wording.Join(parts, ", ")
}

// unitText returns a unit as answers show it.
func unitText(unit string) string {
	if unit == "percent" {
		return "%"
	}
	return unit
}

// Figures returns the parameters that a year's own file gives, with what other files of the
// year say of them, and the sources of all these files.
func Figures(files fs.FS, dir string) (figures []*syntax.Parameter, sources []*syntax.Source, err error) {
	name := path.Join(dir, parametersFile)
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, nil, err
	}
	head, list := declared(files, name, data)
	if head == nil {
		return nil, nil, list.Err()
	}
	shared := []*syntax.File{head}
	for _, part := range MadeOf(files, dir, head) {
		name := path.Join(dir, part)
		text, err := fs.ReadFile(files, name)
		if err != nil || !bytes.Contains(text, []byte("\nparameters:")) && !bytes.Contains(text, []byte("\nsources:")) {
			continue
		}
		if f, _ := declared(files, name, text); f != nil {
			shared = append(shared, f)
		}
	}
	for _, f := range shared {
		sources = append(sources, f.Sources...)
	}
	return head.Figures(syntax.Described(shared...).Parameters), sources, nil
}
