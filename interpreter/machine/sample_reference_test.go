package machine

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/payslate/payslate/interpreter/number"
)

// conditionSite is the host's function that conditions call.
const conditionSite = 99

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

// reference evaluates a sample step by step with math/big.
type reference struct {
	vars, ins []*big.Int
	heap      []int64
	blocks    [][]*big.Int
	address   *big.Int
	widest    int // bits of the widest value, as a signed number
	out       outcome
}

func evaluate(steps []*step, ins []*big.Int, heap []int64) (o outcome, widest int, err error) {
	r := &reference{vars: append([]*big.Int(nil), ins[:variables]...), ins: ins, heap: heap}
	for _, in := range ins {
		r.note(in)
	}
	defer func() {
		if p := recover(); p != nil {
			end, ok := p.(error)
			if !ok || errors.Is(end, errTooWide) {
				err = errTooWide
				return
			}
			if r.out.err = end; end == errHalt {
				r.out.err = nil
			}
			o, widest = r.out, r.widest
		}
	}()
	r.steps(steps)
	r.out.outputs = r.vars
	return r.out, r.widest, nil
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

func (r *reference) steps(steps []*step) {
	for _, s := range steps {
		r.step(s)
	}
}

func (r *reference) step(s *step) {
	switch s.kind {
	case "set":
		r.vars[s.n] = r.term(s.value)
	case "check":
		r.vars[s.n] = r.term(s.value)
		r.emit(s.n, r.vars[s.n])
	case "swap":
		other := (s.n + 1) % variables
		r.vars[s.n], r.vars[other] = r.vars[other], r.vars[s.n]
	case "emit":
		r.emit(s.n, r.terms(s.args)...)
	case "host":
		results := r.host(s.n, r.terms(s.args))
		r.vars[s.n] = results[0]
		r.blocks = append(r.blocks, results)
	case "count":
		r.out.counts[s.n]++
	case "halt":
		panic(errHalt)
	case "fail":
		panic(Failure{s.n})
	case "if":
		if r.test(s.where) {
			r.block(s.then)
		} else {
			r.block(s.els)
		}
	case "twice":
		before := append([]*big.Int(nil), r.vars...)
		if r.test(s.where) {
			r.block(s.then)
		}
		after := r.vars
		r.vars = before
		holds := r.test(s.where)
		r.vars = after
		if !holds {
			r.block(s.els)
		}
	case "loop":
		outer := r.address
		for r.address = r.ins[listStart]; r.address.Cmp(r.ins[listEnd]) < 0; {
			r.block(s.then)
			r.address = r.note(new(big.Int).Add(r.address, big.NewInt(listStride)))
		}
		r.address = outer
	}
}

func (r *reference) block(steps []*step) {
	blocks := r.blocks
	r.steps(steps)
	r.blocks = blocks
}

func (r *reference) emit(site int, args ...*big.Int) {
	r.out.emissions += fmt.Sprint(site, args, " ")
}

func (r *reference) host(site int, args []*big.Int) []*big.Int {
	narrow := make([]int64, len(args))
	for i, a := range args {
		narrow[i] = a.Int64()
	}
	results := make([]int64, blockSize)
	if err := (sampleHost{}).Call(site, narrow, results); err != nil {
		panic(err)
	}
	var values []*big.Int
	for _, v := range results {
		values = append(values, big.NewInt(v))
	}
	return values
}

func (r *reference) terms(terms []*term) []*big.Int {
	var values []*big.Int
	for _, t := range terms {
		values = append(values, r.term(t))
	}
	return values
}

func (r *reference) term(t *term) *big.Int { return r.note(r.compute(t)) }

func (r *reference) compute(t *term) *big.Int {
	v := new(big.Int)
	switch t.kind {
	case "const":
		return t.k
	case "var":
		return r.vars[t.n]
	case "address":
		return r.address
	case "heap":
		return big.NewInt(r.heap[int(r.address.Int64())+t.n])
	case "table":
		return entry(sampleTable, r.term(t.a))
	case "element":
		return entry(r.blocks[t.n], r.term(t.a))
	case "neg":
		return v.Neg(r.term(t.a))
	case "abs":
		return v.Abs(r.term(t.a))
	case "select":
		if len(t.a.kind)%3 != 0 {
			if r.test(t.where) {
				return r.term(t.a)
			}
			return r.term(t.b)
		}
		holds, x, y := r.test(t.where), r.term(t.a), r.term(t.b)
		if holds {
			return x
		}
		return y
	}
	x, y := r.term(t.a), r.term(t.b)
	switch t.kind {
	case "add":
		return v.Add(x, y)
	case "sub":
		return v.Sub(x, y)
	case "mul":
		return v.Mul(x, y)
	case "min":
		if x.Cmp(y) < 0 {
			return x
		}
		return y
	case "max":
		if x.Cmp(y) > 0 {
			return x
		}
		return y
	case "quo":
		return quotient(x, y, t.mode)
	}
	panic("unknown term " + t.kind)
}

func entry(of []*big.Int, at *big.Int) *big.Int {
	if !at.IsInt64() || at.Int64() < 0 || at.Int64() >= int64(len(of)) {
		panic(ErrOutside)
	}
	return of[at.Int64()]
}

// quotient rounds x/d by comparing tenths of the remainder.
func quotient(x, d *big.Int, mode number.Rounding) *big.Int {
	if d.Sign() == 0 {
		panic(ErrZeroDivision)
	}
	q, rest := new(big.Int).QuoRem(x, d, new(big.Int))
	sign := int64(x.Sign() * d.Sign())
	// above compares the rest with n tenths of the divisor.
	above := func(n int64) int {
		tenths := new(big.Int).Mul(rest, big.NewInt(10))
		return tenths.CmpAbs(new(big.Int).Mul(d, big.NewInt(n)))
	}
	away := false
	switch mode {
	case number.Up:
		away = rest.Sign() != 0
	case number.HalfUp:
		away = above(5) >= 0
	case number.HalfDown:
		away = above(5) > 0
	case number.ThirdDecimal:
		away = above(6) >= 0
	case number.Floor:
		away = rest.Sign() != 0 && sign < 0
	case number.Ceiling:
		away = rest.Sign() != 0 && sign > 0
	}
	if away {
		q.Add(q, big.NewInt(sign))
	}
	return q
}

func (r *reference) test(t *test) bool {
	switch t.kind {
	case "true":
		return true
	case "false":
		return false
	case "and":
		return r.test(t.a) && r.test(t.b)
	case "or":
		return r.test(t.a) || r.test(t.b)
	case "not":
		return !r.test(t.a)
	case "host":
		return r.host(conditionSite, []*big.Int{r.term(t.x)})[1].Sign() > 0
	}
	order := r.term(t.x).Cmp(r.term(t.y))
	switch t.kind {
	case "less":
		return order < 0
	case "less-same":
		return order <= 0
	case "same":
		return order == 0
	}
	return order != 0
}
