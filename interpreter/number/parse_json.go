package number

import (
	"bytes"
	"fmt"
	"slices"
)

// JSONDigits is how many digits ParseJSON keeps before and after the point.
const JSONDigits = 40

// ParseJSON reads a number in JSON's syntax, exponents included. Places are kept
// as written (2026.0 has one), an exponent moves the point (1e3 is 1000 and
// 1.50e1 is 15.0), and -0 is 0. The work is linear in the text whatever the
// exponent, because numbers out of all proportion are brought within reach so
// that every comparison and rounding of use still comes out right:
//
//   - 10^40 or more in size becomes 10^40 with its sign, which compares rightly
//     with everything below;
//   - what comes after the 40th decimal place is cut, and a 1 put in the 41st
//     place if it was not all zeros. The result compares with every number of up
//     to 40 places, and rounds to up to 39, as the number itself does; a tiny
//     number keeps its sign and is not an integer.
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

// exponentLimit is where an exponent is held: beyond the digits of any text that
// this function is given, and far from overflowing when those are added.
const exponentLimit = 100_000_000

// parseExponent reads the exponent that begins there, if any, to the end of the
// text; its size is held at exponentLimit.
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
	if end := digitsEnd(text, at); end == at || end != len(text) {
		return 0, fmt.Errorf("number %s: the exponent needs digits and nothing else up to the end, as in 1e3", quoted(text))
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
