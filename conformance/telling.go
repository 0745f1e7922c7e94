package conformance

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// Telling returns the set without what tells nothing of the rules: values that an answer only
// echoes from the request, and cases that expect nothing else. It is nil if no case is left, as
// in sets that pin texts.
func (s *Set) Telling() *Set {
	if s.Wording {
		return nil
	}
	told := *s
	told.cases = nil
	for i := range s.cases {
		c := s.cases[i]
		if s.Answer != "" {
			c.expected = untold(c.expected, c.request, echoed[s.Answer])
			if !expects(c.expected) {
				continue
			}
		}
		told.cases = append(told.cases, c)
	}
	if len(told.cases) == 0 {
		return nil
	}
	return &told
}

// echoed are the members of an answer that repeat the request or follow from it alone.
var echoed = map[Answer][]string{
	NetAnswer:   {"country", "year", "tax_year", "period", "currency", "gross"},
	GrossAnswer: {"country", "year", "tax_year", "period", "currency", "net", "target_net"},
	YearAnswer:  {"country", "year", "tax_year", "period", "currency", "gross", "number", "from", "to"},
}

// WriteCases writes what some cases send and expect, for a digest.
func (s *Set) WriteCases(w io.Writer, cases []int) {
	fmt.Fprintln(w, s.Name, s.Answer, s.Program, s.Language, s.inputs, s.outputs)
	for _, i := range cases {
		c := &s.cases[i]
		expected, _ := json.Marshal(c.expected) // read from JSON
		fmt.Fprintf(w, "%q %q %q %s %s\n", c.name, c.inputs, c.want, c.text, expected)
	}
}

// untold returns what is expected without members that are echoed: those of names, and any that
// repeats a member of the request.
func untold(expected, request object, names []string) object {
	told := object{}
	for name, want := range expected {
		if slices.Contains(names, name) || has(request, name) && equal(request[name], want) {
			continue
		}
		switch inner := want.(type) {
		case object:
			sent := object{}
			if name == "profile" {
				sent, _ = request[strings.ToLower(words(request["country"]))].(object)
			}
			want = untold(inner, sent, names)
		case []any:
			if name == "paydays" {
				list := make([]any, len(inner))
				for i := range inner {
					if list[i] = inner[i]; !has(inner[i], anyKey) {
						if of, is := inner[i].(object); is {
							list[i] = untold(of, object{}, names)
						}
					}
				}
				want = list
			}
		}
		told[name] = want
	}
	return told
}

// expects reports whether an expectation has a value that a result must have.
func expects(want any) bool {
	switch want := want.(type) {
	case []any:
		return slices.ContainsFunc(want, expects)
	case object:
		if has(want, anyKey) {
			return false
		}
		for name, value := range want {
			if name != "key" && name != "payer" && expects(value) {
				return true
			}
		}
		return false
	}
	return true
}

// refuses reports whether case i expects a refusal.
func (s *Set) refuses(i int) bool { return has(s.cases[i].expected, "error") }

// LineOf names a line of a payslip.
type LineOf struct{ Payer, Key string }

// NoticedLines calls noticed with each line whose amount case i checks: the case would differ if
// the line had another amount and the sums that contain it followed.
func (s *Set) NoticedLines(subject Subject, cases []int, missing map[LineOf]bool, noticed func(line LineOf, name string)) error {
	service, err := subject.catalogue(s)
	if err != nil {
		return err
	}
	checker := &answerChecker{s, service}
	for _, i := range cases {
		if len(missing) == 0 {
			return nil
		}
		of := &s.cases[i]
		if s.refuses(i) {
			continue
		}
		got, err := checker.answer(of)
		if err != nil || has(got, "error") {
			continue
		}
		for line, amount := range linesOf(got) {
			if !missing[line] {
				continue
			}
			differs := false
			compare("", of.expected, moved(got, line, amount), func(_, _, _ string, matches bool) { differs = differs || !matches })
			if differs {
				delete(missing, line)
				noticed(line, of.name)
			}
		}
	}
	return nil
}

// linesOf returns the lines of an answer, or of all its paydays, that have an amount other than
// 0, with one hundredth of it.
func linesOf(answer any) map[LineOf]number.Decimal {
	lines := map[LineOf]number.Decimal{}
	eachLine(answer, func(line object) {
		if amount, is := exact(line["amount"]); is && !amount.IsZero() {
			lines[LineOf{words(line["payer"]), words(line["key"])}] = amount.Mul(number.New(1, 2))
		}
	})
	return lines
}

func eachLine(v any, visit func(line object)) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			eachLine(item, visit)
		}
	case object:
		if has(v, "key") && has(v, "payer") && has(v, "amount") {
			visit(v)
			return
		}
		for _, inner := range v {
			eachLine(inner, visit)
		}
	}
}

// sums are the members of an answer that contain the lines of a payer.
var sums = map[string][]string{
	"employee": {"net", "employee_deductions", "average_net"},
	"employer": {"employer_contributions", "employer_cost"},
}

// moved returns an answer in which a line, and each sum that contains it, is moved.
func moved(v any, line LineOf, by number.Decimal) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = moved(v[i], line, by)
		}
		return list
	case object:
		other := make(object, len(v))
		own := words(v["key"]) == line.Key && words(v["payer"]) == line.Payer
		for name, value := range v {
			if x, is := exact(value); is && (own && name == "amount" || slices.Contains(sums[line.Payer], name)) {
				value = jsonNumber(x.Add(by))
			} else if !is {
				value = moved(value, line, by)
			}
			other[name] = value
		}
		return other
	}
	return v
}
