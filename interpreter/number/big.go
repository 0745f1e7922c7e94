package number

import "math/big"

var bigOne, bigThree, bigFive = big.NewInt(1), big.NewInt(3), big.NewInt(5)

// QuoBig returns a / d rounded once in a new big.Int; not ok if d is 0 or mode is
// invalid.
func QuoBig(a, d *big.Int, mode Rounding) (*big.Int, bool) {
	if d.Sign() == 0 || !mode.Valid() {
		return nil, false
	}
	q, r := new(big.Int).QuoRem(a, d, new(big.Int))
	if negative := a.Sign()*d.Sign() < 0; mode.awayFromZero(fractionBig(r, d), negative) {
		if negative {
			q.Sub(q, bigOne)
		} else {
			q.Add(q, bigOne)
		}
	}
	return q, true
}

// fractionBig classifies |r|/|d|, for |r| < |d|.
func fractionBig(r, d *big.Int) fraction {
	if r.Sign() == 0 {
		return fractionZero
	}
	switch new(big.Int).Lsh(r, 1).CmpAbs(d) {
	case -1:
		return fractionBelowHalf
	case 0:
		return fractionHalf
	}
	if new(big.Int).Mul(r, bigFive).CmpAbs(new(big.Int).Mul(d, bigThree)) >= 0 {
		return fractionSixTenths
	}
	return fractionAboveHalf
}
