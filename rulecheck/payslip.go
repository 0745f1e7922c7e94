package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/args"
)

// payslip is "rulecheck payslip".
func payslip(c *call, arguments []string) error {
	var asked []string // a country and year, or a file with requests
	for len(arguments) > 0 && (arguments[0] == "-" || !strings.HasPrefix(arguments[0], "-")) {
		asked, arguments = append(asked, arguments[0]), arguments[1:]
	}
	flags, err := readFlags(arguments)
	if err != nil {
		return err
	}
	p := &payslipCall{call: c}
	switchOn := func(text string) bool { // what follows a switch is the file
		if text != "true" {
			asked = append(asked, text)
		}
		return true
	}
	flags = slices.DeleteFunc(flags, func(f requestMember) bool {
		switch f.name {
		case "explain":
			p.explain = switchOn(f.text)
		case "lines":
			p.lines = switchOn(f.text)
		case "lang":
			p.tag = f.text
		default:
			return false
		}
		return true
	})
	if len(asked) > 0 && (asked[0] == "-" || filepath.Ext(asked[0]) != "") {
		if len(asked) > 1 || len(flags) > 0 {
			return args.Errorf("payslip takes either a file of requests or a country with flags")
		}
		if p.lines || filepath.Ext(asked[0]) == ".jsonl" {
			return p.many(asked[0])
		}
		request, err := p.read(asked[0])
		if err != nil {
			return err
		}
		return p.one(contentsOf(request).Country, func() ([]byte, error) { return request, nil })
	}
	for i, name := range []string{"country", "year"} {
		if i < len(asked) {
			flags = slices.Insert(flags, i, requestMember{name, asked[i]})
		}
	}
	if len(asked) > 2 {
		return args.Errorf("%q is not a flag: write --name value", asked[2])
	}
	country := ""
	if at := slices.IndexFunc(flags, func(f requestMember) bool { return f.name == "country" }); at >= 0 {
		country = flags[at].text
	}
	return p.one(country, func() ([]byte, error) { return newRequest(p.book, flags) })
}

// payslipCall answers requests by the operations of the service.
type payslipCall struct {
	*call
	book           *rules.Book
	catalogue      *operations.Catalogue
	language       rules.Language
	tag            string
	explain, lines bool
}

// contents has the members of a request that decide which operation answers it.
type contents struct {
	Country   string
	Net, Legs json.RawMessage
}

func contentsOf(request []byte) (c contents) {
	_ = json.Unmarshal(request, &c) // the operation refuses what is not JSON
	if c.Legs != nil {              // of a journey, not its employee
		c.Country = ""
	}
	return c
}

// open opens the rules of a country, or without one all rules and tables.
func (p *payslipCall) open(country string) (err error) {
	if p.book, err = p.openCountry(country); err != nil {
		return err
	}
	known := false // the rules register their languages
	if p.language, known = wording.Lookup(cmp.Or(p.tag, "en")); !known {
		return args.Errorf("--lang: %q is not one of %s", p.tag, strings.Join(wording.Tags(), ", "))
	}
	var options []operations.Option
	if country == "" {
		travel, err := p.openTables(nil)
		if err != nil {
			return err
		}
		options = append(options, operations.WithTables(travel))
	}
	p.catalogue, err = operations.New(p.book, options...)
	return err
}

// answer answers a request: of a journey if it has legs, the gross for a net if it names net,
// and otherwise net pay.
func (p *payslipCall) answer(request []byte) (answer []byte, isJourney bool, err error) {
	members, id := contentsOf(request), "salary-net/net"
	switch {
	case members.Legs != nil:
		id = "travel-per-diem/trip"
	case p.explain:
		id = "salary-net/explain"
	case members.Net != nil:
		id = "salary-net/gross"
	}
	answer, err = p.catalogue.Operation(id).AnswerJSON(nil, request, p.language)
	return answer, members.Legs != nil, err
}

// one prints the answer to a request about a country, if it is known. Answers as JSON name the
// version of all rules, and the reason for a refusal may name other countries.
func (p *payslipCall) one(country string, build func() ([]byte, error)) error {
	if p.json {
		country = ""
	}
	if err := p.open(country); err != nil {
		return err
	}
	request, err := build()
	if err != nil {
		return err
	}
	answer, isJourney, err := p.answer(request)
	switch {
	case err != nil && country != "":
		return p.one("", build)
	case err != nil:
		return p.refused(err)
	case p.json || isJourney:
		return p.writeJSON(json.RawMessage(answer))
	}
	text, err := p.text(answer)
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(text)
	return err
}

