package rules

import "strconv"

// Parameters lists the values in force of a country and year, and the year's
// label. The error is a *Refusal (unsupported_year) where there is no such
// year.
func (b *Book) Parameters(country *Country, number int) ([]Parameter, string, error) {
	y := country.year(number)
	if y == nil {
		return nil, "", b.refuseOf("unsupported_year", "unsupported_year", country.name, "year", strconv.Itoa(number), "years", country.yearList())
	}
	var list []Parameter
	for _, p := range y.module.Parameters() {
		if !p.Listed {
			continue
		}
		label := textOf(p.Label)
		source := y.sources[p.Source].Name
		if p.Cite != "" {
			source = p.Cite + " – " + source
		}
		for _, figure := range p.Flat() {
			row := Parameter{Key: figure.Key, Label: label, Value: figure.Value, Unit: unitText(figure.Unit), Source: source}
			if p.UnitText != "" {
				row.Unit = p.UnitText
			}
			if figure.Part != "" {
				row.Label = Text{English: label.English + ", " + figure.Part, German: label.In(German) + ", " + figure.Part}
			}
			list = append(list, row)
		}
	}
	return list, y.label, nil
}

// unitText is a unit as the answers write it.
func unitText(unit string) string {
	if unit == "percent" {
		return "%"
	}
	return unit
}
