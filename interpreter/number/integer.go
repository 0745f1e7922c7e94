package number

import "math/big"

// Integer is what a machine loop needs of an integer type T, so that the same
// loop is compiled for Int128 and for Wide. Operations report with their second
// result whether the value is right; if not, the value is meaningless.
//
// The two constructors ignore their receiver and are called on a zero value:
//
//	var zero T
//	five := zero.FromInt64(5)
type Integer[T any] interface {
	// FromInt64 returns v as a T.
	FromInt64(v int64) T
	// FromBigInt returns v as a T, and whether it fits.
	FromBigInt(v *big.Int) (T, bool)

	Add(b T) (T, bool)
	Sub(b T) (T, bool)
	Mul(b T) (T, bool)
	Neg() (T, bool)
	// Quo returns the receiver divided by d, rounded once; not ok if d is 0, if
	// mode is invalid, or if the quotient does not fit.
	Quo(d T, mode Rounding) (T, bool)
	// Cmp returns -1, 0 or 1 as the receiver is below, equal to or above b.
	Cmp(b T) int
	// Sign returns -1, 0 or 1.
	Sign() int

	// Int64 returns the value as an int64, and whether it fits.
	Int64() (int64, bool)
	// BigInt returns the value in a big.Int that the caller may change.
	BigInt() *big.Int
	// String returns the value in decimal digits.
	String() string
}
