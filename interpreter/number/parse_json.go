package number

import (
	"bytes"
	"slices"
)

// JSONDigits is the number of digits that ParseJSON keeps before and after the point.
const JSONDigits = 40

// ParseJSON reads a number in JSON's syntax, including exponents. Places are kept
// as written (2026.0 has one), an exponent moves the point (1e3 is 1000 and
// 1.50e1 is 15.0), and -0 is 0. The work is linear in the length of the text for
// any exponent, because extreme numbers are replaced by ones that compare and round
// the same way:
//
//   - a magnitude of 10^40 or more becomes 10^40 with its sign;
//   - decimals after the 40th are cut, and become a 1 in the 41st place unless they
//     were all zeros. The result compares with every number of up to 40 places, and
//     rounds to up to 39, as the number itself does; a tiny number keeps its sign
//     and is not an integer.
func ParseJSON(text []byte) (Decimal, error) {
	n, err := scanNumber(text)
	if err != nil {
		return Decimal{}, err
	}
	exponent, err := parseExponent(text, n.end)
	if err != nil {
		return Decimal{}, err
	}
	if exponent == 0 && len(n.integer) <= JSONDigits && len(n.fraction) <= JSONDigits {
		return n.decimal(), nil
	}
	places := len(n.fraction) - exponent // negative: zeros follow the digits
	digits := bytes.TrimLeft(slices.Concat(n.integer, n.fraction), "0")
	if len(digits) == 0 {
		return New(0, min(max(places, 0), JSONDigits)), nil
	}
	if len(digits)-places > JSONDigits {
		digits, places = []byte{'1'}, -JSONDigits
	}
	if places < 0 {
		digits = append(digits, bytes.Repeat([]byte{'0'}, -places)...)
		places = 0
	}
	if excess := places - JSONDigits; excess > 0 {
		kept := max(len(digits)-excess, 0)
		lost := len(bytes.Trim(digits[kept:], "0")) > 0
		digits, places = digits[:kept], JSONDigits
		if lost {
			digits, places = append(digits, '1'), JSONDigits+1
		}
	}
	return fromDigits(n.negative, digits, places), nil
}

// exponentLimit bounds exponents. It is larger than the length of any request, and
// adding that length cannot overflow.
const exponentLimit = 100_000_000

// parseExponent reads the exponent from a position to the end of the text; 0 if there
// is none. It is bounded by exponentLimit.
func parseExponent(text []byte, at int) (int, error) {
	if at == len(text) {
		return 0, nil
	}
	if text[at] != 'e' && text[at] != 'E' {
		return 0, unexpected(text, at)
	}
	at++
	negative := false
	if at < len(text) && (text[at] == '+' || text[at] == '-') {
		negative = text[at] == '-'
		at++
	}
	if end, _ := digits(text, at, 0); end == at || end != len(text) {
		return 0, unexpected(text, at)
	}
	exponent := 0
	for ; at < len(text) && exponent < exponentLimit; at++ {
		exponent = exponent*10 + int(text[at]-'0')
	}
	exponent = min(exponent, exponentLimit)
	if negative {
		return -exponent, nil
	}
	return exponent, nil
}
