package rules

import (
	"sync"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Result is the answer to a net pay question. Amounts are in Currency and for Period
// unless stated otherwise. Texts that are no Text are in the language of the scenario.
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
	DeductionRate         number.Decimal // percent of gross, two decimals; 0 where the gross is 0

	// The annual figures: the country's own, or those of the period times the periods per
	// year.
	AnnualGross, AnnualNet, AnnualEmployerCost number.Decimal

	// TargetNet is the net asked for and Difference the amount by which Net exceeds it,
	// for net to gross only.
	TargetNet, Difference number.Decimal

	// Label names the scenario: country, tax year and main profile setting. It is empty
	// without Scenario.WithLabel.
	Label string
	// IncomeTax is the sum of the employee's taxes, SocialContributions that of the
	// contributions to social insurance. EmployeeDeductions also contains other deductions.
	IncomeTax, SocialContributions number.Decimal

	Lines   []Line
	Profile []Applied
	// Hidden holds the outputs that Profile omits.
	Hidden     []Applied
	Notes      []string
	Warnings   []Warning
	Sources    []Source
	Disclaimer Text

	texts []byte // memory of texts that were written for this answer
}

// The capacity of a new Result, enough for most answers.
const (
	usualLines   = 16
	usualProfile = 12
	usualNotes   = 8
	usualWarned  = 4
	usualHidden  = 4
	usualTexts   = 2 << 10 // bytes
)

var resultPool = sync.Pool{New: func() any {
	return &Result{
		Lines: make([]Line, 0, usualLines), Profile: make([]Applied, 0, usualProfile), Notes: make([]string, 0, usualNotes),
		Hidden: make([]Applied, 0, usualHidden), Warnings: make([]Warning, 0, usualWarned),
		texts: make([]byte, 0, usualTexts),
	}
}}

// Release makes the memory of a Result available for other answers. Calling it is
// optional. The Result, its lists and its texts must not be used afterwards; numbers remain valid.
func (r *Result) Release() {
	clear(r.Lines)
	clear(r.Profile)
	clear(r.Hidden)
	clear(r.Notes)
	clear(r.Warnings)
	*r = Result{Lines: r.Lines[:0], Profile: r.Profile[:0], Hidden: r.Hidden[:0], Notes: r.Notes[:0], Warnings: r.Warnings[:0], Sources: r.Sources[:0], texts: r.texts[:0]}
	resultPool.Put(r)
}

// Line is one deduction or contribution.
type Line struct {
	Key    string
	Label  string // the country's own term with the English one after it
	Payer  string // employee or employer
	Group  string // tax, social or other
	Amount number.Decimal
	// Rate is the percentage in force, Base the amount that it applies to. HasRate and
	// HasBase report whether the line has a single one; otherwise JSON has null.
	Rate, Base       number.Decimal
	HasRate, HasBase bool
	Rule             string // the rule applied, in words
	Source           string
	// Plain reports that JSON needs no escapes in Key, Label, Payer and Source, RulePlain
	// that it needs none in Rule.
	Plain, RulePlain bool
}

// Warning is a note about an assumption, what the rules say in its place, or a doubt. That of a
// Result is in the language of the scenario, in the memory of the Result; places are as in
// Refusal.Loc.
type Warning = remedy.Warning

// Applied is an entry of the applied profile.
type Applied struct {
	Name  string
	Value Value
}

// Source is an official publication.
type Source = syntax.Publication

// Parameter is one value in force of a country and year.
type Parameter struct {
	Key    string
	Label  Text
	Value  number.Decimal
	Unit   string
	Source string
}
