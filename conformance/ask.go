package conformance

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// Request returns the request of a case of a whole answer, which must not be changed.
func (s *Set) Request(i int) map[string]any { return s.cases[i].request }

// Frame is a case for another year: a question, and what to say of its answer. The amounts that it
// expects are null, to be filled in.
type Frame struct {
	Answer   Answer
	Request  map[string]any
	Expected map[string]any
}

// Frame returns case i as one of another year of a country, about net pay where the case asks for the
// gross pay or runs a program. Moved moves an amount with the figures of the law.
func (s *Set) Frame(i int, country *rules.Country, year int, moved func(number.Decimal) number.Decimal) Frame {
	c := &s.cases[i]
	f := Frame{s.Answer, object{}, blank(untold(c.expected, c.request, echoed[s.Answer])).(object)}
	if s.Program != "" {
		f.Request = s.profile(c, country)
	}
	for name, value := range c.request {
		f.Request[name] = Mapped(value, name, func(_ string, v any) any {
			if d, is := exact(v); is {
				return jsonNumber(moved(d))
			}
			return v
		})
	}
	delete(f.Request, "tax_year")
	if day := words(f.Request["pay_date"]); len(day) > 4 {
		f.Request["pay_date"] = strconv.Itoa(year) + day[4:]
	}
	f.Request["country"], f.Request["year"] = country.Code, json.Number(strconv.Itoa(year))
	if gross, is := exact(c.expected["gross"]); s.Answer == GrossAnswer && is {
		delete(f.Request, "net")
		f.Answer, f.Request["gross"] = NetAnswer, jsonNumber(gross)
		f.Expected["net"], f.Expected["employer_cost"] = nil, nil
	}
	if f.Answer == NetAnswer || s.Program != "" {
		f.Answer = NetAnswer
		maps.DeleteFunc(f.Expected, func(name string, _ any) bool {
			return slices.Contains([]string{"gross", "profile", "annual", "deduction_rate", "employee_deductions", "employer_contributions", "target_net", "difference"}, name)
		})
	}
	return f
}

// profile returns a request with the inputs of a case of a program that are fields of a profile.
func (s *Set) profile(c *testCase, country *rules.Country) object {
	profile := object{}
	request := object{"gross": json.Number("3000"), country.ProfileKey: profile}
	for k, cell := range c.inputs {
		switch {
		case cell == "":
		case slices.Contains(country.Periods, cell):
			request["period"] = cell
		case slices.ContainsFunc(country.Fields, func(f rules.Field) bool { return f.Name == s.inputs[k] }):
			if profile[s.inputs[k]] = any(json.RawMessage(cell)); !json.Valid([]byte(cell)) {
				profile[s.inputs[k]] = cell
			}
		}
	}
	return request
}

// Mapped returns a part of a request with each single value replaced by what of returns for it and
// for the name of the member that has it.
func Mapped(v any, name string, of func(name string, v any) any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = Mapped(v[i], name, of)
		}
		return list
	case object:
		other := object{}
		for name, value := range v {
			other[name] = Mapped(value, name, of)
		}
		return other
	}
	return of(name, v)
}

// blank returns an expectation without its amounts, of a line its key, payer and amount.
func blank(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = blank(v[i])
		}
		return list
	case object:
		if has(v, "key") && has(v, "payer") {
			return object{"key": v["key"], "payer": v["payer"], "amount": nil}
		}
		if has(v, approxKey) {
			return nil
		}
		other := object{}
		for name, value := range v {
			other[name] = blank(value)
		}
		return other
	case json.Number:
		return nil
	}
	return v
}

// Amounts answers a question about net pay or a year, and returns the amounts as one text; empty if it
// is refused.
func (s *Subject) Amounts(of Answer, request map[string]any) string {
	text, err := json.Marshal(request)
	if err != nil {
		return ""
	}
	service, err := s.service()
	if err != nil {
		return ""
	}
	answer, err := service.Operation(operationIDs[of]).Answer(text, wording.English)
	if err != nil {
		return ""
	}
	var amounts []string
	add := func(key string, amount number.Decimal) { amounts = append(amounts, key+amount.Trim().String()) }
	switch answer := answer.(type) {
	case *operations.NetOut:
		add("net", answer.Net)
		add("cost", answer.EmployerCost)
		for _, line := range answer.Lines {
			add(line.Payer+line.Key, line.Amount)
		}
	case *operations.YearOut:
		for _, payday := range answer.Paydays {
			add("net", payday.Net)
			add("cost", payday.EmployerCost)
			for _, line := range payday.Lines {
				add(line.Payer+line.Key, line.Amount)
			}
		}
	}
	return strings.Join(amounts, " ")
}
