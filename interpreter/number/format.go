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
	if d.wide == nil && d.places <= maxShort && places <= maxShort && max(decimal, group) < utf8.RuneSelf {
		return d.appendShort(dst, places, byte(decimal), byte(group))
	}
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

// maxShort is the largest number of decimals that appendShort writes, shortLength
// the resulting bound of its characters: sign, 19 digits, groups and decimals.
const (
	maxShort    = 20
	shortLength = 64
)

// appendShort is AppendText for an int64 coefficient and single-byte separators. It
// takes about half the time.
func (d Decimal) appendShort(dst []byte, atLeast int, decimal, group byte) []byte {
	var buffer [shortLength]byte
	at := shortLength
	put := func(c byte) {
		at--
		buffer[at] = c
	}
	digits, places := magnitude64(d.coefficient), int(d.places)
	for places > atLeast && digits%10 == 0 {
		digits, places = digits/10, places-1
	}
	for missing := atLeast; missing > places; missing-- {
		put('0')
	}
	for n := places; n > 0; n-- {
		put(byte('0' + digits%10))
		digits /= 10
	}
	if max(places, atLeast) > 0 {
		put(decimal)
	}
	for group != 0 && digits >= 1000 {
		put(byte('0' + digits%10))
		put(byte('0' + digits/10%10))
		put(byte('0' + digits/100%10))
		put(group)
		digits /= 1000
	}
	for digits >= 10 {
		put(byte('0' + digits%10))
		digits /= 10
	}
	put(byte('0' + digits))
	if d.coefficient < 0 {
		put('-')
	}
	return append(dst, buffer[at:]...)
}

func appendZeros(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, '0')
	}
	return dst
}
