package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// payslipAnswer is the part of the service's answer that a payslip or an explanation shows.
type payslipAnswer struct {
	Country               string
	TaxYear               string `json:"tax_year"`
	Period, Currency      string
	Gross, Net            json.Number
	EmployeeDeductions    json.Number `json:"employee_deductions"`
	EmployerContributions json.Number `json:"employer_contributions"`
	EmployerCost          json.Number `json:"employer_cost"`
	DeductionRate         json.Number `json:"deduction_rate"`
	TargetNet             json.Number `json:"target_net"`
	Difference            json.Number
	Annual                struct {
		Gross, Net   json.Number
		EmployerCost json.Number `json:"employer_cost"`
	}
	Lines []struct {
		Label, Payer, Rule, Source string
		Amount, Base               json.Number
		Rate                       json.Number // empty without a single rate
	}
	Profile    json.RawMessage
	Notes      []string
	Sources    []struct{ Name, URL string }
	Disclaimer string
	Reasons    struct {
		Lines []struct{ Amount, Base, Rate *int }
		Nodes []reasonNode
	}
}

// reasonNode is a value with the reason for it.
type reasonNode struct {
	Kind, Name, Value, Unit, Label, Formula, Cite, Source, Position string
	Inputs                                                          []struct {
		Name string
		Node int
	}
}

// The columns of a payslip, in characters.
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
	payslipAnswer
	out   bytes.Buffer
	place string       // of the rule files
	shown map[int]bool // nodes that were explained
}

// text returns an answer as a payslip, or as an explanation.
func (p *payslipCall) text(answer []byte) ([]byte, error) {
	words, err := syntax.ReadWords(pageWordsText, p.language)
	if err != nil {
		return nil, err
	}
	t := &textPage{Words: words, place: filepath.ToSlash(p.rules().place), shown: map[int]bool{}}
	if err := json.Unmarshal(answer, &t.payslipAnswer); err != nil {
		return nil, err
	}
	if p.explain {
		t.explanation()
		return t.out.Bytes(), nil
	}
	country, _ := p.book.Country(t.Country)
	t.payslip(country.Name().In(p.language))
	return t.out.Bytes(), nil
}

func (t *textPage) payslip(country string) {
	t.rule('=')
	t.printf("%s\n", t.Word("title"))
	t.rule('=')
	t.pair(t.Word("country"), country+" ("+t.Country+")")
	t.pair(t.Word("tax_year"), t.TaxYear)
	period := t.Word("period_" + t.Period)
	if period == "" {
		period = t.Period
	}
	t.pair(t.Word("period"), period)
	if t.TargetNet != "" {
		t.pair(t.Word("target"), fmt.Sprintf("%s %s, %s %s", t.amount(t.TargetNet), t.Currency, t.Word("difference"), t.amount(t.Difference)))
	}
	name := t.Word("profile")
	for _, line := range wrap(strings.Join(t.profile(), "; "), pageWidth-pairIndent) {
		t.pair(name, line)
		name = ""
	}
	t.section("earnings", "", "", t.Currency)
	t.total("gross", t.Gross)
	t.section("deductions", t.Word("rate"), t.Word("base"), t.Currency)
	t.lines("employee")
	t.rule('-')
	t.total("total_deductions", t.EmployeeDeductions)
	t.rule('=')
	t.total("net", t.Net)
	t.rule('=')
	if t.lines("employer"); t.EmployerContributions != "" && t.EmployerContributions != "0" {
		t.rule('-')
		t.total("total_employer", t.EmployerContributions)
	}
	t.total("employer_cost", t.EmployerCost)
	t.section("per_year", "", "", t.Currency)
	t.total("gross", t.Annual.Gross)
	t.total("net", t.Annual.Net)
	t.total("employer_cost", t.Annual.EmployerCost)
	if t.DeductionRate != "" {
		t.total("deduction_rate", t.DeductionRate)
	}
	t.list("notes", t.Notes)
	var sources []string
	for _, source := range t.Sources {
		sources = append(sources, source.Name+", "+source.URL)
	}
	t.list("sources", sources)
	t.printf("\n")
	t.wrapped("", "", t.Disclaimer)
}

func (t *textPage) printf(format string, values ...any) { fmt.Fprintf(&t.out, format, values...) }

func (t *textPage) rule(of rune) { t.printf("%s\n", strings.Repeat(string(of), pageWidth)) }

// pairIndent is the width of the first column of the payslip's head.
const pairIndent = 23

func (t *textPage) pair(name, text string) { t.printf("%-*s%s\n", pairIndent, name, text) }

// amount formats a number as money in the page's language.
func (t *textPage) amount(n json.Number) string { return t.format(n, 2) }

func (t *textPage) format(n json.Number, places int) string {
	d, err := number.ParseJSON([]byte(n))
	if err != nil {
		return string(n) // there is none
	}
	return wording.Amount(d, places)(t.Language)
}

