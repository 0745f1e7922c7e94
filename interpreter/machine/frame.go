package machine

import (
	"errors"
	"maps"
	"math/big"
)

// Host implements the functions that a program calls. Call must write every result; an
// error ends the run.
type Host interface {
	Call(site int, args []int64, results []int64) error
}

// Emission is one emission of a run.
type Emission struct {
	Site int
	// From is the index of its first argument among those of all emissions. It rises from
	// one emission to the next, unless that has no arguments.
	From int
}

// Frame is the memory of a run: set inputs, run the program, read outputs. It is not safe
// for concurrent use.
type Frame struct {
	program *Program
	slots   *[maxSlots]int64
	heap    []int64
	host    Host
	// Counts are the counters of the program. Runs add to them.
	Counts []int64
	counts []int64 // before the run

	emissions []Emission
	outputs   Emission // the outputs, as if the end of the program emitted them
	values    []int64
	args      []int64
	results   []int64 // of a call of the host

	wideInputs map[int]*big.Int
	kept       struct { // by Keep
		inputs []int64
		heap   int
		wide   map[int]*big.Int
	}
	wide       bool
	wideValues []*big.Int
}

// ErrZeroDivision is the error of a division by zero.
var ErrZeroDivision = errors.New("division by zero")

// ErrOutside is the error of an index that is out of range.
var ErrOutside = errors.New("no such entry in the table")

// maxBits bounds products: about 2,400 digits.
const maxBits = 8192

// ErrTooLarge is the error of a product beyond maxBits.
var ErrTooLarge = errors.New("a number has more than 2,400 digits: multiply less before rounding")

// Frame returns a frame for runs of the program.
func (p *Program) Frame() *Frame {
	f := &Frame{
		program: p, slots: new([maxSlots]int64),
		Counts: make([]int64, p.counters),
	}
	if !p.wideOnly {
		for i, k := range p.constants {
			f.slots[p.inputs+i] = k.Int64()
		}
	}
	return f
}

// Reset removes lists, host and results, but neither inputs nor counters.
func (f *Frame) Reset() {
	f.heap = f.heap[:0]
	f.host = nil
	f.forget()
}

func (f *Frame) begin() {
	f.counts = append(f.counts[:0], f.Counts...)
	f.forget()
}

func (f *Frame) forget() {
	f.emissions = f.emissions[:0]
	f.outputs = Emission{}
	f.values = f.values[:0]
	f.wide = false
	f.wideValues = nil
}

// SetHost sets the host of the program.
func (f *Frame) SetHost(host Host) { f.host = host }

// Set sets input i, which must be one of the program's.
func (f *Frame) Set(i int, value int64) {
	f.slots[:f.program.inputs][i] = value
	if f.wideInputs != nil {
		delete(f.wideInputs, i)
	}
}

// Input returns input i, if it is not a wide one.
func (f *Frame) Input(i int) (value int64, narrow bool) {
	return f.slots[i], f.wideInputs[i] == nil
}

// Place returns count inputs from input i on, to be written.
func (f *Frame) Place(i, count int) []int64 {
	for k := range f.wideInputs {
		if i <= k && k < i+count {
			delete(f.wideInputs, k)
		}
	}
	return f.slots[:f.program.inputs][i : i+count]
}

// SetAll sets the first inputs.
func (f *Frame) SetAll(values []int64) {
	copy(f.slots[:f.program.inputs], values)
	for i := range f.wideInputs {
		if i < len(values) {
			delete(f.wideInputs, i)
		}
	}
}

// Keep keeps the inputs and lists as they are for Again.
func (f *Frame) Keep() {
	f.kept.inputs = append(f.kept.inputs[:0], f.slots[:f.program.inputs]...)
	f.kept.heap, f.kept.wide = len(f.heap), maps.Clone(f.wideInputs)
}

// Again sets the inputs and lists to those of Keep.
func (f *Frame) Again() {
	copy(f.slots[:f.program.inputs], f.kept.inputs)
	f.heap, f.wideInputs = f.heap[:f.kept.heap], maps.Clone(f.kept.wide)
}

// SetBig sets input i to a value of any size, which the caller must not modify before
// the run.
func (f *Frame) SetBig(i int, value *big.Int) {
	if value.IsInt64() {
		f.Set(i, value.Int64())
		return
	}
	if f.wideInputs == nil {
		f.wideInputs = map[int]*big.Int{}
	}
	f.wideInputs[i] = value
}

// Append adds the fields of list elements to the lists' memory and returns the
// address of the first.
func (f *Frame) Append(fields ...int64) (address int64) {
	f.heap = append(f.heap, fields...)
	return int64(len(f.heap) - len(fields))
}

// Element returns the integer at an address of the lists' memory.
func (f *Frame) Element(address int64) int64 { return f.heap[address] }

// Run runs the program on 64 bits, and again without bounds if a value does not fit. The
// error is ErrZeroDivision, ErrOutside, ErrTooLarge or that of the host; after an error
// there are no outputs.
func (f *Frame) Run() error {
	if fits, err := f.RunOn64(); fits {
		return err
	}
	copy(f.Counts, f.counts)
	return f.RunUnbounded()
}

// Outputs returns the outputs of the last run, as an emission.
func (f *Frame) Outputs() Emission { return f.outputs }

// RunOn64 runs the program only on 64 bits; fits reports whether all values fit.
func (f *Frame) RunOn64() (fits bool, err error) {
	f.begin()
	if f.program.wideOnly || len(f.wideInputs) > 0 {
		return false, nil
	}
	end, err := f.run64()
	return end != overflow, err
}

// RunUnbounded runs the program without bounds.
func (f *Frame) RunUnbounded() error {
	f.begin()
	return f.runBig()
}

// Output returns output i of the last run, and whether it fits an int64.
func (f *Frame) Output(i int) (int64, bool) { return f.Emitted(f.outputs, i) }

// Emissions returns the emissions of the last run in order. They are valid until the
// next run.
func (f *Frame) Emissions() []Emission { return f.emissions }

// Emitted returns argument i of an emission, and whether it fits an int64.
func (f *Frame) Emitted(e Emission, i int) (int64, bool) {
	i += e.From
	return f.values[i], !f.wide || f.wideValues[i].IsInt64()
}

// Flag reports whether argument i of an emission, 0 or 1, is 1.
func (f *Frame) Flag(e Emission, i int) bool { return f.values[e.From+i] != 0 }

// EmittedBig returns argument i of an emission.
func (f *Frame) EmittedBig(e Emission, i int) *big.Int {
	if !f.wide {
		return big.NewInt(f.values[e.From+i])
	}
	return f.wideValues[e.From+i]
}
