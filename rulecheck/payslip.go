package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// payslipOptions are the flags of "rulecheck payslip".
type payslipOptions struct {
	country, language string
	explain, lines    bool
	// request are the members of the request that have a flag each.
	request [5]requestMember
	profile profileFlag
}

// payslipCommand is "rulecheck payslip".
func payslipCommand(c *call) *cobra.Command {
	o := payslipOptions{request: [...]requestMember{{name: "year"}, {name: "gross"}, {name: "net"}, {name: "period"}, {name: "pay_date"}}}
	of := command("payslip COUNTRY [YEAR] --gross AMOUNT [profile] | FILE", "print payslips, or explain one", cobra.ArbitraryArgs,
		func(cmd *cobra.Command, arguments []string) error { return c.payslip(arguments, o) })
	of.ValidArgsFunction = c.completeScope
	flags := of.Flags()
	flags.StringVar(&o.country, "country", "", "")
	flags.StringVar(&o.language, "lang", "en", "")
	flags.BoolVar(&o.explain, "explain", false, "")
	flags.BoolVar(&o.lines, "lines", false, "")
	for i := range o.request {
		member := &o.request[i]
		flags.Func(strings.ReplaceAll(member.name, "_", "-"), "", func(text string) error {
			if member.text != "" {
				return errors.New("is given twice")
			}
			member.text = text
			return nil
		})
	}
	o.profile.define(of)
	return of
}

// payslip prints the payslip of a country and year, or the answers to the requests of a file.
func (c *call) payslip(asked []string, o payslipOptions) error {
	p := &payslipCall{call: c, tag: o.language, explain: o.explain}
	if len(asked) > 0 && (asked[0] == "-" || filepath.Ext(asked[0]) != "") {
		if len(asked) > 1 || len(o.members()) > 0 || len(o.profile) > 0 || o.country != "" {
			return wrongf("payslip takes either a file of requests or a country with flags")
		}
		if o.lines || filepath.Ext(asked[0]) == ".jsonl" {
			return p.many(asked[0])
		}
		request, err := p.read(asked[0])
		if err != nil {
			return err
		}
		return p.one(contentsOf(request).Country, func() ([]byte, error) { return request, nil })
	}
	for i, to := range []*string{&o.country, &o.request[0].text} {
		if i < len(asked) && *to != "" {
			return wrongf("%q is given twice: %s and %s", []string{"country", "year"}[i], asked[i], *to)
		} else if i < len(asked) {
			*to = asked[i]
		}
	}
	if len(asked) > 2 {
		return wrongf("%q is not a flag: write --name value", asked[2])
	}
	p.asked = &o
	return p.one(o.country, func() ([]byte, error) { return o.newRequest(p.book, p.catalogue.Operation(netOperation).Input) })
}

// members are the members of the request that are given.
func (o *payslipOptions) members() (given []requestMember) {
	for _, member := range o.request {
		if member.text != "" {
			given = append(given, member)
		}
	}
	return given
}

