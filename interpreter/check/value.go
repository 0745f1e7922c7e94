package check

import (
	"math/big"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// value is the compile-time value of an expression: machine values with their type.
type value struct {
	kind types.Kind
	v    machine.Value
	// A number is v / (scale * divisor); without divisor, v / scale.
	scale   *big.Int
	divisor machine.Value
	unit    types.Unit
	// positive numbers are shown to be above 0: a divisor must be.
	positive bool
	cond     *machine.Cond // of a boolean that is not a number yet
	cases    []string      // of an enumeration, or of the index of a table or bands
	further  [][]string    // cases of the further indexes of a table or bands
	allowed  []string      // the cases that can occur; nil: all
	// adhoc marks a value that is one of several texts of the program, its cases.
	adhoc   bool
	typ     *types.Type   // of a handle, record, list or grammar
	given   machine.Value // 1 if an optional value is present; nil: always
	text    string        // of a text literal
	isText  bool          // whether text is the value
	bands   *types.Bands  // v is the group of bands by case
	row     *row
	address machine.Value // of a record, or of a table within one, in a list
	offset  int           // of a table, from the address
	end     machine.Value // of a list
	// step is the distance of the elements of a list of times from address to before
	// end, which is not in memory; 0 for other lists.
	step    int
	parts   map[string]*value
	entries []*big.Int // of a table, over its scale
	// from are the possible origins of the value, for traces.
	from []run.Origin
}

// row is a band selected by select.
type row struct {
	bands    *types.Bands
	index    machine.Value
	previous bool
}

var one = big.NewInt(1)

// rational returns a constant number.
func (c *compiler) rational(r *big.Rat, unit types.Unit) *value {
	return &value{kind: types.Number, v: c.b.Big(new(big.Int).Set(r.Num())), scale: new(big.Int).Set(r.Denom()), unit: unit, positive: r.Sign() > 0}
}

// constant returns the value of a constant number.
func (x *value) constant() (*big.Rat, bool) {
	if k, ok := x.numerator(); ok {
		return new(big.Rat).SetFrac(k, x.scale), true
	}
	return nil, false
}

// numerator returns the numerator of a constant number over its scale.
func (x *value) numerator() (*big.Int, bool) {
	if x.kind != types.Number || x.divisor != nil || x.given != nil {
		return nil, false
	}
	return x.v.Constant()
}

func (x *value) optional() bool { return x.given != nil || x.kind == types.NullKind }

// require reports a value that may be absent.
func (c *compiler) require(s *scope, e ast.Node, x *value) bool {
	if x == nil {
		return false
	}
	if x.kind == types.NullKind {
		c.failAt(s, e, "null-value", "null cannot be used here", "Write a value; null is only for what is optional.")
		return false
	}
	if x.given != nil {
		c.failAt(s, e, "maybe-null", e.String()+" may be absent", "Give a fallback: otherwise("+e.String()+", …), or test it with given(…).")
		return false
	}
	return true
}

// numberOf requires a number, date, time or duration that is present.
func (c *compiler) numberOf(s *scope, e ast.Node, x *value) bool {
	if !c.require(s, e, x) {
		return false
	}
	if x.kind != types.Number && x.kind != types.Date && x.kind != types.Time && x.kind != types.Duration {
		c.failAt(s, e, "wrong-type", e.String()+" is "+x.describe()+", not a number", "Choose a field or an entry, or convert it: name.field, table[…].")
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

// times returns x times a constant.
func (c *compiler) times(x *value, by *big.Rat) *value {
	y := *x
	num, den := new(big.Int).Set(by.Num()), new(big.Int).Mul(x.scale, by.Denom())
	if num.Sign() == 0 {
		y.v, y.scale, y.divisor, y.positive = c.b.Int(0), one, nil, false
		return &y
	}
	g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(num), den)
	num.Quo(num, g)
	den.Quo(den, g)
	y.v, y.scale, y.positive = c.b.Mul(x.v, c.b.Big(num)), den, x.positive && num.Sign() > 0
	return &y
}

// rescaled returns the numerator of x over a multiple of its scale.
func (c *compiler) rescaled(x *value, scale *big.Int) machine.Value {
	return c.b.Mul(x.v, c.b.Big(new(big.Int).Quo(scale, x.scale)))
}

// aligned converts two numbers to a common scale, ignoring divisors.
func (c *compiler) aligned(x, y *value) (a, b machine.Value, scale *big.Int) {
	scale = number.LCM(x.scale, y.scale)
	return c.rescaled(x, scale), c.rescaled(y, scale), scale
}

// over converts two numbers to a common scale and divisor.
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

// comparable makes the divisor of a number positive, as comparisons require.
func (c *compiler) comparable(x *value) *value {
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

// finite converts a number to a scale that is a power of ten, unless its denominator has
// other prime factors than 2 and 5.
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

// maxPlaces bounds the decimals of a value.
const maxPlaces = 60
