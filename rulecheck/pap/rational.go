package pap

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/expression"
)

// constantOf computes an expression of literals and of the names that values
// gives; without one of these it is not constant.
func constantOf(n expression.Node, values map[string]*big.Rat) (*big.Rat, bool) {
	switch n := n.(type) {
	case *expression.Number:
		return new(big.Rat).SetString(n.Text)
	case *expression.Name:
		value, ok := values[n.Name]
		return value, ok
	case *expression.Unary:
		x, ok := constantOf(n.X, values)
		if !ok || n.Op != expression.Negate {
			return nil, false
		}
		return new(big.Rat).Neg(x), true
	case *expression.Binary:
		l, lok := constantOf(n.L, values)
		r, rok := constantOf(n.R, values)
		if !lok || !rok {
			return nil, false
		}
		return arithmetic(n.Op, l, r)
	}
	return nil, false
}

// maxBits bounds the numbers that constants grow to by multiplying each other.
const maxBits = 2048

func arithmetic(op expression.Operator, l, r *big.Rat) (*big.Rat, bool) {
	for _, x := range []*big.Rat{l, r} {
		if x.Num().BitLen() > maxBits || x.Denom().BitLen() > maxBits {
			return nil, false
		}
	}
	switch op {
	case expression.Add:
		return new(big.Rat).Add(l, r), true
	case expression.Subtract:
		return new(big.Rat).Sub(l, r), true
	case expression.Multiply:
		return new(big.Rat).Mul(l, r), true
	case expression.Divide:
		if r.Sign() != 0 {
			return new(big.Rat).Quo(l, r), true
		}
	}
	return nil, false
}

// decimalText writes a fraction as a decimal number, if it has one.
func decimalText(value *big.Rat) (string, bool) {
	places, finite := value.FloatPrec()
	return value.FloatString(places), finite
}