// payslipCall answers requests by the operations of the service.
type payslipCall struct {
	*call
	book      *rules.Book
	catalogue *operations.Catalogue
	language  rules.Language
	tag       string
	explain   bool
	asked     *payslipOptions // nil for requests of a file
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
	if p.book, err = p.openCountry(p.countryScope(country), p.options()); err != nil {
		return err
	}
	known := false // the rules register their languages
	if p.language, known = wording.Lookup(p.tag); !known {
		return wrongf("--lang: %q is not one of %s", p.tag, strings.Join(wording.Tags(), ", "))
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

const (
	netOperation  = "salary-net/net"
	tripOperation = "travel-per-diem/trip"
)

// operation is the one that answers a request: of a journey if it has legs, the gross for a net
// if it names net, and otherwise net pay.
func (p *payslipCall) operation(request []byte) *operations.Operation {
	id := netOperation
	var members contents
	if mayHave(request, "legs") || mayHave(request, "net") { // to read JSON takes longer
		members = contentsOf(request)
	}
	switch {
	case members.Legs != nil:
		id = tripOperation
	case p.explain:
		id = "salary-net/explain"
	case members.Net != nil:
		id = "salary-net/gross"
	}
	return p.catalogue.Operation(id)
}

// mayHave reports whether a request may have a member of that name, which could be written with
// escapes.
func mayHave(request []byte, name string) bool {
	return bytes.Contains(request, []byte(`"`+name+`"`)) || bytes.IndexByte(request, '\\') >= 0
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
	operation := p.operation(request)
	var text []byte
	isText := !p.json && operation.ID != tripOperation
	if isText {
		text, err = p.text(operation, request)
	} else {
		text, err = operation.AnswerJSON(nil, request, p.language)
	}
	switch {
	case err != nil && country != "":
		return p.one("", build)
	case err != nil:
		return p.refused(err)
	case !isText:
		return p.writeJSON(json.RawMessage(text))
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
		for _, one := range failure.Remedies(p.language) {
			if command := p.applying(&one); command != "" {
				fmt.Fprintf(p.stderr, "%s: %s\n", one.Label, command)
			}
		}
	}
	if !isInvalid {
		return errFindings
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
	return wrongf("%s", strings.Join(messages, "\nerror: "))
}

// applying is the command that asks with a remedy; empty if the request came from a file, or
// the remedy sets something that has no flag.
func (p *payslipCall) applying(r *operations.Remedy) string {
	if p.asked == nil {
		return ""
	}
	flags := append(p.asked.members(), p.asked.profile...)
	for _, set := range r.Settings {
		name, isName := set.Loc[len(set.Loc)-1].(string)
		if !isName || len(set.Loc) > 2 {
			return ""
		}
		flags = slices.DeleteFunc(flags, func(f requestMember) bool { return f.name == name })
		if words, is := set.Value.([]string); is {
			flags = append(flags, requestMember{name, strings.Join(words, ",")})
		} else if set.Value != nil {
			flags = append(flags, requestMember{name, fmt.Sprint(set.Value)})
		}
	}
	command := "rulecheck payslip --country " + p.asked.country
	for _, flag := range flags {
		command += " --" + strings.ReplaceAll(flag.name, "_", "-") + " " + flag.text
	}
	return command
}

// requestMember is a member of a JSON object; text is its value as JSON, or as a flag has it.
type requestMember struct{ name, text string }

// newRequest returns the request that flags describe, as the JSON of the service.
func (o *payslipOptions) newRequest(book *rules.Book, of *operations.Schema) ([]byte, error) {
	var codes []string
	for _, country := range book.Countries() {
		if country.Status == rules.Available {
			codes = append(codes, country.Code)
		}
	}
	if o.country == "" {
		return nil, wrongf("payslip needs a country: one of %s", strings.Join(codes, ", "))
	}
	country, known := book.Country(strings.ToUpper(o.country))
	if !known {
		return nil, wrongf("--country: unknown country %q; available: %s", o.country, strings.Join(codes, ", "))
	}
	if (o.request[1].text == "") == (o.request[2].text == "") {
		return nil, wrongf("payslip needs one of --gross and --net")
	}
	members := []requestMember{{"country", quoted(country.Code)}}
	for _, member := range o.members() {
		members = append(members, requestMember{member.name, written(of, member)})
	}
	var profile []requestMember
	fields := of.Properties[of.Index(country.ProfileKey)].Schema
	for _, flag := range o.profile {
		if fields.Index(flag.name) < 0 {
			return nil, unknownField(country, flag.name, diagnostic.Names(o.request[:], func(m requestMember) string { return m.name }))
		}
		profile = append(profile, requestMember{flag.name, written(fields, flag)})
	}
	if len(profile) > 0 {
		members = append(members, requestMember{country.ProfileKey, string(object(profile))})
	}
	return object(members), nil
}

// written returns the text of a flag as the JSON of a field.
func written(of *operations.Schema, flag requestMember) string {
	field := types.Type{Kind: types.Number, Decimals: -1} // net, which another operation takes
	if at := of.Index(flag.name); at >= 0 {
		field = of.Properties[at].Schema.Type
	}
	return string(field.AppendWritten(nil, flag.text))
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
