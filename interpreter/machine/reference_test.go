package machine

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
)

var errHost = errors.New("the host has no such entry")

// failSite is the first of the sites whose calls end the run with a Failure.
const failSite = 1000

// Failure is the error of such a call.
type Failure struct{ Site int }

// Error implements error.
func (Failure) Error() string { return "a failure site" }

// Fail ends the run with a failure.
func (b *Builder) Fail(site int) { b.Host(failSite+site, nil, 0) }

// sampleHost is a function of its arguments that fails at times.
type sampleHost struct{}

func (sampleHost) Call(site int, args, results []int64) error {
	if site >= failSite {
		return Failure{site - failSite}
	}
	sum := int64(site)
	for _, a := range args {
		sum = sum*31 + a
	}
	if sum%211 == 7 {
		return errHost
	}
	for i := range results {
		results[i] = (sum>>i)%97 - 40
	}
	return nil
}

// How the reference ends early.
var (
	errHalt    = errors.New("halt")
	errTooWide = errors.New("numbers too wide to go on")
)

// outcome is the visible result of a run.
type outcome struct {
	err       error
	outputs   []*big.Int // nil after a halt or an error
	emissions string
	counts    [counters]int64
}

func (o outcome) String() string {
	return fmt.Sprintf("error %v, outputs %v, counts %v, emissions %s", o.err, o.outputs, o.counts, o.emissions)
}

// reference evaluates a sample with math/big while it is made.
type reference struct {
	ins    []*big.Int
	heap   []int64
	widest int // bits of the widest value, as a signed number
	out    outcome
}

// evaluate returns the outcome of a sample, whether that can be told, and the bits that it needs.
func evaluate(make func(*reference) []*big.Int, ins []*big.Int, heap []int64) (o outcome, widest int, told bool) {
	r := &reference{ins: ins, heap: slices.Clone(heap)}
	defer func() {
		switch end := recover(); end {
		case nil:
		case errTooWide:
			told = false
		case errHalt:
			o, widest, told = r.out, r.widest, true
		default:
			r.out.err = end.(error)
			o, widest, told = r.out, r.widest, true
		}
	}()
	for _, in := range ins {
		r.note(in)
	}
	r.out.outputs = make(r)
	return r.out, r.widest, true
}

// note records the widths that a run needs.
func (r *reference) note(v *big.Int) *big.Int {
	bits := v.BitLen() + 1
	if v.Sign() < 0 {
		bits = new(big.Int).Not(v).BitLen() + 1
	}
	if r.widest = max(r.widest, bits); bits > maxBits/2 {
		panic(errTooWide)
	}
	return v
}

func (r *reference) Big(k *big.Int) *big.Int { return r.note(k) }

func (r *reference) Add(x, y *big.Int) *big.Int { return r.note(new(big.Int).Add(x, y)) }

func (r *reference) Sub(x, y *big.Int) *big.Int { return r.note(new(big.Int).Sub(x, y)) }

func (r *reference) Mul(x, y *big.Int) *big.Int { return r.note(new(big.Int).Mul(x, y)) }

func (r *reference) Neg(x *big.Int) *big.Int { return r.note(new(big.Int).Neg(x)) }

func (r *reference) Abs(x *big.Int) *big.Int { return r.note(new(big.Int).Abs(x)) }

func (r *reference) Min(x, y *big.Int) *big.Int { return pick(x.Cmp(y) < 0, x, y) }

func (r *reference) Max(x, y *big.Int) *big.Int { return pick(x.Cmp(y) > 0, x, y) }

func pick[T any](first bool, x, y T) T {
	if first {
		return x
	}
	return y
}

// Quo rounds x/d by comparing tenths of the remainder.
func (r *reference) Quo(x, d *big.Int, mode number.Rounding) *big.Int {
	if d.Sign() == 0 {
		panic(ErrZeroDivision)
	}
	q, rest := new(big.Int).QuoRem(x, d, new(big.Int))
	sign := int64(x.Sign() * d.Sign())
	above := func(n int64) int { // compares the rest with n tenths of the divisor
		tenths := new(big.Int).Mul(rest, big.NewInt(10))
		return tenths.CmpAbs(new(big.Int).Mul(d, big.NewInt(n)))
	}
	away := map[number.Rounding]bool{
		number.Up: rest.Sign() != 0, number.HalfUp: above(5) >= 0, number.HalfDown: above(5) > 0, number.ThirdDecimal: above(6) >= 0,
		number.Floor: rest.Sign() != 0 && sign < 0, number.Ceiling: rest.Sign() != 0 && sign > 0,
	}[mode]
	if away {
		q.Add(q, big.NewInt(sign))
	}
	return r.note(q)
}

func (r *reference) Table(table []*big.Int, index *big.Int) *big.Int {
	if !index.IsInt64() || index.Sign() < 0 || index.Int64() >= int64(len(table)) {
		panic(ErrOutside)
	}
	return r.note(table[index.Int64()])
}

func (r *reference) Heap(address *big.Int, field int) *big.Int {
	return big.NewInt(r.heap[int(address.Int64())+field])
}

func (r *reference) Host(site int, args []*big.Int, results int) *big.Int {
	narrow := make([]int64, len(args))
	for i, a := range args {
		narrow[i] = a.Int64()
	}
	found := make([]int64, results)
	if err := (sampleHost{}).Call(site, narrow, found); err != nil {
		panic(err)
	}
	r.heap = append(r.heap, found...)
	return big.NewInt(int64(len(r.heap) - results))
}

func (r *reference) Emit(site int, args []*big.Int) { r.out.emissions += fmt.Sprint(site, args, " ") }

func (r *reference) Count(counter int) { r.out.counts[counter]++ }

func (r *reference) Halt() { panic(errHalt) }

func (r *reference) Fail(site int) { panic(Failure{site}) }

func (r *reference) Constant(holds bool) bool { return holds }

func (r *reference) Less(x, y *big.Int) bool { return x.Cmp(y) < 0 }

func (r *reference) LessOrSame(x, y *big.Int) bool { return x.Cmp(y) <= 0 }

func (r *reference) Same(x, y *big.Int) bool { return x.Cmp(y) == 0 }

func (r *reference) Other(x, y *big.Int) bool { return x.Cmp(y) != 0 }

func (r *reference) Not(c bool) bool { return !c }

func (r *reference) And(left bool, right func() bool) bool { return left && right() }

func (r *reference) Or(left bool, right func() bool) bool { return left || right() }

func (r *reference) choose(way int, c bool, x, y func() *big.Int) *big.Int {
	if way > 0 {
		return pick(c, x, y)()
	}
	return pick(c, x(), y()) // both are computed
}

func (r *reference) branch(c bool, then, els func() ([]*big.Int, bool)) ([]*big.Int, bool) {
	return pick(c, then, els)()
}

func (r *reference) loop(vars []*big.Int, carried []int, pass func(*big.Int, []*big.Int) []*big.Int) []*big.Int {
	now := slices.Clone(vars)
	for address := r.ins[listStart]; r.Less(address, r.ins[listEnd]); address = r.Add(address, big.NewInt(listStride)) {
		after := pass(address, slices.Clone(now))
		for _, v := range carried {
			now[v] = after[v]
		}
	}
	return now
}
