package machine

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

// run builds, sets the inputs and runs.
func run(t *testing.T, inputs []*big.Int, build func(b *Builder)) (*Frame, error) {
	t.Helper()
	b := NewBuilder()
	build(b)
	p, err := b.Program(len(inputs))
	if err != nil {
		t.Fatal(err)
	}
	f := p.Frame()
	f.SetHost(sampleHost{})
	for i, v := range inputs {
		f.SetBig(i, v)
	}
	return f, f.Run()
}

// TestLimits computes at and beyond the limits of int64.
func TestLimits(t *testing.T) {
	least, most := big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64)
	one, minus := big.NewInt(1), big.NewInt(-1)
	tests := map[string]struct {
		x, y *big.Int
		f    func(b *Builder, x, y Operand) Operand
		fits bool
		want string
	}{
		"greatest + 1":       {most, one, (*Builder).Add, false, "9223372036854775808"},
		"greatest + -1":      {most, minus, (*Builder).Add, true, "9223372036854775806"},
		"least - 1":          {least, one, (*Builder).Sub, false, "-9223372036854775809"},
		"least * -1":         {least, minus, (*Builder).Mul, false, "9223372036854775808"},
		"least * 1":          {least, one, (*Builder).Mul, true, "-9223372036854775808"},
		"-least":             {least, one, func(b *Builder, x, _ Operand) Operand { return b.Neg(x) }, false, "9223372036854775808"},
		"|least|":            {least, one, func(b *Builder, x, _ Operand) Operand { return b.Abs(x) }, false, "9223372036854775808"},
		"least / -1":         {least, minus, func(b *Builder, x, y Operand) Operand { return b.Quo(x, y, number.Down) }, false, "9223372036854775808"},
		"least / -1 up":      {least, minus, func(b *Builder, x, y Operand) Operand { return b.Quo(x, y, number.Up) }, false, "9223372036854775808"},
		"least / least":      {least, least, func(b *Builder, x, y Operand) Operand { return b.Quo(x, y, number.HalfUp) }, true, "1"},
		"5 * -1 / 2 half up": {big.NewInt(5), minus, func(b *Builder, x, y Operand) Operand { return b.Quo(b.Mul(x, y), b.Int(2), number.HalfUp) }, true, "-3"},
		"a product that comes back": {most, most, func(b *Builder, x, y Operand) Operand {
			return b.Quo(b.Mul(x, y), y, number.HalfUp)
		}, false, "9223372036854775807"},
		"a constant beyond": {one, one, func(b *Builder, x, _ Operand) Operand {
			return b.Sub(b.Add(x, b.Big(power(200, 0))), b.Big(power(200, 0)))
		}, false, "1"},
		"an entry beyond": {one, one, func(b *Builder, x, _ Operand) Operand {
			return b.Table([]*big.Int{one, power(130, 1)}, x)
		}, false, power(130, 1).String()},
		"an input beyond 64 bits": {power(150, 0), one, (*Builder).Sub, false, power(150, -1).String()},
	}
	for name, test := range tests {
		f, err := run(t, []*big.Int{test.x, test.y}, func(b *Builder) { b.Output(test.f(b, b.Input(0), b.Input(1))) })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := f.OutputBig(0)
		if narrow, fits := f.Output(0); got.String() != test.want || fits != got.IsInt64() || fits && narrow != got.Int64() {
			t.Errorf("%s: got %v (%v, %v), want %s", name, got, narrow, fits, test.want)
		}
		if fits, _ := f.RunOn64(); fits != test.fits {
			t.Errorf("%s: fits 64 bits: %v", name, fits)
		}
	}
}

