package rules

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// paydayProgram is the optional program of a country that fills in what follows for a
// payday from the year's other paydays. Its outputs are fields of the profile.
const paydayProgram = "payday"

// paydayInputs are what a plan gives to the program payday.
var paydayInputs = map[string]host.Field[request]{
	"payday":     host.Integer(types.Number, func(q request) int { return q.payday }),                   // the number of the payday
	"paydays":    host.Integer(types.Number, func(q request) int { return q.plan.count }),               // how many the year has
	"first":      host.Integer(types.Number, func(q request) int { return q.plan.first }),               // the first of the employment
	"last":       host.Integer(types.Number, func(q request) int { return q.plan.last }),                // the last of the employment
	"period_end": host.Integer(types.Date, func(q request) int64 { return q.plan.days[q.payday-1].to }), // the last day of the payday's period
	// pay on top of the ordinary gross of this payday, 0 if none
	oneOffInput: host.Input(types.Number, func(r *run.Run, at int, q request) error { return r.SetNumber(at, q.terms.oneOff) }),
}

const oneOffInput = "one_off"

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
			if !slices.Contains(c.Periods, period.Text) {
				l.Fail(period.Range, "unknown-word", period.Text+" is not a pay period of this country", "Its periods are "+strings.Join(c.Periods, ", ")+".")
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
	given := y.country.paydays.inputs()
	for _, in := range p.Inputs {
		if _, is := given[in.Name]; !is && !slices.Contains(y.program.InputNames(), in.Name) {
			l.Fail(in.Declaration.Range, "unknown-input", "program "+paydayProgram+" has no input "+in.Name, "Name an input of net, what paydays: carried: declares, or "+strings.Join(slices.Sorted(maps.Keys(paydayInputs)), ", ")+".")
			return false
		}
	}
	for _, out := range p.Outputs {
		if !slices.Contains(y.program.InputNames(), out.Name) {
			l.Fail(out.Declaration.Range, "unknown-name", out.Name+" is not a field of the profile", "An output of "+paydayProgram+" fills in a field.")
			return false
		}
	}
	y.payday = sync.OnceValues(func() (*run.Executable, error) { return compile.Program(p, compile.Silent) })
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
func (y *year) bindPayday(l *loader) {
	c := y.country
	list := func(name string) bool { at := c.fieldIndex(name); return at >= 0 && c.Fields[at].Kinds != nil }
	y.fixed, y.moving = y.binding.Split(func(name string) bool {
		return name == grossInput || name == payDateInput || list(name) || y.fillsIn(name)
	})
	p, has := y.module.Program(paydayProgram)
	if !has {
		return
	}
	given := c.paydays.inputs()
	y.paydayFixed, y.paydayMoving = y.bindTo(l, p, given).Split(func(name string) bool {
		_, is := given[name]
		return is && name != periodInput && name != yearInput && name != taxYearInput || list(name)
	})
	for _, out := range p.Outputs {
		y.paydayFields = append(y.paydayFields, c.fieldIndex(out.Name))
	}
	for _, c := range c.paydays.Carried {
		y.carriedOutputs = append(y.carriedOutputs, slices.IndexFunc(y.program.Outputs, func(out *types.Output) bool { return out.Name == c.Figure }))
	}
}

// inputs are those of the program payday beside fields of the profile: of the payment, of the plan,
// and what is carried.
func (p *paydays) inputs() map[string]host.Field[request] {
	given := maps.Clone(payment)
	maps.Copy(given, paydayInputs)
	for at, c := range p.Carried {
		given[c.Name] = host.Input(0, func(r *run.Run, input int, q request) error {
			if sum := q.plan.carried[at]; sum.given {
				return r.SetNumber(input, sum.Decimal)
			}
			return nil
		})
	}
	return given
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
