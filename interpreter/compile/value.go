package compile

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// value is what an expression comes to while a program is compiled: numbers of
// the machine with the meaning that the machine does not know.
type value struct {
	kind types.Kind
	v    machine.Value
	// A number is v / (scale * divisor); without divisor, v / scale.
	scale   *big.Int
	divisor machine.Value
	unit    types.Unit
	// literal holds the digits of a number written in the expression.
	literal string
	cond    *machine.Cond // a boolean that is not a number yet
	cases   []string      // of an enumeration, or those that a table or bands go by
	further [][]string    // cases by which a table or bands go beside these
	allowed []string      // the cases that can occur, where these are fewer
	// adhoc cases are texts of the program, one of which the value is.
	adhoc   bool
	typ     *types.Type   // of a handle, record, list or grammar
	given   machine.Value // 1 where an optional value is there; nil: always
	text    string        // of a text literal
	isText  bool          // whether text is known
	bands   *types.Bands  // v chooses the group where they go by cases
	row     *row
	fields  []machine.Value // of a record in slots
	address machine.Value   // of a record, or of a table within one, in a list
	offset  int             // of a table, from the address
	end     machine.Value   // of a list
	// step is set for a list whose elements are not in memory: the times from
	// address to before end.
	step    int
	parts   map[string]*value
	entries []*big.Int // of a table, over its scale
	// from tells where the value comes from, for traces: the steps, of which
	// one was taken, or a parameter or an input.
	from []execution.Origin
}

// row is a band chosen by select.
type row struct {
	bands    *types.Bands
	index    machine.Value
	previous bool
}

var one = big.NewInt(1)

// rational is a number known while compiling.
func (c *compiler) rational(r *big.Rat, unit types.Unit) *value {
	return &value{kind: types.Number, v: c.b.Big(new(big.Int).Set(r.Num())), scale: new(big.Int).Set(r.Denom()), unit: unit}
}

// constant returns a number that is known while compiling.
func (x *value) constant() (*big.Rat, bool) {
	if k, ok := x.numerator(); ok {
		return new(big.Rat).SetFrac(k, x.scale), true
	}
	return nil, false
}

// numerator is that of a known number over its scale.
func (x *value) numerator() (*big.Int, bool) {
	if x.kind != types.Number || x.divisor != nil || x.given != nil {
		return nil, false
	}
	return x.v.Constant()
}

func (x *value) optional() bool { return x.given != nil || x.kind == types.NullKind }

// require refuses a value that may be absent.
func (c *compiler) require(s *scope, e expression.Node, x *value) bool {
	if x == nil {
		return false
	}
	if x.kind == types.NullKind {
		c.failAt(s, e, "null-value", "null cannot be used here", "")
		return false
	}
	if x.given != nil {
		c.failAt(s, e, "maybe-null", expression.Format(e)+" may be absent", "Give a fallback: otherwise("+expression.Format(e)+", …), or test it with given(…).")
		return false
	}
	return true
}

// numberOf requires a number that is there.
func (c *compiler) numberOf(s *scope, e expression.Node, x *value) bool {
	if !c.require(s, e, x) {
		return false
	}
	if x.kind != types.Number && x.kind != types.Date && x.kind != types.Time && x.kind != types.Duration {
		c.failAt(s, e, "wrong-type", expression.Format(e)+" is "+x.describe()+", not a number", c.insteadOf(x))
		return false
	}
	return true
}

func (x *value) describe() string {
	if x.kind == types.Enumeration {
		return (&types.Type{Kind: types.Enumeration, Cases: x.cases}).Describe()
	}
	return x.kind.String()
}

// times is x multiplied by a fraction known while compiling.
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
	y.literal = ""
	return &y
}

// rescaled is the numerator of x over another scale, a multiple of its own.
func (c *compiler) rescaled(x *value, scale *big.Int) machine.Value {
	return c.b.Mul(x.v, c.b.Big(new(big.Int).Quo(scale, x.scale)))
}

// aligned brings two numbers without divisors to one scale.
func (c *compiler) aligned(x, y *value) (a, b machine.Value, scale *big.Int) {
	scale = number.LCM(x.scale, y.scale)
	return c.rescaled(x, scale), c.rescaled(y, scale), scale
}

// over brings two numbers to one scale and one divisor.
func (c *compiler) over(x, y *value) (a, b machine.Value, scale *big.Int, divisor machine.Value) {
	a, b, scale = c.aligned(x, y)
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

// positive makes the divisor of a number positive, which comparisons need.
func (c *compiler) positive(x *value) *value {
	if x.divisor == nil {
		return x
	}
	zero := c.b.Int(0)
	negative := c.b.Less(x.divisor, zero)
	y := *x
	y.v = c.b.Select(negative, c.b.Neg(x.v), x.v)
	y.divisor = c.b.Abs(x.divisor)
	return &y
}

// finite returns the number as one with a power of ten as its scale, which it
// has unless a denominator has other prime factors than 2 and 5.
func (c *compiler) finite(x *value) (*value, int, bool) {
	if x.divisor != nil {
		return nil, 0, false
	}
	for places := range maxPlaces {
		ten := number.PowerOfTen(places)
		if new(big.Int).Rem(ten, x.scale).Sign() == 0 {
			y := *x
			y.v, y.scale = c.rescaled(x, ten), ten
			return &y, places, true
		}
	}
	return nil, 0, false
}

// maxPlaces bounds the decimals of a value that is kept or shown.
const maxPlaces = 60
