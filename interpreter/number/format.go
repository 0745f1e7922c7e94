package number

import (
	"bytes"
	"unicode/utf8"
)

// String returns d in plain notation with all its places: 3000.10. Zero has no sign.
func (d Decimal) String() string { return string(d.AppendText(nil, d.Places(), '.', 0)) }

// AppendJSON appends d as a JSON number: plain notation without trailing zeros after
// the point, without an exponent, never -0. It does not allocate, except for dst,
// if the coefficient fits into an int64.
func (d Decimal) AppendJSON(dst []byte) []byte { return d.AppendText(dst, 0, '.', 0) }

// AppendFixed appends d in plain notation with at least the given places. It never
// rounds: further decimals are written unless they are zeros.
func (d Decimal) AppendFixed(dst []byte, places int) []byte {
	return d.AppendText(dst, places, '.', 0)
}

// AppendText appends d as AppendFixed does, with a decimal separator and one between
// groups of three digits: '.' and ',' give 5,812.50. A group of 0 means no groups.
func (d Decimal) AppendText(dst []byte, places int, decimal, group rune) []byte {
	checkedPlaces(places)
	if d.Sign() < 0 {
		dst = append(dst, '-')
	}
	var buffer [24]byte // a uint64 has at most 20 digits
	written := d.Places()
	var digits []byte // with at least one before the point
	if d.wide == nil && written < len(buffer) {
		at, rest := len(buffer), magnitude64(d.coefficient)
		for ; written > places && rest%10 == 0; written-- {
			rest /= 10
		}
		for ; rest > 0 || len(buffer)-at <= written; rest /= 10 {
			at--
			buffer[at] = byte('0' + rest%10)
		}
		digits = buffer[at:]
	} else {
		digits = bytes.TrimPrefix(d.Coefficient().Append(nil, 10), []byte("-"))
		digits = append(bytes.Repeat([]byte("0"), max(written+1-len(digits), 0)), digits...)
		for ; written > places && digits[len(digits)-1] == '0'; written-- {
			digits = digits[:len(digits)-1]
		}
	}
	whole := len(digits) - written
	for i, digit := range digits {
		switch left := whole - i; {
		case left == 0:
			dst = utf8.AppendRune(dst, decimal)
		case group != 0 && left > 0 && left%3 == 0 && i > 0:
			dst = utf8.AppendRune(dst, group)
		}
		dst = append(dst, digit)
	}
	if written == 0 && places > 0 {
		dst = utf8.AppendRune(dst, decimal)
	}
	for ; written < places; written++ {
		dst = append(dst, '0')
	}
	return dst
}