// section begins a section with the titles of its columns.
func (t *textPage) section(title, rate, base, amount string) {
	t.printf("\n")
	t.row(t.Word(title), rate, base, amount)
	t.rule('-')
}

func (t *textPage) total(name string, n json.Number) { t.row(t.Word(name), "", "", t.amount(n)) }

// row writes a line of a table. A label that is too long continues below.
func (t *textPage) row(label, rate, base, amount string) {
	parts := wrap(label, labelWidth-1)
	t.printf("%-*s%*s%*s%*s\n", labelWidth, parts[0], rateWidth, rate, baseWidth, base, amountWidth, amount)
	for _, part := range parts[1:] {
		t.printf("%s\n", part)
	}
}

// lines writes the lines of a payer with their rules; those of the employer have a section of
// their own.
func (t *textPage) lines(payer string) {
	begun := payer != "employer"
	for _, line := range t.Lines {
		if line.Payer != payer {
			continue
		}
		if !begun {
			t.section("employer", t.Word("rate"), t.Word("base"), t.Currency)
			begun = true
		}
		rate := t.format(line.Rate, 0)
		if rate != "" {
			rate += " %"
		}
		t.row(line.Label, rate, t.amount(line.Base), t.amount(line.Amount))
		t.wrapped("    ", "    ", line.Rule)
	}
}

func (t *textPage) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	t.printf("\n%s\n", t.Word(title))
	t.rule('-')
	for _, item := range items {
		t.wrapped("- ", "  ", item)
	}
}

func (t *textPage) wrapped(first, indent, text string) {
	for _, part := range wrap(text, pageWidth-len(indent)) {
		t.printf("%s%s\n", first, part)
		first = indent
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

// profile returns the fields of the profile that have a value, in the answer's order.
func (t *textPage) profile() (pairs []string) {
	decoder := json.NewDecoder(bytes.NewReader(t.Profile))
	decoder.UseNumber()
	_, _ = decoder.Token() // the brace of an object that was read before
	for decoder.More() {
		var value any
		name, _ := decoder.Token()
		_ = decoder.Decode(&value)
		if text := t.value(value); text != "" {
			pairs = append(pairs, fmt.Sprint(name)+" "+text)
		}
	}
	return pairs
}

// value formats a value of the profile. The result is empty for null and empty lists.
func (t *textPage) value(value any) string {
	switch value := value.(type) {
	case bool:
		if value {
			return t.Word("yes")
		}
		return t.Word("no")
	case json.Number:
		// Digits are not grouped, because some numbers are years.
		point, _ := t.Language.Separators()
		return strings.ReplaceAll(value.String(), ".", string(point))
	case []any:
		var items []string
		for _, item := range value {
			items = append(items, t.value(item))
		}
		return strings.Join(items, ", ")
	case string:
		return value
	}
	return ""
}

// explanation writes the lines with the reasons for their amounts as indented text.
func (t *textPage) explanation() {
	t.printf("%s %s %s (%s, %s)\n  = %s %s − %s %s\n", t.Word("explain_net_pay"), t.amount(t.Net), t.Currency, t.TaxYear, t.Period,
		t.Word("explain_gross_pay"), t.amount(t.Gross), t.Word("explain_employee_deductions"), t.amount(t.EmployeeDeductions))
	for i, line := range t.Lines {
		t.printf("\n%s (%s) %s\n  %s · %s\n", line.Label, t.Word("explain_"+line.Payer), t.amount(line.Amount), line.Rule, line.Source)
		reasons := t.Reasons.Lines[i]
		for _, part := range []struct {
			name string
			node *int
		}{{"", reasons.Amount}, {t.Word("explain_base"), reasons.Base}, {t.Word("explain_rate"), reasons.Rate}} {
			if part.node != nil {
				t.node(1, part.name, *part.node)
			}
		}
	}
}

// node writes a node under a name, and its inputs unless they were written before.
func (t *textPage) node(depth int, name string, id int) {
	n := &t.Reasons.Nodes[id-1]
	t.printf("%s", strings.Repeat("  ", depth))
	if name != "" && name != n.Name && name != "p."+n.Name {
		t.printf("%s: ", name)
	}
	t.printf("%s = %s [%d]", n.Name, strings.TrimSpace(n.Value+" "+n.Unit), id)
	if t.shown[id] {
		if len(n.Inputs) > 0 {
			t.printf(" %s", t.Word("explain_see_above"))
		}
		t.printf("\n")
		return
	}
	t.shown[id] = true
	label := map[string]string{"step": n.Formula, "input": t.Word("explain_input")}
	about, known := label[n.Kind]
	if !known {
		about = n.Label
	}
	position := n.Position
	if position != "" {
		position = path.Join(t.place, position)
	}
	for _, part := range slices.DeleteFunc([]string{about, n.Cite, n.Source, position}, func(s string) bool { return s == "" }) {
		t.printf(" · %s", part)
	}
	t.printf("\n")
	for _, in := range n.Inputs {
		t.node(depth+1, in.Name, in.Node)
	}
}
