package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

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
	operations.Payslip
	// TargetNet and Difference are those of a gross pay for a net pay, nil for others.
	TargetNet, Difference *number.Decimal
	Reasons               operations.Reasons
	Name                  string          // of the country
	out                   strings.Builder // of reasons
	place                 string          // of the rule files
	shown                 map[int]bool    // nodes that were explained
}

// text answers a request as a payslip, or as an explanation.
func (p *payslipCall) text(operation *operations.Operation, request []byte) ([]byte, error) {
	answer, err := operation.Answer(request, p.language)
	if err != nil {
		return nil, err
	}
	words, err := hostfile.ReadWords(pageWordsText, p.language)
	if err != nil {
		return nil, err
	}
	t := &textPage{Words: words, place: filepath.ToSlash(p.rules().place), shown: map[int]bool{}}
	switch answer := answer.(type) {
	case *operations.NetOut:
		t.Payslip = answer.Payslip
	case *operations.GrossOut:
		t.Payslip, t.TargetNet, t.Difference = answer.Payslip, &answer.TargetNet, &answer.Difference
	case *operations.ExplainOut:
		t.Payslip, t.Reasons = answer.Payslip, answer.Reasons
	}
	country, _ := p.book.Country(t.Country)
	t.Name = country.Name.In(p.language)
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
		"total":    func(name string, n any) string { return row(t.Word(name), "", "", t.amount(n)) },
		"rate": func(n *number.Decimal) string {
			if n == nil {
				return ""
			}
			return wording.Amount(*n, 0)(t.Language) + " %"
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

// amount formats a number.Decimal, or one that may lack, as money in the page's language.
func (t *textPage) amount(n any) string {
	switch n := n.(type) {
	case number.Decimal:
		return wording.Amount(n, 2)(t.Language)
	case *number.Decimal:
		if n != nil {
			return t.amount(*n)
		}
	}
	return ""
}

// Paid returns the lines of a payer.
func (t *textPage) Paid(payer string) []operations.Line {
	return slices.DeleteFunc(slices.Clone(t.Lines), func(line operations.Line) bool { return line.Payer != payer })
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
	for i := range t.Profile {
		if text := t.value(&t.Profile[i].Value); text != "" {
			pairs = append(pairs, t.Profile[i].Name+" "+text)
		}
	}
	return pairs
}

// value formats a value of the profile. The result is empty for null and empty lists.
func (t *textPage) value(value *rules.Value) string {
	switch value.Kind {
	case types.Boolean:
		return t.Word(map[bool]string{true: "yes", false: "no"}[value.Bool])
	case types.Number:
		// Digits are not grouped, because some numbers are years.
		point, _ := t.Language.Separators()
		return string(value.Number.AppendText(nil, 0, point, 0))
	case types.ListKind:
		return strings.Join(value.Words, ", ")
	}
	return value.Text
}

// node writes a node under a name, and its inputs unless they were written before.
func (t *textPage) node(depth int, name string, id int) {
	n := &t.Reasons.Nodes[id-1]
	t.printf("%s", strings.Repeat("  ", depth))
	if name != "" && name != n.Name && name != "p."+n.Name {
		t.printf("%s: ", name)
	}
	t.printf("%s = %s [%d]", n.Name, strings.TrimSpace(n.Value+" "+string(n.Unit)), id)
	if t.shown[id] {
		if len(n.Inputs) > 0 {
			t.printf(" %s", t.Word("explain_see_above"))
		}
		t.printf("\n")
		return
	}
	t.shown[id] = true
	label := map[string]string{"step": string(n.Formula), "input": t.Word("explain_input")}
	about, known := label[n.Kind]
	if !known {
		about = string(n.Label)
	}
	position := string(n.Position)
	if position != "" {
		position = path.Join(t.place, position)
	}
	for _, part := range slices.DeleteFunc([]string{about, string(n.Cite), string(n.Source), position}, func(s string) bool { return s == "" }) {
		t.printf(" · %s", part)
	}
	t.printf("\n")
	for _, in := range n.Inputs {
		t.node(depth+1, in.Name, in.Node)
	}
}
