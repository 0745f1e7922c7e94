package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// paydayProgram is the optional program of a country that fills in what follows for a
// payday from the year's other paydays. Its outputs are fields of the profile.
const paydayProgram = "payday"

// The inputs of the program payday that this package gives, beside those of the payment,
// the fields of the profile and what the country carries.
const (
	paydayInput  = "payday"     // the number of the payday
	paydaysInput = "paydays"    // how many the year has
	firstInput   = "first"      // the first of the employment
	lastInput    = "last"       // the last of the employment
	oneOffInput  = "one_off"    // pay on top of the ordinary gross of this payday, 0 if none
	periodEnd    = "period_end" // the last day of the payday's period
)

// paydays is what a country declares about the paydays of a year.
type paydays struct {
	Periods []string `key:"periods"`     // by which a year may be asked
	OneOff  string   `key:"one_off"`     // the field for one-off pay; empty if it is ordinary pay
	Start   []string `key:"may_be_sent"` // fields that are filled in, but may be sent for the start
	// Changes are fields that are filled in unless a change names them; payday reads those
	// that are in Start too.
	Changes []string  `key:"may_be_changed"`
	Extra   []string  `key:"extra"` // periods whose year may have one payday more
	Carried []carried `key:"carried"`
	// Decides are the codes of warnings that the program payday gives in place of net.
	Decides []string `key:"decides"`
}

// carried is an input of the program payday that comes from the other paydays.
type carried struct {
	Name string `key:"@"`
	Take string `key:"take"` // sum, latest or first of the paydays before, or plan: the sum of all
	// Into is the field of a component that it fills in, as kind.field; empty if it is only
	// an input. LowersField is one that is sent and falls by it, as a debt by what was paid;
	// where nothing is left, the component is left out.
	Into        string `key:"into"`
	LowersField string `key:"lowers"`
	figureOf
}

// fills reports whether it fills in a field of an item.
func (c *carried) fills(item *Item, field string) bool {
	return c.Into != "" && c.Into == item.Kind.Name+"."+field
}

// lowers returns the field of an item that falls by what is carried; nil if there is none or it
// was not sent.
func (c *carried) lowers(item *Item) *Value {
	kind, field, _ := strings.Cut(c.LowersField, ".")
	if kind != item.Kind.Name {
		return nil
	}
	at := slices.IndexFunc(item.Kind.Fields, func(f Field) bool { return f.Name == field })
	if at < 0 || !item.Values[at].Given() {
		return nil
	}
	return &item.Values[at]
}

// figureOf is a figure of a payday: an amount of the employee's lines with a key, or an
// output of net, gross, regular or one_off; if the payday lacks it, otherwise.
type figureOf struct {
	Line      string `key:"line"`
	Figure    string `key:"figure"`
	Otherwise string `key:"otherwise"`
}

// The ways in which a figure is carried.
const (
	takeSum    = "sum"
	takeLatest = "latest"
	takeFirst  = "first"
	takePlan   = "plan"
)

// knownPaydays reports pay periods under paydays that the country lacks.
func (l *loader) knownPaydays(f *syntax.File, c *Country) {
	if n := f.Root.Get("paydays").Get("periods"); n != nil {
		for _, period := range n.Items {
			if !slices.Contains(c.periods, period.Text) {
				l.Fail(period.Range, "unknown-word", period.Text+" is not a pay period of this country", "Its periods are "+strings.Join(c.periods, ", ")+".")
			}
		}
	}
}

