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
	"text/template"
	"unicode/utf8"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/number"
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
	Lines      []slipLine
	Profile    json.RawMessage
	Notes      []string
	Sources    []struct{ Name, URL string }
	Disclaimer string
	Reasons    struct {
		Lines []struct{ Amount, Base, Rate *int }
		Nodes []reasonNode
	}
}

// slipLine is a line of a payslip.
type slipLine struct {
	Label, Payer, Rule, Source string
	Amount, Base               json.Number
	Rate                       json.Number // empty without a single rate
}

// Paid returns the lines of a payer.
func (a *payslipAnswer) Paid(payer string) (lines []slipLine) {
	for _, line := range a.Lines {
		if line.Payer == payer {
			lines = append(lines, line)
		}
	}
	return lines
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

//go:embed payslip.tmpl
var pagesText string

// textPage is a payslip or an explanation being written.
type textPage struct {
	*hostfile.Words
	payslipAnswer
	Name  string          // of the country
	out   strings.Builder // of reasons
	place string          // of the rule files
	shown map[int]bool    // nodes that were explained
}

// text returns an answer as a payslip, or as an explanation.
func (p *payslipCall) text(answer []byte) ([]byte, error) {
	words, err := hostfile.ReadWords(pageWordsText, p.language)
	if err != nil {
		return nil, err
	}
	t := &textPage{Words: words, place: filepath.ToSlash(p.rules().place), shown: map[int]bool{}}
	if err := json.Unmarshal(answer, &t.payslipAnswer); err != nil {
		return nil, err
	}
	country, _ := p.book.Country(t.Country)
	t.Name = country.Name().In(p.language)
	name := "payslip"
	if p.explain {
		name = "explanation"
	}
	pages, err := template.New(name).Funcs(t.functions()).Parse(pagesText)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = pages.ExecuteTemplate(&out, name, t)
	return out.Bytes(), err
}

// functions are those that the pages call.
func (t *textPage) functions() template.FuncMap {
	return template.FuncMap{
		"word": t.Word, "money": t.amount, "indent": indented, "row": row,
		"currency": func() string { return t.Currency },
		"profile":  func() string { return strings.Join(t.profile(), "; ") },
		"rule":     func(of string) string { return strings.Repeat(of, pageWidth) },
		"total":    func(name string, n json.Number) string { return row(t.Word(name), "", "", t.amount(n)) },
		"rate": func(n json.Number) string {
			if text := t.format(n, 0); text != "" {
				return text + " %"
			}
			return ""
		},
		"pair": func(name, text string) string {
			blank := strings.Repeat(" ", pairIndent)
			return indented(fmt.Sprintf("%-*s", pairIndent, t.Word(name)), blank, text)
		},
		"reason": func(name string, node *int) string {
			t.out.Reset()
			if node != nil {
				t.node(1, t.Word(name), *node)
			}
			return t.out.String()
		},
	}
}

// pairIndent is the width of the first column of the payslip's head.
const pairIndent = 23

func (t *textPage) printf(format string, values ...any) { fmt.Fprintf(&t.out, format, values...) }

// amount formats a number as money in the page's language.
func (t *textPage) amount(n json.Number) string { return t.format(n, 2) }

func (t *textPage) format(n json.Number, places int) string {
	d, err := number.ParseJSON([]byte(n))
	if err != nil {
		return string(n) // there is none
	}
	return wording.Amount(d, places)(t.Language)
}

// row returns a line of a table. A label that is too long continues below.
func row(label, rate, base, amount string) string {
	parts := wrap(label, labelWidth-1)
	parts[0] = fmt.Sprintf("%-*s%*s%*s%*s", labelWidth, parts[0], rateWidth, rate, baseWidth, base, amountWidth, amount)
	return strings.Join(parts, "\n")
}

// indented wraps a text with something before its first line and before the others.
func indented(first, others, text string) string {
	return first + strings.Join(wrap(text, pageWidth-utf8.RuneCountInString(others)), "\n"+others)
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
