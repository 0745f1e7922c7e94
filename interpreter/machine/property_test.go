package machine

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

// TestSamples compares random programs on 64 bits and without bounds
// with an evaluation of their trees.
func TestSamples(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	compareSamples(t, seed, 8000)
}

// FuzzSamples is TestSamples with seeds of a fuzzer.
func FuzzSamples(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareSamples(t, seed, 20) })
}

func compareSamples(t *testing.T, seed uint64, samples int) {
	var told tally
	for i := range samples {
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		g := &generator{Rand: random, edge: i%3 == 0}
		steps := g.steps(1+g.IntN(10), 3)
		ins, heap := g.inputs()
		if difference := compare(steps, ins, heap, &told); difference != "" {
			fails := func(steps []*step) (bad bool) {
				defer func() {
					if recover() != nil { // a block was removed that is used
						bad = false
					}
				}()
				return compare(steps, ins, heap, &tally{}) != ""
			}
			steps = shrink(steps, fails)
			t.Fatalf("seed %d, sample %d, inputs %v, lists %v:\n%s\n%s\n(at first: %s)", seed, i, ins, heap,
				listing(steps, ""), compare(steps, ins, heap, &tally{}), difference)
		}
	}
	t.Logf("%+v", told)
}

// tally counts outcomes of samples, to check that all of them occur.
type tally struct {
	Wide, Failed, Halted, Finished, Fit64 int
}

// inputs are the variables' first values, the list's bounds and the list.
func (g *generator) inputs() (ins []*big.Int, heap []int64) {
	for range variables {
		ins = append(ins, g.number())
	}
	elements := g.IntN(4)
	start := g.IntN(3)
	for range start + elements*listStride {
		heap = append(heap, int64(g.IntN(1000)-200))
	}
	return append(ins, big.NewInt(int64(start)), big.NewInt(int64(len(heap)))), heap
}

// compare returns where the machine differs from the reference.
func compare(steps []*step, ins []*big.Int, heap []int64, told *tally) string {
	p, err := buildSample(steps)
	if err != nil {
		return err.Error()
	}
	f := p.Frame()
	f.Append(heap...)
	f.SetHost(sampleHost{})
	for i, v := range ins {
		f.SetBig(i, v)
	}
	return compareRuns(p, f, steps, ins, heap, told)
}

// compareRuns compares runs of a frame whose inputs are set.
func compareRuns(p *Program, f *Frame, steps []*step, ins []*big.Int, heap []int64, told *tally) string {
	want, widest, err := evaluate(steps, ins, heap)
	if err != nil {
		told.Wide++
		return ""
	}
	switch {
	case want.err != nil:
		told.Failed++
	case want.outputs == nil:
		told.Halted++
	default:
		told.Finished++
	}
	check := func(size string, err error, fits, must bool) string {
		if !fits {
			if must {
				return fmt.Sprintf("on %s: overflow, though all fits %d bits", size, widest)
			}
			clear(f.Counts)
			return ""
		}
		if got := observe(f, err, want.outputs != nil); got.String() != want.String() {
			return fmt.Sprintf("on %s:\ngot  %s\nwant %s", size, got, want)
		}
		return ""
	}
	fits64, err := f.RunOn64()
	if d := check("64 bits", err, fits64, widest <= 64 && !p.wideOnly); d != "" {
		return d
	}
	if fits64 {
		told.Fit64++
	}
	if d := check("unbounded", f.RunUnbounded(), true, true); d != "" {
		return d
	}
	return check("all", f.Run(), true, true)
}

func observe(f *Frame, err error, outputs bool) outcome {
	o := outcome{err: err}
	for i, e := range f.Emissions() {
		next := len(f.values)
		if err == nil {
			next = f.Outputs().From
		}
		if i+1 < len(f.Emissions()) {
			next = f.Emissions()[i+1].From
		}
		var args []*big.Int
		for n := range next - e.From {
			args = append(args, f.EmittedBig(e, n))
		}
		o.emissions += fmt.Sprint(e.Site, args, " ")
	}
	if outputs && err == nil {
		for i := range variables {
			o.outputs = append(o.outputs, f.OutputBig(i))
		}
	}
	copy(o.counts[:], f.Counts)
	clear(f.Counts)
	return o
}

// OutputBig returns output i of the last run.
func (f *Frame) OutputBig(i int) *big.Int { return f.EmittedBig(f.outputs, i) }
