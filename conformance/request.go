package conformance

import (
	"fmt"

	"github.com/payslate/payslate/rules"
)

// scenario makes a question of a request as the service would take it. The
// schema's ranges are not checked: cases are written within them.
func scenario(book *rules.Book, request *value, answer Answer) (*rules.Scenario, error) {
	code := request.member("country")
	if code == nil {
		return nil, fmt.Errorf("the request has no country")
	}
	country, ok := book.Country(code.text)
	if !ok {
		return nil, fmt.Errorf("the rules have no country %q", code.text)
	}
	service := book.Service()
	s := &rules.Scenario{Country: country, Year: service.YearDefault, Period: service.PeriodDefault}
	amount := false
	for i := range request.members {
		name, of := request.members[i].name, &request.members[i].value
		switch {
		case name == "country" || of.kind == nullValue:
		case name == "year":
			year, whole := of.number.Int64()
			if of.kind != numberValue || !whole {
				return nil, fmt.Errorf("year %s is not a whole number", of)
			}
			s.Year = int(year)
		case name == "period":
			s.Period = of.text
		case name == "pay_date":
			s.PayDate = of.text
		case name == answer.amount() && of.kind == numberValue:
			s.Amount, amount = of.number, true
		case name == country.ProfileKey():
			profile, err := profileValues(country, of)
			if err != nil {
				return nil, err
			}
			s.Values = profile
		default:
			other, ok := countryOfProfile(book, name)
			if !ok {
				return nil, fmt.Errorf("the request has a member %q that is not known", name)
			}
			s.OtherProfile = other
		}
	}
	if !amount {
		return nil, fmt.Errorf("the request has no number %s", answer.amount())
	}
	return s, nil
}

func countryOfProfile(book *rules.Book, key string) (code string, ok bool) {
	for _, country := range book.Countries() {
		if country.Status() == rules.Available && country.ProfileKey() == key {
			return country.Code(), true
		}
	}
	return "", false
}

func profileValues(country *rules.Country, profile *value) ([]rules.Value, error) {
	fields := country.Fields()
	values := make([]rules.Value, len(fields))
	for i := range profile.members {
		name, of := profile.members[i].name, &profile.members[i].value
		at := -1
		for k := range fields {
			if fields[k].Name == name {
				at = k
			}
		}
		if at < 0 {
			return nil, fmt.Errorf("%s has no profile field %q", country.Code(), name)
		}
		if of.kind == nullValue {
			continue
		}
		if err := setValue(&values[at], fields[at].Kind, of); err != nil {
			return nil, fmt.Errorf("profile field %s: %w", name, err)
		}
	}
	return values, nil
}

func setValue(v *rules.Value, kind rules.Kind, of *value) error {
	if kind == rules.List {
		v.Kind = kind
		for i := range of.items {
			if of.items[i].kind != textValue {
				return fmt.Errorf("%s is not a list of texts", of)
			}
			v.Words = append(v.Words, of.items[i].text)
		}
	}
	expected := map[rules.Kind]valueKind{
		rules.Integer: numberValue, rules.Number: numberValue, rules.Boolean: booleanValue, rules.Choice: textValue, rules.String: textValue,
		rules.List: arrayValue,
	}[kind]
	if of.kind != expected || kind == rules.Integer && !of.number.IsInteger() {
		return fmt.Errorf("%s is of another type", of)
	}
	*v = rules.Value{Kind: kind, Number: of.number, Text: of.text, Bool: of.boolean, Words: v.Words}
	return nil
}
