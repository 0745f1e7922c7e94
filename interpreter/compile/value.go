package compile

import (
	"maps"
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// value is a value of a type in the machine. Its scale, divisor and presence are those of this
// call, which may know more than the type.
type value struct {
	t *check.Type
	v machine.Operand // a number, a case by its index, the code of a text, the row of bands …
	// A number is v / (scale * divisor); without divisor, v / scale.
	scale   *big.Int
	divisor machine.Operand
	cond    *machine.Cond   // of a boolean that is not a number yet
	given   machine.Operand // 1 if an optional value is present; nil: always
	bands   *types.Bands    // v is the group of bands by case
	address machine.Operand // of a record, or of a table within one, in a list
	offset  int             // of a table, from the address
	end     machine.Operand // of a list
	parts   map[string]*value
	entries []*big.Int // of a table, over its scale
	// from are the possible origins of the value, for traces.
	from []run.Origin
}

var one = big.NewInt(1)

// rational returns a constant number.
func (c *compiler) rational(r *big.Rat, t *check.Type) *value {
	return &value{t: t, v: c.b.Big(new(big.Int).Set(r.Num())), scale: new(big.Int).Set(r.Denom())}
}

// constant returns the value of a constant number.
func (x *value) constant() (*big.Rat, bool) {
	if x.t.Kind != types.Number || x.divisor != nil || x.given != nil {
		return nil, false
	}
	if k, known := x.v.Constant(); known {
		return new(big.Rat).SetFrac(k, x.scale), true
	}
	return nil, false
}

// as returns the value with another type of the same form.
func (x *value) as(t *check.Type) *value {
	y := *x
	y.t = t
	return &y
}

// times returns x times a constant.
func (c *compiler) times(x *value, by *big.Rat) *value {
	y := *x
	num, den := new(big.Int).Set(by.Num()), new(big.Int).Mul(x.scale, by.Denom())
	if num.Sign() == 0 {
		y.v, y.scale, y.divisor = c.b.Int(0), one, nil
		return &y
	}
	g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(num), den)
	num.Quo(num, g)
	den.Quo(den, g)
	y.v, y.scale = c.b.Mul(x.v, c.b.Big(num)), den
	return &y
}

// rescaled returns the numerator of x over a multiple of its scale.
func (c *compiler) rescaled(x *value, scale *big.Int) machine.Operand {
	return c.b.Mul(x.v, c.b.Big(new(big.Int).Quo(scale, x.scale)))
}

// over converts two numbers to a common scale and divisor.
func (c *compiler) over(x, y *value) (a, b machine.Operand, scale *big.Int, divisor machine.Operand) {
	scale = number.LCM(x.scale, y.scale)
	a, b = c.rescaled(x, scale), c.rescaled(y, scale)
	if x.divisor == y.divisor {
		return a, b, scale, x.divisor
	}
	switch {
	case y.divisor == nil:
		return a, c.b.Mul(b, x.divisor), scale, x.divisor
	case x.divisor == nil:
		return c.b.Mul(a, y.divisor), b, scale, y.divisor
	}
	return c.b.Mul(a, y.divisor), c.b.Mul(b, x.divisor), scale, c.b.Mul(x.divisor, y.divisor)
}

// comparable makes the divisor of a number positive, as comparisons require.
func (c *compiler) comparable(x *value) *value {
	if x.divisor == nil {
		return x
	}
	negative := c.b.Less(x.divisor, c.b.Int(0))
	y := *x
	y.v = c.b.Select(negative, c.b.Neg(x.v), x.v)
	y.divisor = c.b.Abs(x.divisor)
	return &y
}

// finite converts a number to a scale that is a power of ten, unless its denominator has
// other prime factors than 2 and 5.
func (c *compiler) finite(x *value) (*value, int, bool) {
	places, ok := (&check.Type{Scale: x.scale, Fraction: x.divisor != nil}).Decimal()
	if !ok {
		return nil, 0, false
	}
	y := *x
	y.scale = number.PowerOfTen(places)
	y.v = c.rescaled(x, y.scale)
	return &y, places, true
}

