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
	coefficient       int64 // of their digits, if they are fewer than 19
	end               int   // of the number in the text
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
	end, coefficient := digits(text, at, 0)
	if end == at {
		return n, unexpected([]byte(text), at)
	}
	if text[at] == '0' && end > at+1 {
		return n, unexpected([]byte(text), at)
	}
	n.integer = text[at:end]
	if end < len(text) && text[end] == '.' {
		at = end + 1
		end, coefficient = digits(text, at, coefficient)
		if end == at {
			return n, unexpected([]byte(text), at)
		}
		n.fraction = text[at:end]
	}
	n.coefficient, n.end = coefficient, end
	return n, nil
}

// digits returns the end of the digits that begin at a position, and the number with them
// after its own.
func digits[T string | []byte](text T, at int, n int64) (int, int64) {
	for at < len(text) && text[at] >= '0' && text[at] <= '9' {
		n = n*10 + int64(text[at]-'0')
		at++
	}
	return at, n
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
	if n.negative {
		return New(-n.coefficient, places)
	}
	return New(n.coefficient, places)
}

// fromDigits returns the number with the coefficient of the digits.
func fromDigits(negative bool, digits []byte, places int) Decimal {
	b, _ := new(decimal.Big).SetString(string(digits))
	return wide(b.SetScale(places).SetSignbit(negative))
}
