package rules

import (
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Parameters lists the values in force of a country and year, and the year's
// label: those of a day such as 2026-07-01, or of the year's last where the day is
// empty. The error is a *Refusal (unsupported_year) where there is no such year,
// (invalid_input) where the day is not in it.
func (b *Book) Parameters(country *Country, number int, day string) ([]Parameter, string, error) {
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
		source := y.sources[p.Source].Name
		if p.Cite != "" {
			source = p.Cite + " – " + source
		}
		for _, figure := range p.Flat() {
			row := Parameter{Key: figure.Key, Value: figure.Value, Unit: unitText(figure.Unit), Source: source}
			if p.UnitText != "" {
				row.Unit = p.UnitText
			}
			row.Label = labelOf(p, &figure)
			list = append(list, row)
		}
	}
	return list, y.label, nil
}

// dateField names the day of a question about parameters.
const dateField = "date"

// labelOf names a figure: the parameter's label with what its cases mean after
// it, or else their words.
func labelOf(p *types.Parameter, figure *types.Figure) Text {
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

// unitText is a unit as the answers write it.
func unitText(unit string) string {
	if unit == "percent" {
		return "%"
	}
	return unit
}
