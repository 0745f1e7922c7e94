package machine

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

// TestSamples compares random programs on 64 bits and without bounds with their evaluation.
func TestSamples(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	if met := compareSamples(t, seed, 8000); len(met) < len(endings) {
		t.Errorf("only some endings were met: %v", met)
	}
}

// FuzzSamples is TestSamples with seeds of a fuzzer.
func FuzzSamples(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareSamples(t, seed, 20) })
}

// endings of samples that a test has to meet.
var endings = []string{"failed", "halted", "finished", "on 64 bits"}

func compareSamples(t *testing.T, seed uint64, samples int) map[string]bool {
	met := map[string]bool{}
	for i := range samples {
		if difference := compare(seed, uint64(i), met); difference != "" {
			t.Fatalf("seed %d, sample %d: %s", seed, i, difference)
		}
	}
	return met
}

// inputs are the variables' first values, the list's bounds and the list.
func inputs(r *rand.Rand, edge bool) (ins []*big.Int, heap []int64) {
	for range variables {
		ins = append(ins, drawNumber(r, edge))
	}
	elements, start := r.IntN(4), r.IntN(3)
	for range start + elements*listStride {
		heap = append(heap, int64(r.IntN(1000)-200))
	}
	return append(ins, big.NewInt(int64(start)), big.NewInt(int64(len(heap)))), heap
}

// made makes a sample by a maker from the first values of its variables.
func made[V, C any](to maker[V, C], seed, i uint64, vars []V) []V {
	s := &sample[V, C]{Rand: rand.New(rand.NewPCG(seed, i)), to: to, edge: i%3 == 0, vars: vars}
	after, _ := s.steps(1+s.IntN(10), 3)
	return after
}

// compare returns where the machine differs from the reference.
func compare(seed, i uint64, met map[string]bool) string {
	b := NewBuilder()
	var vars []Operand
	for n := range variables {
		vars = append(vars, b.Input(n))
	}
	for _, v := range made(building{b}, seed, i, vars) {
		b.Output(v)
	}
	p, err := b.Program(sampleIns)
	if err != nil {
		return err.Error()
	}
	ins, heap := inputs(rand.New(rand.NewPCG(i, seed)), i%3 == 0)
	want, widest, told := evaluate(func(r *reference) []*big.Int {
		return made(r, seed, i, append([]*big.Int{}, ins[:variables]...))
	}, ins, heap)
	if !told {
		return ""
	}
	switch {
	case want.err != nil:
		met["failed"] = true
	case want.outputs == nil:
		met["halted"] = true
	default:
		met["finished"] = true
	}
	f := p.Frame()
	f.Append(heap...)
	f.SetHost(sampleHost{})
	for i, v := range ins {
		f.SetBig(i, v)
	}
	check := func(size string, err error) string {
		if got := observe(f, err, want.outputs != nil); got.String() != want.String() {
			return fmt.Sprintf("%s, inputs %v, lists %v:\ngot  %s\nwant %s", size, ins, heap, got, want)
		}
		return ""
	}
	fits64, err := f.RunOn64()
	switch {
	case fits64:
		met["on 64 bits"] = true
		if d := check("64 bits", err); d != "" {
			return d
		}
	case widest <= 64 && !p.wideOnly:
		return fmt.Sprintf("overflow, though all fits %d bits", widest)
	}
	clear(f.Counts)
	if d := check("unbounded", f.RunUnbounded()); d != "" {
		return d
	}
	return check("all", f.Run())
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