// settled converts a condition to a number.
func (c *compiler) settled(x *value) *value {
	if x.cond == nil {
		return x
	}
	y := *x
	y.v, y.cond = c.b.Bool(x.cond), nil
	return &y
}

// absent returns an absent value of another value's type.
func (c *compiler) absent(like *value) *value {
	n := *like
	n.v, n.given, n.cond = c.b.Int(0), c.b.Int(0), nil
	if n.divisor != nil { // which is computed on the other path
		n.divisor = c.b.Int(1)
	}
	return &n
}

func (c *compiler) flagOf(x *value) machine.Operand {
	if x.given == nil {
		return c.b.Int(1)
	}
	return x.given
}

// stored returns a value of a type from its integers.
func (c *compiler) stored(t *check.Type, get func(i int) machine.Operand) *value {
	v := &value{t: t, scale: one}
	if t.Kind == types.Number {
		v.scale = number.PowerOfTen(max(t.Declared.Decimals, 0))
	}
	switch {
	case t.Kind == types.GrammarKind:
		v = c.grammar(t, get)
	case t.Kind == types.ListKind:
		v.address, v.end = get(0), get(1)
	case t.Kind == types.RecordKind:
		v.address = get(0)
	default:
		v.v = get(0)
	}
	if t.Optional {
		v.given = get(t.Declared.Places() - 1)
	}
	return v
}

// zero returns the zero value of a type.
func (c *compiler) zero(t *check.Type) *value {
	if t.Kind == types.GrammarKind {
		return c.partsOf(t, types.Reading{Parts: make([]int64, len(t.Declared.Grammar.Parts)), Given: make([]bool, len(t.Declared.Grammar.Parts))})
	}
	v := &value{t: t, v: c.b.Int(0), scale: one}
	switch t.Kind {
	case types.Text:
		v.v = c.b.Int(c.textCode(""))
	case types.ListKind:
		v.address, v.end = v.v, v.v
	}
	return v
}

// convert converts a value to a type to which the check has found that it can be converted.
func (c *compiler) convert(x *value, to *check.Type) *value {
	from := x.t
	if from.Kind == types.NullKind && to.Kind != types.NullKind {
		return c.absent(c.zero(to))
	}
	switch {
	case to.Kind == types.Text && from.Kind == types.Enumeration:
		var codes []*big.Int
		for _, text := range from.Cases {
			codes = append(codes, big.NewInt(c.textCode(text)))
		}
		return &value{t: to, v: c.b.Table(codes, x.v), given: x.given, from: x.from}
	case to.Kind == types.Text && from.Kind == types.GrammarKind:
		return c.partOf(x, "text").as(to)
	case to.Kind == types.GrammarKind && from.Kind == types.Text:
		r, _ := to.Declared.Grammar.Read(*from.Word)
		v := c.partsOf(to, r)
		v.from = x.from
		return v
	case to.Kind == types.Enumeration && from.Kind == types.Text:
		return &value{t: to, v: c.b.Int(int64(slices.Index(to.Cases, *from.Word))), given: x.given, from: x.from}
	case to.Kind == types.Enumeration && !slices.Equal(from.Cases, to.Cases):
		var places []*big.Int
		for _, text := range from.Cases {
			places = append(places, big.NewInt(int64(slices.Index(to.Cases, text))))
		}
		return &value{t: to, v: c.b.Table(places, x.v), given: x.given, from: x.from}
	}
	return x.as(to)
}

// pick compiles one of two values of a type, chosen by a condition.
func (c *compiler) pick(cond *machine.Cond, to *check.Type, then, els func() *value) *value {
	if holds, known := cond.Known(); known {
		if holds {
			return c.convert(then(), to)
		}
		return c.convert(els(), to)
	}
	var x, y *value
	r := c.b.If(cond, func() bool { x = c.settled(c.convert(then(), to)); return false }, func() bool { y = c.settled(c.convert(els(), to)); return false })
	return c.join(r, x, y, to)
}