func TestFailures(t *testing.T) {
	double := func(b *Builder, x Operand) Operand { // 2^14 bits after as many squares
		for range 14 {
			x = b.Mul(x, x)
		}
		return x
	}
	tests := map[string]struct {
		build func(b *Builder, x Operand) Operand
		want  error
	}{
		"x / 0":                 {func(b *Builder, x Operand) Operand { return b.Quo(x, b.Int(0), number.Down) }, ErrZeroDivision},
		"x / 0 up":              {func(b *Builder, x Operand) Operand { return b.Quo(x, b.Int(0), number.Up) }, ErrZeroDivision},
		"x * 3 / 0":             {func(b *Builder, x Operand) Operand { return b.Quo(b.Mul(x, b.Int(3)), b.Int(0), number.HalfUp) }, ErrZeroDivision},
		"a zero that is passed": {func(b *Builder, x Operand) Operand { return passed(b, x) }, nil},
		"a table's end":         {func(b *Builder, x Operand) Operand { return b.Table([]*big.Int{big.NewInt(1), big.NewInt(2)}, x) }, ErrOutside},
		"before a table":        {func(b *Builder, x Operand) Operand { return b.Table([]*big.Int{big.NewInt(1)}, b.Neg(x)) }, ErrOutside},
		"a list's end":          {func(b *Builder, x Operand) Operand { return b.Heap(x, 0) }, ErrOutside},
		"numbers that explode":  {double, ErrTooLarge},
		"a failure site":        {func(b *Builder, x Operand) Operand { b.Fail(4); return x }, Failure{4}},
		"a failure in a condition": {func(b *Builder, x Operand) Operand {
			b.If(b.And(b.Less(b.Int(0), x), func() *Cond { b.Fail(5); return True() }), func() bool { return false }, func() bool { return false })
			return x
		}, Failure{5}},
		"a failure in a condition that two branches test": {func(b *Builder, x Operand) Operand {
			no := func() bool { return false }
			c := b.And(b.Less(b.Int(0), x), func() *Cond {
				b.If(b.Less(x, b.Int(5)), func() bool { b.Fail(6); return true }, no)
				return True()
			})
			b.If(b.Less(x, b.Int(0)), func() bool { b.If(c, no, no); return false }, no)
			b.If(c, no, no)
			return x
		}, Failure{6}},
		"a failure in the loop of a condition that two branches test": {func(b *Builder, x Operand) Operand {
			no := func() bool { return false }
			c := b.And(b.Less(b.Int(0), x), func() *Cond {
				b.Loop(b.Int(0), x, 1, nil, func(Operand, []Operand) []Operand { b.Fail(8); return nil })
				return True()
			})
			b.If(b.Less(x, b.Int(0)), func() bool { b.If(c, no, no); return false }, no)
			b.If(c, no, no)
			return x
		}, Failure{8}},
		"a host that fails in a condition": {func(b *Builder, x Operand) Operand {
			c := b.And(b.Less(b.Int(0), x), func() *Cond { return b.Less(x, b.Heap(b.Host(7, nil, 1), 0)) })
			return b.Bool(b.And(c, False))
		}, errHost},
	}
	for name, test := range tests {
		f, err := run(t, []*big.Int{big.NewInt(2)}, func(b *Builder) { b.Output(test.build(b, b.Input(0))) })
		if err != test.want {
			t.Errorf("%s: got %v, want %v", name, err, test.want)
		}
		if err := f.RunUnbounded(); err != test.want {
			t.Errorf("%s, unbounded: got %v, want %v", name, err, test.want)
		}
		// The frame can be used again.
		if err := f.Run(); err != test.want {
			t.Errorf("%s, again: got %v, want %v", name, err, test.want)
		}
	}
}

// passed divides by 0 only on a path that is not taken.
func passed(b *Builder, x Operand) Operand {
	var q Operand
	r := b.If(b.Less(x, b.Int(0)), func() bool { q = b.Quo(x, b.Int(0), number.Down); return false }, func() bool { return false })
	return b.Join(r, q, x)
}

// TestFramesForget checks that a run leaves nothing to the next one.
func TestFramesForget(t *testing.T) {
	b := NewBuilder()
	b.Count(0)
	b.Emit(1, []Operand{b.Input(0)})
	b.Output(b.Add(b.Mul(b.Input(0), b.Input(0)), b.Int(17)))
	b.Count(2)
	p, err := b.Program(2)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Frame()
	for i := range 3 {
		f.SetBig(0, power(40, 0)) // its square does not fit 64 bits
		if err := f.Run(); err != nil {
			t.Fatal(err)
		}
		if got := f.OutputBig(0); got.Cmp(power(80, 17)) != 0 {
			t.Errorf("run %d: got %v", i, got)
		}
	}
	if len(f.Counts) != 3 || f.Counts[0] != 3 || f.Counts[1] != 0 || f.Counts[2] != 3 {
		t.Errorf("counts %v", f.Counts)
	}
	f.SetAll([]int64{5})
	if err := f.Run(); err != nil || f.OutputBig(0).Int64() != 42 {
		t.Errorf("after setting all: %v, %v", f.OutputBig(0), err)
	}
	f.SetBig(0, power(90, 0))
	f.Reset()
	if err := f.Run(); err != nil || f.OutputBig(0).Cmp(power(180, 17)) != 0 {
		t.Errorf("after a reset: %v, %v", f.OutputBig(0), err)
	}
}

// TestRunAllocatesNothing runs a loop with calls of the host, emissions and counts.
func TestRunAllocatesNothing(t *testing.T) {
	b := NewBuilder()
	sum := b.Loop(b.Input(0), b.Input(1), 1, []Operand{b.Int(0)}, func(address Operand, heads []Operand) []Operand {
		found := b.Host(1, []Operand{b.Heap(address, 0)}, 2)
		first, second := b.Heap(found, 0), b.Heap(found, 1)
		b.Emit(3, []Operand{address, second})
		b.Count(0)
		return []Operand{b.Add(heads[0], b.Table([]*big.Int{big.NewInt(5), big.NewInt(6)}, b.Heap(b.Add(found, b.Bool(b.Less(first, second))), 0)))}
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

func TestTooLong(t *testing.T) {
	b := NewBuilder()
	b.Count(maxNumber)
	if _, err := b.Program(0); !errors.Is(err, errTooLong) {
		t.Errorf("a site beyond the instructions: %v", err)
	}
}

func TestTooManyValues(t *testing.T) {
	b := NewBuilder()
	for i := range int64(maxSlots) {
		b.Output(b.Int(math.MaxInt64 - i))
	}
	if _, err := b.Program(1); !errors.Is(err, errTooManySlots) {
		t.Errorf("got %v", err)
	}
}