// refused prints the reason why a request was refused.
func (p *payslipCall) refused(err error) error {
	var failure *operations.Failure
	if !errors.As(err, &failure) {
		return err
	}
	isInvalid := len(failure.Details) > 0
	switch {
	case p.json:
		body, _ := operations.AppendError(nil, err, p.language)
		fmt.Fprintf(p.stdout, "%s\n", body)
	case !isInvalid:
		fmt.Fprintf(p.stderr, "error: %s: %s\n", failure.Code, failure.Message.In(p.language))
	}
	if !isInvalid {
		return args.ErrFindings
	}
	var messages []string
	for i := range failure.Details {
		place := "the request"
		for _, step := range slices.Backward(failure.Details[i].Location) {
			if name, is := step.(string); is {
				place = "--" + name
				break
			}
		}
		messages = append(messages, place+": "+failure.Details[i].Message(p.language))
	}
	return args.Errorf("%s", strings.Join(messages, "\nerror: "))
}

// requestMember is a member of a JSON object; text is its value as JSON.
type requestMember struct{ name, text string }

// readFlags reads flags such as --name value and --name=value. A flag without a value is
// true.
func readFlags(arguments []string) ([]requestMember, error) {
	var flags []requestMember
	for i := 0; i < len(arguments); i++ {
		name, value, given := strings.Cut(arguments[i], "=")
		bare := strings.TrimLeft(name, "-")
		if bare == name || bare == "" {
			return nil, args.Errorf("%q is not a flag: write --name value", arguments[i])
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

// requestFlags are the flags that are not profile fields, with the kind of their values.
var requestFlags = map[string]rules.Kind{
	"country": rules.Choice, "year": rules.Integer, "gross": rules.Number, "net": rules.Number, "period": rules.Choice, "pay_date": rules.Choice,
}

// newRequest returns the request that flags describe, as the JSON of the service.
func newRequest(book *rules.Book, flags []requestMember) ([]byte, error) {
	var codes []string
	for _, country := range book.Countries() {
		if country.Status() == rules.Available {
			codes = append(codes, country.Code())
		}
	}
	at := slices.IndexFunc(flags, func(f requestMember) bool { return f.name == "country" })
	if at < 0 {
		return nil, args.Errorf("payslip needs a country: one of %s", strings.Join(codes, ", "))
	}
	country, known := book.Country(strings.ToUpper(flags[at].text))
	if !known {
		return nil, args.Errorf("--country: unknown country %q; available: %s", flags[at].text, strings.Join(codes, ", "))
	}
	flags[at].text = country.Code()
	var members, profile []requestMember
	seen := map[string]bool{}
	for _, flag := range flags {
		if flag.name == "profile" {
			name, value, ok := strings.Cut(flag.text, "=")
			if !ok {
				return nil, args.Errorf("--profile %s: write NAME=TEXT", flag.text)
			}
			flag = requestMember{strings.ReplaceAll(name, "-", "_"), value}
		}
		if seen[flag.name] {
			return nil, args.Errorf("--%s is given twice", flag.name)
		}
		seen[flag.name] = true
		if kind, is := requestFlags[flag.name]; is {
			members = append(members, requestMember{flag.name, scalar(flag.text, kind)})
			continue
		}
		fields := country.Fields()
		field := slices.IndexFunc(fields, func(f rules.Field) bool { return f.Name == flag.name })
		if field < 0 {
			return nil, unknownField(country, flag.name)
		}
		profile = append(profile, requestMember{flag.name, scalar(flag.text, fields[field].Kind)})
	}
	if seen["gross"] == seen["net"] {
		return nil, args.Errorf("payslip needs one of --gross and --net")
	}
	if len(profile) > 0 {
		members = append(members, requestMember{country.ProfileKey(), string(object(profile))})
	}
	return object(members), nil
}

func unknownField(country *rules.Country, name string) error {
	known := diagnostic.Names(country.Fields(), func(f rules.Field) string { return "--" + f.Name })
	hint := fmt.Sprintf("; the profile of %s has %s", country.Code(), strings.Join(known, ", "))
	for flag := range requestFlags {
		known = append(known, "--"+flag)
	}
	slices.Sort(known)
	return args.Unknown("flag", "--"+name, known, hint)
}

// scalar returns the text of a flag as a JSON value of a kind; commas separate the items of a
// list. A text that does not fit the kind becomes a JSON string, which the service refuses.
func scalar(text string, kind rules.Kind) string {
	switch {
	case kind == rules.Array && json.Valid([]byte(text)):
		return text
	case kind == rules.List:
		items := strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
		for i := range items {
			items[i] = quoted(strings.TrimSpace(items[i]))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	return string(operations.AppendScalar(nil, kind, text))
}

// quoted returns a text as JSON.
func quoted(text string) string {
	data, _ := jsontext.AppendQuote(nil, text) // its error is a text that is not UTF-8, which it corrects
	return string(data)
}

// object returns a JSON object.
func object(members []requestMember) []byte {
	text := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, quoted(m.name)...), ':'), m.text...)
	}
	return append(text, '}')
}
