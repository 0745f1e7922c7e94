package run

import (
	"errors"
	"fmt"
	"slices"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Run takes the inputs of a program and executes it. It is not safe for concurrent use.
type Run struct {
	Executable *Executable
	frame      *machine.Frame
	set        []bool
	texts      []string
	kept       struct { // by Keep
		set   []bool
		texts int
	}

	// reading is the last text that a grammar read: a search sends it again and again.
	reading struct {
		types.Reading
		by   *types.Grammar
		sent string
	}
}

// Release resets the run and returns it to the pool.
func (r *Run) Release() {
	r.Reset()
	if counts := r.Executable.counts; counts != nil {
		counts.Add(r.Executable.Counters, r.frame.Counts)
		clear(r.frame.Counts)
	}
	r.Executable.runs.Put(r)
}

// Reset removes the inputs.
func (r *Run) Reset() {
	r.frame.Reset()
	clear(r.set)
	clear(r.texts)
	r.texts = r.texts[:0]
	r.frame.SetAll(r.Executable.Template)
}

// Keep keeps the inputs that are set for Again, so that executions share them.
func (r *Run) Keep() {
	r.frame.Keep()
	r.kept.set, r.kept.texts = append(r.kept.set[:0], r.set...), len(r.texts)
}

// Again removes the inputs that were set after Keep, and sets those that it kept.
func (r *Run) Again() {
	r.frame.Again()
	copy(r.set, r.kept.set)
	r.texts = r.texts[:r.kept.texts]
}

// SetNumber sets input i to a number, which must not have more decimals than the input.
func (r *Run) SetNumber(i int, d number.Decimal) error {
	in := r.Executable.Program.Inputs[i]
	if in.Type.Kind != types.Number || in.Type.Fraction {
		return fmt.Errorf("%s is %s, not a number", in.Name, in.Type.Describe())
	}
	if units, ok := d.Units(in.Type.Decimals); ok {
		r.setInt(i, in, units)
		return nil
	}
	scaled, exact := d.Rescale(in.Type.Decimals)
	if !exact {
		return fmt.Errorf("%s has at most %d decimals, and %s has more", in.Name, in.Type.Decimals, d)
	}
	r.give(i, in)
	r.frame.SetBig(in.Slot, scaled.Coefficient())
	return nil
}

// SetInt sets input i to an integer: a number in units of its last decimal, a date as
// days since 1970-01-01, a time or duration in minutes, a handle.
func (r *Run) SetInt(i int, value int64) { r.setInt(i, r.Executable.Program.Inputs[i], value) }

func (r *Run) setInt(i int, in *types.Input, value int64) {
	r.give(i, in)
	r.frame.Set(in.Slot, value)
}

// Slots returns a function that has the inputs by their slots, all but input i, for an executable
// of the same program that knows them.
func (r *Run) Slots(but int) func(slot int) (value int64, known bool) {
	frame, other := r.frame, r.Executable.Program.Inputs[but].Slot
	return func(slot int) (value int64, known bool) {
		value, narrow := frame.Input(slot)
		return value, narrow && slot != other
	}
}

// Place returns the integers of input i, which is set once they are written and Give is called.
func (r *Run) Place(i int) []int64 {
	in := r.Executable.Program.Inputs[i]
	return r.frame.Place(in.Slot, in.Type.Slots())
}

// Give marks input i as set.
func (r *Run) Give(i int) { r.give(i, r.Executable.Program.Inputs[i]) }

func (r *Run) give(i int, in *types.Input) {
	r.set[i] = true
	if in.Flag >= 0 {
		r.frame.Set(in.Flag, 1)
	}
}

func bit(value bool) int64 {
	if value {
		return 1
	}
	return 0
}

// ErrUnknownCase is returned for a text that is not a case of the enumeration.
var ErrUnknownCase = errors.New("this is not one of the cases")

// SetText sets input i to a text or a case. The error is a *Mismatch if the grammar of
// the input rejects the text.
func (r *Run) SetText(i int, text string) error {
	in := r.Executable.Program.Inputs[i]
	if in.Type.Kind == types.Enumeration {
		at := slices.Index(in.Type.Cases, text)
		if at < 0 || len(in.Declaration.OneOf) > 0 && !slices.Contains(in.Declaration.OneOf, text) {
			return ErrUnknownCase
		}
		r.setInt(i, in, int64(at))
		r.Executable.take(in, text)
		return nil
	}
	if in.Type.Kind != types.Text {
		return fmt.Errorf("%s is %s, not a text", in.Name, in.Type.Describe())
	}
	if g := in.Type.Grammar; g != nil {
		if r.reading.by != g || r.reading.sent != text {
			read, ok := g.Read(text)
			if !ok {
				return &Mismatch{Text: text, Input: in.Name, grammar: g}
			}
			r.reading.by, r.reading.sent, r.reading.Reading = g, text, read
		}
		found := r.reading
		r.frame.Set(in.Slot+1, found.Form)
		for part := range g.Parts {
			r.frame.Set(in.Slot+2+2*part, found.Parts[part])
			r.frame.Set(in.Slot+3+2*part, bit(found.Given[part]))
		}
		text = found.Text
	}
	r.setInt(i, in, int64(len(r.texts)))
	r.texts = append(r.texts, text)
	return nil
}

// Mismatch is the error for a text that no form of a grammar matches.
type Mismatch struct {
	Text    string
	Input   string
	grammar *types.Grammar
}

// Error implements error.
func (m *Mismatch) Error() string {
	return fmt.Sprintf("%q has none of the forms of %s", m.Text, m.grammar.Declaration.Name)
}

// Code returns the error code of the grammar.
func (m *Mismatch) Code() string { return m.grammar.Declaration.Error }

// Message returns the message of the grammar about the text.
func (m *Mismatch) Message() wording.Text {
	return wording.Map(*m.grammar.Declaration.Message, func(_ Language, t *syntax.Template) string { return fillText(t, m.Text) })
}

// fillText replaces every placeholder of a template with a text.
func fillText(t *syntax.Template, text string) string {
	filled := ""
	for _, piece := range t.Pieces {
		if piece.Value != nil {
			filled += text
			continue
		}
		filled += piece.Literal
	}
	return filled
}

// Set sets input i to a value in the notation of tables of cases.
func (r *Run) Set(i int, text string) error {
	in := r.Executable.Program.Inputs[i]
	v, err := in.Type.Read(text)
	switch {
	case err != nil:
	case v.Kind == types.Number: // without the heap
		err = r.SetNumber(i, v.Number)
	default:
		other := v
		err = r.Put(i, &other)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", in.Name, err)
	}
	return nil
}

// Put sets input i to a value of its type that is given. The error is a *Mismatch if the
// grammar of the input rejects a text.
func (r *Run) Put(i int, v *types.Value) error {
	in := r.Executable.Program.Inputs[i]
	switch in.Type.Kind {
	case types.Number:
		return r.SetNumber(i, v.Number)
	case types.ListKind:
		return r.SetCases(i, v.Words)
	case types.Text, types.Enumeration:
		return r.SetText(i, v.Text)
	}
	n, is := in.Type.Slot(v, r.Intern)
	if !is {
		return fmt.Errorf("%q is not %s", v, in.Type.Describe())
	}
	r.setInt(i, in, n)
	return nil
}

// Append adds elements to the memory of lists and returns the address of the first.
// SetList then sets an input to a range of addresses.
func (r *Run) Append(fields ...int64) int64 { return r.frame.Append(fields...) }

// SetList sets input i to the list of elements between two addresses.
func (r *Run) SetList(i int, from, to int64) {
	in := r.Executable.Program.Inputs[i]
	r.give(i, in)
	r.frame.Set(in.Slot, from)
	r.frame.Set(in.Slot+1, to)
}

// SetCases sets input i to a list of cases.
func (r *Run) SetCases(i int, words []string) error {
	in := r.Executable.Program.Inputs[i]
	element := in.Type.Enumerated()
	if element == nil {
		return fmt.Errorf("%s is %s, not a list of cases", in.Name, in.Type.Describe())
	}
	from := r.frame.Append()
	for k, word := range words {
		at := slices.Index(element.Cases, word)
		if at < 0 {
			return ErrUnknownCase
		}
		if in.Declaration.Unique && slices.Contains(words[:k], word) {
			return fmt.Errorf("%s occurs twice", word)
		}
		r.frame.Append(int64(at))
		r.Executable.take(in, word)
	}
	r.SetList(i, from, from+int64(len(words)))
	return nil
}

// Intern adds a text and returns its code, for fields of records.
func (r *Run) Intern(text string) int64 {
	r.texts = append(r.texts, text)
	return int64(len(r.texts) - 1)
}

// SetHost sets the host, which implements the functions that the program calls.
func (r *Run) SetHost(host machine.Host) { r.frame.SetHost(host) }

// Execute runs the program.
func (r *Run) Execute() error {
	for _, i := range r.Executable.Required {
		if !r.set[i] {
			return fmt.Errorf("program %s needs %s", r.Executable.Program.Name(), r.Executable.Program.Inputs[i].Name)
		}
	}
	if len(r.Executable.Counters) > 0 && len(r.frame.Counts) == 0 {
		r.frame.Counts = make([]int64, len(r.Executable.Counters))
	}
	if err := r.frame.Run(); err != nil {
		return fmt.Errorf("program %s: %w%s", r.Executable.Program.Name(), err, r.Executable.placesOf(err))
	}
	return nil
}

// Outcome returns what the last execution computed, if it had no error.
func (r *Run) Outcome() Outcome { return Outcome{r} }

// Counts returns how often each branch of a counted program was reached, in this run and
// earlier ones.
func (r *Run) Counts() []int64 { return r.frame.Counts }

// Frame returns the machine's frame.
func (r *Run) Frame() *machine.Frame { return r.frame }