// findPayday finds the program payday and checks its inputs and outputs.
func (l *loader) findPayday(y *year) bool {
	p, ok := y.module.Program(paydayProgram)
	if !ok {
		return true
	}
	for _, in := range p.Inputs {
		if !isPayment(in) && !slices.Contains(y.program.InputNames(), in.Name) && !y.country.paydays.gives(in.Name) {
			l.Fail(in.Declaration.Range, "unknown-input", "program "+paydayProgram+" has no input "+in.Name, "Name an input of net, what paydays: carried: declares, or "+strings.Join([]string{paydayInput, paydaysInput, firstInput, lastInput, oneOffInput, periodEnd}, ", ")+".")
			return false
		}
	}
	for _, out := range p.Outputs {
		if !slices.Contains(y.program.InputNames(), out.Name) {
			l.Fail(out.Declaration.Range, "unknown-name", out.Name+" is not a field of the profile", "An output of "+paydayProgram+" fills in a field.")
			return false
		}
	}
	y.payday = sync.OnceValues(func() (*run.Executable, error) { return compile.Whole(p, compile.Silent) })
	y.planned = sync.OnceValues(y.compilePlanned)
	y.filledIn = p.Outputs
	return true
}

// compilePlanned compiles what the net program answers of the figures that the plan carries,
// and of those that components need.
func (y *year) compilePlanned() (*run.Executable, error) {
	declared := y.country.paydays.Carried
	ahead := func(c carried) bool { return c.Take == takePlan || c.Into != "" }
	part := compile.Part{Field: lineAmount, Line: func(word func(int) string) bool {
		return word(linePayer) == employee && slices.ContainsFunc(declared, func(c carried) bool { return ahead(c) && c.Line == word(lineKey) })
	}}
	for _, c := range declared {
		if ahead(c) {
			part.Outputs = append(part.Outputs, c.Figure)
		}
	}
	return compile.Only(y.program, part)
}

// bindPayday finds where the programs of a payday get their values.
func (y *year) bindPayday() {
	fields := y.country.fields
	y.fixed, y.moving = y.binding.split(func(from int) bool {
		return from == fromGross || from == fromPayDate || from >= 0 && (fields[from].Kinds != nil || y.fillsIn(fields[from].Name))
	})
	p, has := y.module.Program(paydayProgram)
	if !has {
		return
	}
	declared := y.country.paydays.Carried
	from := bindingOf(p.Program, fields)
	y.paydayFixed, y.paydayMoving = from.split(func(from int) bool {
		return from == fromGross || from == fromPayDate || from >= 0 && fields[from].Kinds != nil
	})
	for at, in := range p.Inputs {
		carried := slices.IndexFunc(declared, func(c carried) bool { return c.Name == in.Name })
		if carried >= 0 || from[at] == unbound {
			y.paydayInputs = append(y.paydayInputs, paydayInputAt{in.Name, at, carried})
		}
	}
	for _, out := range p.Outputs {
		at := y.country.fieldIndex(out.Name)
		if out.Name == payDateInput {
			at = fromPayDate
		}
		y.paydayFields = append(y.paydayFields, at)
	}
	for _, c := range declared {
		y.carriedOutputs = append(y.carriedOutputs, slices.IndexFunc(y.program.Outputs, func(out *types.Output) bool { return out.Name == c.Figure }))
	}
}

// paydayInputAt is an input of the program payday that is neither a field nor of the payment.
type paydayInputAt struct {
	name    string
	at      int
	carried int // among what the country carries; -1: by its name
}

func (p *paydays) gives(name string) bool {
	return slices.Contains([]string{paydayInput, paydaysInput, firstInput, lastInput, oneOffInput, periodEnd}, name) ||
		slices.ContainsFunc(p.Carried, func(c carried) bool { return c.Name == name })
}

// fillsIn reports whether a question about a year fills in a field.
func (y *year) fillsIn(field string) bool {
	return field == y.country.paydays.OneOff || slices.ContainsFunc(y.filledIn, func(out *types.Output) bool { return out.Name == field })
}

// FilledIn reports whether a question about a year fills in a field of the profile, so
// that nobody may send it there.
func (c *Country) FilledIn(field string) bool {
	return !slices.Contains(c.paydays.Start, field) && slices.ContainsFunc(c.years, func(y *year) bool { return y.fillsIn(field) })
}
