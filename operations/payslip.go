package operations

import (
	"encoding/json"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/rules"
)

// NetOut is net pay with all its deductions and contributions.
type NetOut struct {
	Payslip
	Signature
}

// GrossOut is the smallest gross pay whose net pay reaches a target, with its payslip.
type GrossOut struct {
	Payslip
	// TargetNet is the net pay asked for. Difference is Net minus TargetNet: never below 0,
	// and above 0 where no gross pay has exactly that net pay.
	TargetNet  number.Decimal `json:"target_net"`
	Difference number.Decimal `json:"difference"`
	Signature
}

// Payslip is the pay of one period. Amounts are in Currency and for Period, with at most two
// decimals.
type Payslip struct {
	Terms
	Amounts
	// DeductionRate is EmployeeDeductions in percent of Gross; null where Gross is 0.
	DeductionRate *number.Decimal `json:"deduction_rate"`
	Annual        Annual          `json:"annual"`
	Lines         []Line          `json:"lines"`
	Basis
}

// Terms says what an answer is about.
type Terms struct {
	// Country is the code of the country, such as DE.
	Country string `json:"country"`
	// Year is the year in which the tax year starts, TaxYear its usual form, such as 2026-27.
	Year    int    `json:"year"`
	TaxYear string `json:"tax_year"`
	// Period is the pay period, such as month, and Currency the ISO 4217 code of all amounts.
	Period   string `json:"period"`
	Currency string `json:"currency"`
}

// Basis is what a payslip rests on.
type Basis struct {
	// Profile is the profile as applied, with defaults.
	Profile Profile `json:"profile"`
	// Notes are assumptions and exclusions. Warnings are those that may change net pay by more
	// than 1 %, and amounts that are probably mistaken.
	Notes    []string  `json:"notes"`
	Warnings []Warning `json:"warnings"`
	// Sources are the official publications used.
	Sources    []Source `json:"sources"`
	Disclaimer string   `json:"disclaimer"`
}

// Signature says what computed an answer.
type Signature struct {
	// RulesVersion is the date and digest of the rules, ComputedBy the name and version of the
	// program.
	RulesVersion string `json:"rules_version"`
	ComputedBy   string `json:"computed_by"`
}

// Annual has figures of a year: the country's own, or those of the period times the periods per
// year.
type Annual struct {
	Gross        number.Decimal `json:"gross"`
	Net          number.Decimal `json:"net"`
	EmployerCost number.Decimal `json:"employer_cost"`
}

// Line is one deduction or contribution. What both sides pay has a line each.
type Line struct {
	// Key is the same in every language. Label is the country's own term with the English one
	// after it.
	Key   string `json:"key"`
	Label string `json:"label" bare:"omitzero"`
	// Amount is above 0 for what is deducted or paid, below 0 for a refund.
	Amount number.Decimal `json:"amount"`
	// Payer is employee, for what is deducted from gross pay, or employer, for what comes on
	// top of it.
	Payer string `json:"payer"`
	LineDetail
	plain bool
}

// LineDetail is how the amount of a line comes about.
type LineDetail struct {
	// Rate is the percentage of Base, both null where no single rate applies.
	Rate *number.Decimal `json:"rate"`
	Base *number.Decimal `json:"base"`
	// Rule is the rule applied, in words, Source its official source.
	Rule   string `json:"rule" bare:"omitzero"`
	Source string `json:"source" bare:"omitzero"`
}

func detailOf(l *rules.Line) LineDetail {
	return LineDetail{given(&l.Rate, l.HasRate), given(&l.Base, l.HasBase), l.Rule, l.Source}
}

// Warning is an assumption that may change the result, or an amount that is probably
// mistaken.
type Warning struct {
	// Code is the same in every language, Message says what was assumed.
	Code    string `json:"code"`
	Message string `json:"message"`
	// Field is the dotted path of the field to send, such as uk.tax_code; null if there is
	// none.
	Field Optional `json:"field"`
	// Remedies are changes of the request that answer the warning.
	Remedies []Remedy `json:"remedies,omitzero"`
}

