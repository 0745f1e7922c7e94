package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// payslipAnswer is the part of the service's answer that a page shows.
type payslipAnswer struct {
	payslipHead
	EmployerContributions json.Number `json:"employer_contributions"`
	EmployerCost          json.Number `json:"employer_cost"`
	DeductionRate         json.Number `json:"deduction_rate"`
	TargetNet             json.Number `json:"target_net"`
	Difference            json.Number
	Annual                struct {
		Gross, Net   json.Number
		EmployerCost json.Number `json:"employer_cost"`
	}
	Lines      []payslipLine
	Profile    json.RawMessage
	Notes      []string
	Sources    []struct{ Name, URL string }
	Disclaimer string
}

// payslipHead is the beginning of an answer.
type payslipHead struct {
	TaxYear            string `json:"tax_year"`
	Period, Currency   string
	Gross, Net         json.Number
	EmployeeDeductions json.Number `json:"employee_deductions"`
}

type payslipLine struct {
	Label, Payer, Rule, Source string
	Amount, Base               json.Number
	Rate                       json.Number // empty without a single rate
}

// The columns of a page, in characters.
const (
	pageWidth   = 80
	labelWidth  = 41
	rateWidth   = 9
	baseWidth   = 14
	amountWidth = pageWidth - labelWidth - rateWidth - baseWidth
)

// pageWordsText contains the labels of payslips and explanations that do not come from the
// rules.
//
//go:embed words.yaml
var pageWordsText []byte

// textPage is a payslip or an explanation being written.
type textPage struct {
	*syntax.Words
	out bytes.Buffer
	err error // of a malformed number
}

// readAnswer decodes an answer of the service and returns an empty page for it.
func readAnswer(answer []byte, into any, language rules.Language) (*textPage, error) {
	if err := json.Unmarshal(answer, into); err != nil {
		return nil, err
	}
	words, err := syntax.ReadWords(pageWordsText, language)
	return &textPage{Words: words}, err
}

// newPayslipPage returns an answer as a page.
func newPayslipPage(request *payslipRequest, answer []byte) ([]byte, error) {
	var a payslipAnswer
	p, err := readAnswer(answer, &a, request.language)
	if err != nil {
		return nil, err
	}
	profile, err := p.profilePairs(a.Profile)
	if err != nil {
		return nil, err
	}
	p.heading(p.Word("title"))
	p.pair(p.Word("country"), fmt.Sprintf("%s (%s)", request.country.Name().In(request.language), request.country.Code()))
	p.pair(p.Word("tax_year"), a.TaxYear)
	p.pair(p.Word("period"), p.periodName(a.Period))
	if a.TargetNet != "" {
		p.pair(p.Word("target"), fmt.Sprintf("%s %s, %s %s", p.amount(a.TargetNet), a.Currency, p.Word("difference"), p.amount(a.Difference)))
	}
	p.pairs(p.Word("profile"), profile)

	p.section(p.Word("earnings"), "", "", a.Currency)
	p.row(p.Word("gross"), "", "", p.amount(a.Gross))
	p.section(p.Word("deductions"), p.Word("rate"), p.Word("base"), a.Currency)
	p.lines(a.Lines, "employee")
	p.rule('-')
	p.row(p.Word("total_deductions"), "", "", p.amount(a.EmployeeDeductions))
	p.rule('=')
	p.row(p.Word("net"), "", "", p.amount(a.Net))
	p.rule('=')
	if slices.ContainsFunc(a.Lines, func(line payslipLine) bool { return line.Payer == "employer" }) {
		p.section(p.Word("employer"), p.Word("rate"), p.Word("base"), a.Currency)
		p.lines(a.Lines, "employer")
		p.rule('-')
		p.row(p.Word("total_employer"), "", "", p.amount(a.EmployerContributions))
	}
	p.row(p.Word("employer_cost"), "", "", p.amount(a.EmployerCost))
	p.section(p.Word("per_year"), "", "", a.Currency)
	p.row(p.Word("gross"), "", "", p.amount(a.Annual.Gross))
	p.row(p.Word("net"), "", "", p.amount(a.Annual.Net))
	p.row(p.Word("employer_cost"), "", "", p.amount(a.Annual.EmployerCost))
	p.row(p.Word("deduction_rate"), "", "", p.amount(a.DeductionRate))
	p.list(p.Word("notes"), a.Notes)
	var sources []string
	for _, source := range a.Sources {
		sources = append(sources, source.Name+", "+source.URL)
	}
	p.list(p.Word("sources"), sources)
	p.out.WriteByte('\n')
	p.wrapped("", a.Disclaimer)
	return p.out.Bytes(), p.err
}

