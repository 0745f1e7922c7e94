package tables

import (
	"fmt"
	"strconv"
	"strings"
)

// A block may say, above its rows, how many there are (count) and what the numbers
// in them sum up to (sum): a file that is cut or half written does not load.
const (
	countKey = "count"
	sumKey   = "sum"
)

// sumPlaces are the decimals that a sum is kept with.
const sumPlaces = 4

// RowTotals counts the rows of a block and sums up its cells that are numbers.
func RowTotals(rows string) (count, sum string) {
	lines, total := 0, int64(0)
	for line := range strings.Lines(rows) {
		lines++
		for cell := range strings.SplitSeq(line, separator) {
			units, _ := cellUnits(strings.TrimSpace(cell))
			total += units
		}
	}
	sum = fmt.Sprintf("%0*d", sumPlaces+1, total)
	at := len(sum) - sumPlaces
	return strconv.Itoa(lines), strings.TrimSuffix(strings.TrimRight(sum[:at]+"."+sum[at:], "0"), ".")
}

// cellUnits reads a cell of digits, with a point or without, in units of the last
// place of a sum; false for any other text.
func cellUnits(cell string) (units int64, ok bool) {
	point := strings.IndexByte(cell, '.')
	if point < 0 {
		point = len(cell)
	}
	if point == 0 || point > len("999999999999") || len(cell)-point-1 > sumPlaces {
		return 0, false
	}
	for i := range len(cell) {
		switch c := cell[i]; {
		case '0' <= c && c <= '9':
			units = units*10 + int64(c-'0')
		case i != point:
			return 0, false
		}
	}
	for range sumPlaces - max(len(cell)-point-1, 0) {
		units *= 10
	}
	return units, true
}