// Remedy is a change of a request that answers its failure, or a warning of its answer.
type Remedy struct {
	// Label says what the change does, as a button says it.
	Label string `json:"label"`
	// Set is a JSON merge patch (RFC 7396) of the request. An array in it is that of the request
	// with the change made.
	Set json.RawMessage `json:"set"`
	// Settings are what it sets, one by one.
	Settings []remedy.Setting `json:"-"`
}

// Source is an official publication: its title, its address and its licence.
type Source struct {
	Name    string `json:"name"`
	URL     string `json:"url"`
	License string `json:"license"`
	plain   bool
}

// BatchOut is the answers to a batch, each a NetOut or YearOut, in the order of its items.
type BatchOut[Out any] struct {
	Items []BatchItem[Out] `json:"items"`
}

// BatchItem is the result of an item of a batch, or the error that it has as a request of its
// own.
type BatchItem[Out any] struct {
	// ID is that of the item, if it had one.
	ID     string   `json:"id,omitzero"`
	Result *Out     `json:"result,omitzero"`
	Error  *Failure `json:"error,omitzero"`
}

// Profile is the fields of a profile in their order. In JSON it is an object.
type Profile []rules.Applied

// MarshalJSON returns the profile as an object.
func (p Profile) MarshalJSON() ([]byte, error) { return written(&p) }

func (p *Profile) writeTo(w *writer) {
	w.raw("{")
	for i := range *p {
		w.begin((*p)[i].Name)
		w.dst = (*p)[i].Value.AppendJSON(w.dst)
	}
	w.raw("}")
}

// fill fills in a payslip with a result, which keeps its memory. Lists have the memory of what the
// payslip held before.
func (a *answering) fill(p *Payslip, r *rules.Result) {
	a.results = append(a.results, r)
	p.Terms, p.Amounts, p.DeductionRate = termsOf(r), amountsOf(r), given(&r.DeductionRate, !r.Gross.IsZero())
	p.Annual = Annual{r.AnnualGross, r.AnnualNet, r.AnnualEmployerCost}
	p.Lines = slices.Grow(p.Lines[:0], len(r.Lines))
	for i := range r.Lines {
		l := &r.Lines[i]
		line := Line{l.Key, l.Label, l.Amount, l.Payer, detailOf(l), l.Plain && l.RulePlain}
		if a.bare {
			line.Label, line.Rule, line.Source = "", "", ""
		}
		p.Lines = append(p.Lines, line)
	}
	a.base(&p.Basis, r)
}

func termsOf(r *rules.Result) Terms {
	return Terms{r.Country.Code, r.Year, r.TaxYear, r.Period, r.Currency}
}

func (a *answering) base(b *Basis, r *rules.Result) {
	b.Profile, b.Notes, b.Warnings = r.Profile, r.Notes, a.warnings(a.withUnsealed(r.Warnings))
	b.Sources, b.Disclaimer = b.Sources[:0], r.Disclaimer.In(a.language)
	for i := range r.Sources {
		s := &r.Sources[i]
		b.Sources = append(b.Sources, Source{s.Name.English, s.URL, s.License, s.Plain})
	}
}

// withUnsealed adds the warning about unsealed rules or tables where they are.
func (a *answering) withUnsealed(list []remedy.Warning) []remedy.Warning {
	if a.unsealed {
		list = append(slices.Clip(list), remedy.Warning{Code: UnsealedRules, Message: say(UnsealedRules)})
	}
	return list
}

func (a *answering) warnings(list []remedy.Warning) []Warning {
	var all []Warning
	for i := range list {
		w := &list[i]
		all = append(all, Warning{w.Code, w.Message.In(a.language), Optional(w.Field), inWords(a.request.remedies(w.Remedies), a.language)})
	}
	return all
}

func (c *Catalogue) signature() Signature { return Signature{c.RulesVersion, c.ComputedBy()} }

// given is a number, nil where there is none.
func given(value *number.Decimal, is bool) *number.Decimal {
	if is {
		return value
	}
	return nil
}