// join merges two values of one type after a branch.
func (c *compiler) join(r machine.Branch, x, y *value, to *check.Type) *value {
	left, right := *x, *y
	if to.Kind == types.Number {
		c.alike(r, &left, &right)
	}
	return c.joined(r, &left, &right, to)
}

// alike converts two numbers to one scale, each on its side of a branch.
func (c *compiler) alike(r machine.Branch, x, y *value) {
	scale, quotient := number.LCM(x.scale, y.scale), x.divisor != y.divisor
	for _, one := range []struct {
		*value
		then bool
	}{{x, true}, {y, false}} {
		c.b.Extend(r, one.then, func() { one.v, one.scale = c.rescaled(one.value, scale), scale })
		if quotient && one.divisor == nil {
			one.divisor = c.b.Int(1)
		}
	}
}

// joined merges two values of one type and scale.
func (c *compiler) joined(r machine.Branch, x, y *value, to *check.Type) *value {
	z := *x
	z.t, z.from = to, check.Union(x.from, y.from)
	z.v = c.b.Join(r, x.v, y.v)
	if x.given != nil || y.given != nil {
		z.given = c.b.Join(r, c.flagOf(x), c.flagOf(y))
	}
	if x.divisor != y.divisor {
		z.divisor = c.b.Join(r, x.divisor, y.divisor)
	}
	return &z
}

// grammar returns a parsed text. get returns its integers: the code of the text, the
// form, and for each part its value and whether it is present.
func (c *compiler) grammar(t *check.Type, get func(i int) machine.Operand) *value {
	g := t.Declared.Grammar
	kinds := check.PartTypes(g)
	v := &value{t: t, parts: map[string]*value{}, v: get(0)}
	part := func(name string, at int) *value {
		kind := kinds[name]
		v.parts[name] = &value{t: &kind, v: get(at), scale: one}
		return v.parts[name]
	}
	part("text", 0)
	part("form", 1)
	for i, declared := range g.Declaration.Parts {
		p := part(declared.Name, 2+2*i)
		if declared.Optional {
			p.given = get(3 + 2*i)
		}
	}
	return v
}

func (c *compiler) partsOf(t *check.Type, r types.Reading) *value {
	v := c.grammar(t, func(i int) machine.Operand {
		switch {
		case i == 0:
			return c.b.Int(c.textCode(r.Text))
		case i == 1:
			return c.b.Int(r.Form)
		case i%2 == 0:
			return c.b.Int(r.Parts[i/2-1])
		}
		return c.b.Int(map[bool]int64{true: 1}[r.Given[i/2-1]])
	})
	v.parts["text"].t = &check.Type{Kind: types.Text, Word: &r.Text}
	return v
}

// partOf returns a part of a parsed text; it is absent if the text is.
func (c *compiler) partOf(text *value, name string) *value {
	part := text.parts[name]
	if text.given == nil {
		return part
	}
	p := *part
	p.given = text.given
	if part.given != nil {
		p.given = c.b.Mul(text.given, part.given)
	}
	return &p
}

// defaultText returns the given text or the default, part by part.
func (c *compiler) defaultText(v, d *value, given *machine.Cond) *value {
	merged := &value{t: v.t, parts: map[string]*value{}}
	for _, name := range slices.Sorted(maps.Keys(v.parts)) { // for deterministic code
		part, other := v.parts[name], d.parts[name]
		p := *part
		p.v = c.b.Select(given, part.v, other.v)
		p.from = check.Union(part.from, d.from)
		if part.given != nil {
			p.given = c.b.Select(given, part.given, other.given)
		}
		merged.parts[name] = &p
	}
	merged.v = merged.parts["text"].v
	return merged
}
