package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// The operations of the service that payslip calls.
const (
	netOperation   = "salary-net/net"
	grossOperation = "salary-net/gross"
)

// payslipRequest is the request that the flags of payslip describe.
type payslipRequest struct {
	country  *rules.Country
	language rules.Language
	// members are those of the request in the order of the flags.
	members []requestMember
	profile []requestMember
}

// requestMember is a member of a JSON object; text is its value as JSON.
type requestMember struct{ name, text string }

// payslip is "rulecheck payslip".
func payslip(c *call, arguments []string) error {
	flags, err := readFlags(arguments)
	if err != nil {
		return err
	}
	book, err := c.openBook(c.options())
	if err != nil {
		return err
	}
	request, err := newPayslipRequest(book, flags)
	if err != nil {
		return err
	}
	id := netOperation
	if slices.ContainsFunc(request.members, func(m requestMember) bool { return m.name == "net" }) {
		id = grossOperation
	}
	answer, err := c.callService(book, id, request.json(), request.language)
	if answer == nil {
		return err
	}
	page, err := newPayslipPage(request, answer)
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(page)
	return err
}

// callService calls an operation of the service. The answer is nil if the request is refused, or if
// it was printed because of --json.
func (c *call) callService(book *rules.Book, id string, request []byte, language rules.Language) (answer []byte, err error) {
	catalogue, err := operations.New(book)
	if err != nil {
		return nil, err
	}
	if answer, err = catalogue.Operation(id).AnswerJSON(nil, request, language); err != nil {
		return nil, c.refused(err, language)
	}
	if c.json {
		return nil, c.writeJSON(json.RawMessage(answer))
	}
	return answer, nil
}

// refused prints the reason why a request was refused.
func (c *call) refused(err error, language rules.Language) error {
	var invalid *operations.Invalid
	var failure *operations.Failure
	isInvalid, isFailure := errors.As(err, &invalid), errors.As(err, &failure)
	if !isInvalid && !isFailure {
		return err
	}
	if c.json {
		body, _ := operations.AppendError(nil, err, language)
		fmt.Fprintf(c.stdout, "%s\n", body)
	}
	if isInvalid {
		var messages []string
		for i := range invalid.Details {
			detail := &invalid.Details[i]
			messages = append(messages, fieldFlag(detail.Location)+": "+detail.Message(language))
		}
		return usage.Errorf("%s", strings.Join(messages, "\nerror: "))
	}
	if !c.json {
		fmt.Fprintf(c.stderr, "error: %s: %s\n", failure.Code, failure.Message.In(language))
	}
	return usage.ErrFindings
}

// fieldFlag returns the flag for a location in the request.
func fieldFlag(location []operations.Step) string {
	for _, step := range slices.Backward(location) {
		if !step.IsIndex {
			return "--" + step.Name
		}
	}
	return "the request"
}

// readFlags reads flags such as --name value and --name=value. A flag without a value is
// true.
func readFlags(arguments []string) ([]requestMember, error) {
	var flags []requestMember
	for i := 0; i < len(arguments); i++ {
		name, value, given := strings.Cut(arguments[i], "=")
		bare := strings.TrimLeft(name, "-")
		if bare == name || bare == "" {
			return nil, usage.Errorf("%q is not a flag: write --name value", arguments[i])
		}
		if !given {
			value = "true"
			if i+1 < len(arguments) && !strings.HasPrefix(arguments[i+1], "--") {
				i++
				value = arguments[i]
			}
		}
		flags = append(flags, requestMember{strings.ReplaceAll(bare, "-", "_"), value})
	}
	return flags, nil
}

// payslipFlags are the flags that are not profile fields.
var payslipFlags = []string{"country", "gross", "net", "year", "pay_date", "period", "profile", "lang"}

