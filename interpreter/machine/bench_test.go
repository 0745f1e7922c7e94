package machine

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/number"
)

// planLike builds a program similar to an official wage tax plan: products rounded to
// cents, limits, conditions on a class from 1 to 6 and on amounts.
func planLike(parts int) *Builder {
	b := NewBuilder()
	random := rand.New(rand.NewPCG(7, 7))
	class, pay := b.Input(0), b.Input(1)
	vars := []Value{pay, b.Input(2), b.Input(3), b.Input(4)}
	v := func() Value { return vars[random.IntN(len(vars))] }
	k := func(n int) Value { return b.Int(int64(1 + random.IntN(n))) }
	set := func(x Value) { vars[random.IntN(len(vars))] = x }
	limit := b.Int(100000000)
	divisors := []int64{10, 100, 1000, 10000, 12, 360, 100000}
	cut := func(x Value) Value {
		mode := number.Down
		if random.IntN(4) == 0 {
			mode = number.Up
		}
		return b.Quo(x, b.Int(divisors[random.IntN(len(divisors))]), mode)
	}
	for i := range parts {
		switch i % 6 {
		case 0: // a product, cut
			set(b.Min(cut(b.Mul(v(), k(3000))), limit))
		case 1: // a limit
			set(b.Min(b.Add(v(), k(100)), k(10000000)))
		case 2: // a decision by amounts
			x, y := v(), v()
			var then, els Value
			r := b.If(b.LessOrSame(x, k(5000000)),
				func() bool { then = cut(b.Mul(b.Add(x, y), k(300))); return false },
				func() bool { els = b.Sub(x, k(1000)); return false })
			set(b.Min(b.Join(r, then, els), limit))
		case 3: // a decision by class
			set(classes(b, class, 1, v(), func() Value { return cut(b.Mul(v(), k(2000))) }))
		case 4: // if x < 0 then x = 0
			x := b.Sub(v(), k(100000))
			set(b.Select(b.Less(x, b.Int(0)), b.Int(0), x))
		case 5: // a polynomial
			x := b.Quo(b.Min(v(), limit), b.Int(1000), number.Down)
			set(b.Add(cut(b.Mul(b.Add(cut(b.Mul(x, k(1000))), k(20000)), x)), k(500)))
		}
	}
	for _, v := range vars {
		b.Output(v)
	}
	return b
}

// classes is a chain of ifs on one value.
func classes(b *Builder, class Value, n int64, otherwise Value, compute func() Value) Value {
	if n > 5 {
		return otherwise
	}
	var then, els Value
	r := b.If(b.Same(class, b.Int(n)),
		func() bool { then = compute(); return false },
		func() bool { els = classes(b, class, n+1, otherwise, compute); return false })
	return b.Join(r, then, els)
}

func planFrame(tb testing.TB) (*Program, *Frame) {
	p, err := planLike(100).Program(5)
	if err != nil {
		tb.Fatal(err)
	}
	f := p.Frame()
	f.SetHost(sampleHost{})
	for i, v := range []int64{4, 451234, 100, 20000, 99} {
		f.Set(i, v)
	}
	return p, f
}

func BenchmarkRun(b *testing.B) {
	p, f := planFrame(b)
	instructions := executed(p, f)
	for i := 0; b.Loop(); i++ {
		f.Set(0, int64(1+i%6))
		f.Set(1, 451234+int64(i%64)*5000)
		if fits, err := f.RunOn64(); !fits || err != nil {
			b.Fatal(fits, err)
		}
	}
	b.ReportMetric(float64(instructions), "instructions/op")
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		if _, err := planLike(500).Program(5); err != nil {
			b.Fatal(err)
		}
	}
}

// executed counts the instructions of a run.
func executed(p *Program, f *Frame) int {
	seen := 0
	for pc := 0; p.code[pc].op() != opHalt; seen++ {
		in := p.code[pc]
		pc++
		if in.op().jumps() {
			if jumped(in, f.slots) {
				pc = in.n()
			}
			continue
		}
		one := *f
		one.program = &Program{code: []instruction{in}, calls: p.calls, tables64: p.tables64}
		if _, err := one.run64(); err != nil {
			panic(err)
		}
	}
	return seen
}

func jumped(in instruction, s *[maxSlots]int64) bool {
	to := &Program{code: []instruction{in.to(2), encode(opHalt, 0, 0, 0, 0), encode(opHeap, 0, 0, 0, 0)}}
	_, err := (&Frame{program: to, slots: s}).run64()
	return err != nil
}

func TestRunAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector empties pools")
	}
	_, f := planFrame(t)
	if n := testing.AllocsPerRun(100, func() {
		f.Set(1, f.slots[1]+100)
		if err := f.Run(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations in a run", n)
	}
}

func TestRunWithEffectsAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector empties pools")
	}
	b := NewBuilder()
	sum := b.Loop(b.Input(0), b.Input(1), 1, []Value{b.Int(0)}, func(address Value, heads []Value) []Value {
		found := b.Host(1, []Value{b.Heap(address, 0)}, 2)
		b.Emit(3, []Value{address, found[1]})
		b.Count(0)
		return []Value{b.Add(heads[0], b.Table([]*big.Int{big.NewInt(5), big.NewInt(6)}, b.Element(found, b.Bool(b.Less(found[0], found[1])))))}
	})
	b.Output(sum[0])
	p, err := b.Program(2)
	if err != nil {
		t.Fatal(err)
	}
	var host Host = bits{}
	f := p.Frame()
	run := func() {
		f.Reset()
		f.SetHost(host)
		start := f.Append(1, 2, 3)
		f.Set(0, start)
		f.Set(1, start+3)
		if err := f.Run(); err != nil || len(f.Emissions()) != 3 {
			t.Fatal(err, f.Emissions())
		}
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations in a run", n)
	}
}

// bits is a host that returns 0 and 1 from every call.
type bits struct{}

func (bits) Call(site int, args, results []int64) error {
	for i := range results {
		results[i] = int64(i & 1)
	}
	return nil
}
