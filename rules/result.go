package rules

import (
	"sync"

	"github.com/payslate/payslate/interpreter/number"
)

// Result is the answer to a net pay question. Amounts are in Currency, for
// Period unless said otherwise. Texts written as bytes are in the language of
// the scenario and not to be changed.
type Result struct {
	Country  *Country
	Year     int
	TaxYear  string // label such as 2026-27
	Period   string
	Currency string

	Gross                 number.Decimal
	Net                   number.Decimal
	EmployeeDeductions    number.Decimal
	EmployerContributions number.Decimal
	EmployerCost          number.Decimal
	DeductionRate         number.Decimal // percent of gross, two decimals

	// The figures of the year: the country's own, or the period's times the periods
	// per year.
	AnnualGross, AnnualNet, AnnualEmployerCost number.Decimal

	// TargetNet is the net that was asked for, Difference what Net exceeds it
	// by; of net to gross only.
	TargetNet, Difference number.Decimal

	// Label names the scenario: country, tax year and main profile setting; empty
	// where Scenario.WithLabel did not ask for it.
	Label []byte
	// IncomeTax sums the employee's taxes, SocialContributions the contributions to
	// social insurance. EmployeeDeductions contains further deductions too.
	IncomeTax, SocialContributions number.Decimal

	Lines      []Line
	Profile    []Applied
	Notes      [][]byte
	Sources    []Source
	Disclaimer Text

	texts []byte // what the texts written as bytes are parts of
}

// The room of a new Result, enough for most answers.
const (
	usualLines   = 16
	usualProfile = 12
	usualNotes   = 8
	usualTexts   = 2 << 10 // bytes
)

var resultPool = sync.Pool{New: func() any {
	return &Result{
		Lines: make([]Line, 0, usualLines), Profile: make([]Applied, 0, usualProfile), Notes: make([][]byte, 0, usualNotes),
		texts: make([]byte, 0, usualTexts),
	}
}}

// Release gives the memory of a Result back for other answers. Calling it is
// not necessary, but makes answers cheaper; the Result, its lists and its texts
// of bytes must not be used after it. Strings and numbers taken from it remain
// good.
func (r *Result) Release() {
	clear(r.Lines)
	clear(r.Profile)
	clear(r.Notes)
	*r = Result{Lines: r.Lines[:0], Profile: r.Profile[:0], Notes: r.Notes[:0], Sources: r.Sources[:0], texts: r.texts[:0]}
	resultPool.Put(r)
}

// Line is one deduction or contribution.
type Line struct {
	Key    string
	Label  string // the country's own term with the English one after it
	Payer  string // employee or employer
	Amount number.Decimal
	// Rate is the percentage in force, Base the amount that it applies to.
	// Where HasRate (HasBase) is false there is no single one (null).
	Rate, Base       number.Decimal
	HasRate, HasBase bool
	Rule             []byte // the rule applied, in words
	Source           string
	// Plain says that Key, Label, Payer and Source are in JSON as they are, RulePlain
	// that Rule does: known once the rules are loaded.
	Plain, RulePlain bool
}

// Applied is one entry of the profile as applied.
type Applied struct {
	Name  string
	Value Value
}

// Source is an official publication.
type Source struct {
	Name, URL, License string
	// Plain says that they are in JSON as they are.
	Plain bool
}

// Parameter is one value in force of a country and year.
type Parameter struct {
	Key    string
	Label  Text
	Value  number.Decimal
	Unit   string
	Source string
}