func newPayslipRequest(book *rules.Book, flags []requestMember) (*payslipRequest, error) {
	r := &payslipRequest{}
	if err := r.readCountry(book, flags); err != nil {
		return nil, err
	}
	amounts := 0
	seen := make(map[string]bool)
	for _, flag := range flags {
		if flag.name == "profile" {
			name, value, ok := strings.Cut(flag.text, "=")
			if !ok {
				return nil, usage.Errorf("--profile %s: write NAME=TEXT", flag.text)
			}
			flag = requestMember{strings.ReplaceAll(name, "-", "_"), value}
		} else if slices.Contains(payslipFlags, flag.name) {
			switch flag.name {
			case "gross", "net":
				amounts++
				r.members = append(r.members, requestMember{flag.name, scalar(flag.text, rules.Number)})
			case "year":
				r.members = append(r.members, requestMember{flag.name, scalar(flag.text, rules.Integer)})
			case "period", "pay_date":
				r.members = append(r.members, requestMember{flag.name, scalar(flag.text, rules.Choice)})
			}
			continue
		}
		if seen[flag.name] {
			return nil, usage.Errorf("--%s is given twice", flag.name)
		}
		seen[flag.name] = true
		fields := r.country.Fields()
		at := slices.IndexFunc(fields, func(f rules.Field) bool { return f.Name == flag.name })
		if at < 0 {
			return nil, unknownField(r.country, flag.name)
		}
		r.profile = append(r.profile, requestMember{flag.name, scalar(flag.text, fields[at].Kind)})
	}
	if amounts != 1 {
		return nil, usage.Errorf("payslip needs one of --gross and --net")
	}
	return r, nil
}

// readCountry reads the flags on which the others depend.
func (r *payslipRequest) readCountry(book *rules.Book, flags []requestMember) error {
	seen := make(map[string]bool)
	for _, flag := range flags {
		if seen[flag.name] && flag.name != "profile" {
			return usage.Errorf("--%s is given twice", flag.name)
		}
		seen[flag.name] = true
		switch flag.name {
		case "country":
			country, ok := book.Country(strings.ToUpper(flag.text))
			if !ok {
				return usage.Errorf("--country: unknown country %q; available: %s", flag.text, countryCodes(book))
			}
			r.country = country
			r.members = append(r.members, requestMember{"country", scalar(country.Code(), rules.Choice)})
		case "lang":
			language, err := languageOf(flag.text)
			if err != nil {
				return err
			}
			r.language = language
		}
	}
	if r.country == nil {
		return usage.Errorf("payslip needs --country: one of %s", countryCodes(book))
	}
	return nil
}

func countryCodes(book *rules.Book) string {
	var codes []string
	for _, country := range book.Countries() {
		if country.Status() == rules.Available {
			codes = append(codes, country.Code())
		}
	}
	return strings.Join(codes, ", ")
}

func unknownField(country *rules.Country, name string) error {
	var known []string
	for _, field := range country.Fields() {
		known = append(known, "--"+field.Name)
	}
	hint := fmt.Sprintf("; the profile of %s has %s", country.Code(), strings.Join(known, ", "))
	for _, flag := range payslipFlags {
		known = append(known, "--"+flag)
	}
	return usage.Unknown("flag", "--"+name, known, hint)
}

// scalar returns the text of a flag as a JSON value of a kind; commas separate the items of a
// list. A text that does not fit the kind becomes a JSON string, which the service refuses.
func scalar(text string, kind rules.Kind) string {
	switch kind {
	case rules.Integer, rules.Number:
		if _, err := number.Parse(text); err == nil {
			return text
		}
	case rules.List:
		items := []byte{'['}
		for i, item := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
			if i > 0 {
				items = append(items, ',')
			}
			items = appendText(items, strings.TrimSpace(item))
		}
		return string(append(items, ']'))
	case rules.Boolean:
		if text == "true" || text == "false" {
			return text
		}
	}
	return string(appendText(nil, text))
}

// json returns the request in the service's JSON.
func (r *payslipRequest) json() []byte {
	members := r.members
	if len(r.profile) > 0 {
		members = append(slices.Clone(members), requestMember{r.country.ProfileKey(), string(object(r.profile))})
	}
	return object(members)
}

func object(members []requestMember) []byte {
	text := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(appendText(text, m.name), ':'), m.text...)
	}
	return append(text, '}')
}
