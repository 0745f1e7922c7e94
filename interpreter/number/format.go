package number

import (
	"bytes"
	"strconv"
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
	var buffer [20]byte // a uint64 has at most 20 digits
	digits := buffer[:0]
	if d.wide == nil {
		digits = strconv.AppendUint(digits, magnitude64(d.coefficient), 10)
	} else {
		digits = bytes.TrimPrefix(d.Coefficient().Append(nil, 10), []byte("-"))
	}
	if d.Sign() < 0 {
		dst = append(dst, '-')
	}
	written := d.Places()
	for ; written > places && (len(digits) == 0 || digits[len(digits)-1] == '0'); written-- {
		digits = digits[:max(len(digits)-1, 0)]
	}
	whole := digits[:max(len(digits)-written, 0)]
	digits = digits[len(whole):]
	if len(whole) == 0 {
		dst = append(dst, '0')
	}
	for group != 0 && len(whole) > 3 {
		first := (len(whole)-1)%3 + 1
		dst = utf8.AppendRune(append(dst, whole[:first]...), group)
		whole = whole[first:]
	}
	dst = append(dst, whole...)
	if max(written, places) == 0 {
		return dst
	}
	dst = appendZeros(utf8.AppendRune(dst, decimal), written-len(digits))
	return appendZeros(append(dst, digits...), places-written)
}

func appendZeros(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, '0')
	}
	return dst
}
