package number

import (
	"fmt"
	"slices"

	"github.com/ericlagergren/decimal"
)

// MaxTextLength is the largest length in bytes of a number in a rule file or CSV.
const MaxTextLength = 100

// Parse reads a number in plain decimal notation, as rule files and CSV files
// write it: an optional minus sign, digits, and optionally a point with digits
// after it. Exponents, blanks, underscores, a plus sign, leading zeros and more than
// MaxTextLength bytes are errors. The places are kept as written; -0 is 0. The error
// names the wrong character and the right form.
func Parse(text string) (Decimal, error) {
	if len(text) > MaxTextLength {
		return Decimal{}, fmt.Errorf("number %q… is %d characters long: write at most %d", text[:20], len(text), MaxTextLength)
	}
	n, err := scanNumber(text)
	if err != nil {
		return Decimal{}, err
	}
	if n.end != len(text) {
		return Decimal{}, unexpected([]byte(text), n.end)
	}
	return n.decimal(), nil
}

// scanned are the parts of a number without an exponent at the start of a text.
type scanned[T string | []byte] struct {
	negative          bool
	integer, fraction T
	end               int // of the number in the text
}

// scanNumber reads the grammar that plain notation and JSON share:
// "-"? ("0" | [1-9][0-9]*) ("." [0-9]+)?
func scanNumber[T string | []byte](text T) (scanned[T], error) {
	var n scanned[T]
	at := 0
	if at < len(text) && text[at] == '-' {
		n.negative = true
		at++
	}
	end := digitsEnd(text, at)
	if end == at {
		return n, unexpected([]byte(text), at)
	}
	if text[at] == '0' && end > at+1 {
		return n, unexpected([]byte(text), at)
	}
	n.integer = text[at:end]
	if end < len(text) && text[end] == '.' {
		at = end + 1
		end = digitsEnd(text, at)
		if end == at {
			return n, unexpected([]byte(text), at)
		}
		n.fraction = text[at:end]
	}
	n.end = end
	return n, nil
}

// digitsEnd returns the end of the digits that begin at a position.
func digitsEnd[T string | []byte](text T, at int) int {
	for at < len(text) && text[at] >= '0' && text[at] <= '9' {
		at++
	}
	return at
}

// unexpected is the error for the character at a place of a text.
func unexpected(text []byte, at int) error {
	return fmt.Errorf("number %.40q is wrong at character %d: write digits without leading zeros, with a point before the decimals, as in -1234.50", text, at+1)
}

// decimal returns the number of the parts.
func (n scanned[T]) decimal() Decimal {
	places := len(n.fraction)
	if len(n.integer)+places >= len(powersOfTen) {
		return fromDigits(n.negative, slices.Concat([]byte(n.integer), []byte(n.fraction)), places)
	}
	var c int64 // fits, since 10 to the number of digits does
	for i := range len(n.integer) {
		c = c*10 + int64(n.integer[i]-'0')
	}
	for i := range len(n.fraction) {
		c = c*10 + int64(n.fraction[i]-'0')
	}
	if n.negative {
		c = -c
	}
	return New(c, places)
}

// fromDigits returns the number with the coefficient of the digits.
func fromDigits(negative bool, digits []byte, places int) Decimal {
	b, _ := new(decimal.Big).SetString(string(digits))
	return wide(b.SetScale(places).SetSignbit(negative))
}