func (p *textPage) periodName(period string) string {
	if name := p.Word("period_" + period); name != "" {
		return name
	}
	return period
}

// amount formats a number as money in the page's language.
func (p *textPage) amount(n json.Number) string { return p.format(n, 2) }

func (p *textPage) format(n json.Number, places int) string {
	if n == "" {
		return ""
	}
	d, err := number.ParseJSON([]byte(n))
	if err != nil {
		p.err = err
		return ""
	}
	return wording.Amount(d, places)(p.Language)
}

func (p *textPage) heading(text string) {
	p.rule('=')
	fmt.Fprintf(&p.out, "%s\n", text)
	p.rule('=')
}

func (p *textPage) rule(of rune) {
	p.out.WriteString(strings.Repeat(string(of), pageWidth) + "\n")
}

// pairIndent is the width of the first column of the page's head.
const pairIndent = 23

func (p *textPage) pair(name, text string) {
	fmt.Fprintf(&p.out, "%-*s%s\n", pairIndent, name, text)
}

// pairs writes a name with its texts, as many to a line as fit.
func (p *textPage) pairs(name string, texts []string) {
	const between = "; "
	line := ""
	for i, text := range texts {
		if i < len(texts)-1 {
			text += between[:1]
		}
		if line != "" && utf8.RuneCountInString(line+between[1:]+text) > pageWidth-pairIndent {
			p.pair(name, line)
			name, line = "", ""
		}
		if line != "" {
			line += between[1:]
		}
		line += text
	}
	if line != "" {
		p.pair(name, line)
	}
}

// section starts a section with the titles of its columns.
func (p *textPage) section(title, rate, base, amount string) {
	p.out.WriteByte('\n')
	p.row(title, rate, base, amount)
	p.rule('-')
}

// row writes a line of a table. A label that is too long continues below.
func (p *textPage) row(label, rate, base, amount string) {
	parts := wrap(label, labelWidth-1)
	fmt.Fprintf(&p.out, "%-*s%*s%*s%*s\n", labelWidth, parts[0], rateWidth, rate, baseWidth, base, amountWidth, amount)
	for _, part := range parts[1:] {
		fmt.Fprintf(&p.out, "%s\n", part)
	}
}

// lines writes the lines of a payer with their rules.
func (p *textPage) lines(lines []payslipLine, payer string) {
	for _, line := range lines {
		if line.Payer != payer {
			continue
		}
		rate := p.format(line.Rate, 0)
		if rate != "" {
			rate += " %"
		}
		p.row(line.Label, rate, p.amount(line.Base), p.amount(line.Amount))
		p.wrapped("    ", line.Rule)
	}
}

func (p *textPage) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	p.out.WriteString("\n" + title + "\n")
	p.rule('-')
	for _, item := range items {
		for i, part := range wrap(item, pageWidth-2) {
			mark := "  "
			if i == 0 {
				mark = "- "
			}
			p.out.WriteString(mark + part + "\n")
		}
	}
}

func (p *textPage) wrapped(indent, text string) {
	for _, part := range wrap(text, pageWidth-len(indent)) {
		p.out.WriteString(indent + part + "\n")
	}
}

// wrap breaks a text at spaces. A word that is too long gets a line to itself.
func wrap(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// profilePairs returns the applied profile in the answer's order, without fields that have
// no value.
func (p *textPage) profilePairs(profile json.RawMessage) ([]string, error) {
	decoder := json.NewDecoder(bytes.NewReader(profile))
	decoder.UseNumber()
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	var pairs []string
	for decoder.More() {
		var value any
		name, err := decoder.Token()
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return nil, err
		}
		if text := p.value(value); text != "" {
			pairs = append(pairs, fmt.Sprint(name)+" "+text)
		}
	}
	return pairs, nil
}

// value formats a value of the profile. The result is empty for null and empty lists.
func (p *textPage) value(value any) string {
	switch value := value.(type) {
	case bool:
		if value {
			return p.Word("yes")
		}
		return p.Word("no")
	case json.Number:
		// Digits are not grouped, because some numbers are years.
		point, _ := p.Language.Separators()
		return strings.ReplaceAll(value.String(), ".", string(point))
	case []any:
		var items []string
		for _, item := range value {
			items = append(items, p.value(item))
		}
		return strings.Join(items, ", ")
	case string:
		return value
	}
	return ""
}
