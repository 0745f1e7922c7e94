package pap

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// rowMaker makes random inputs for every branch of a plan: codes in their ranges and one
// beyond, amounts of every size, and amounts that are likely to be equal.
type rowMaker struct{ *rand.Rand }

// cell returns a value of an input; "" is the default.
func (r rowMaker) cell(name string, row map[string]string) string {
	pick := func(values ...string) string { return values[r.IntN(len(values))] }
	switch name {
	case "LZZ":
		return pick("1", "1", "2", "2", "3", "4")
	case "STKL":
		return pick("1", "2", "3", "4", "5", "6")
	case "af", "AF", "ALTER1", "ALV", "PVS", "PVZ", "R":
		return pick("0", "1")
	case "KRV", "PKV":
		return pick("0", "0", "1", "2")
	case "PVA":
		return strconv.Itoa(r.IntN(5))
	case "f", "F":
		return fmt.Sprintf("0.%03d", r.IntN(1000))
	case "KVZ":
		return fmt.Sprintf("%d.%02d", r.IntN(5), r.IntN(100))
	case "ZKF":
		return pick("0", "0", "0.5", "1", "1.5", "2", "3.5", "6")
	case "ZMVB":
		return strconv.Itoa(r.IntN(13))
	case "AJAHR", "VJAHR":
		return strconv.Itoa(2000 + r.IntN(65))
	case "PKPV", "PKPVAGZ":
		return r.amount(80_000)
	}
	part, whole := map[string]string{
		"VBEZ": "RE4", "VBEZM": "VBEZ", "VBEZS": "VBEZ", "JVBEZ": "JRE4", "VBS": "SONSTB", "STERBE": "VBS",
		"JRE4ENT": "JRE4", "SONSTENT": "SONSTB",
	}[name], ""
	if whole = row[part]; part != "" && whole != "" && r.IntN(2) == 0 {
		return whole
	}
	periods := map[string]int{"1": 1, "2": 12, "3": 52, "4": 360}[row["LZZ"]]
	switch name {
	case "RE4":
		return r.amount(max(1, 30_000_000/max(1, periods)))
	case "LZZFREIB", "LZZHINZU", "WFUNDF", "HINZUR":
		return r.amount(max(1, 1_000_000/max(1, periods)))
	case "JFREIB", "JHINZU":
		return r.amount(1_000_000)
	case "MBV":
		return r.amount(300_000)
	case "VBEZM":
		return r.amount(500_000)
	}
	return r.amount(10_000_000)
}

// amount returns whole cents, often small or round.
func (r rowMaker) amount(most int) string {
	switch r.IntN(8) {
	case 0:
		return "0"
	case 1:
		return strconv.Itoa(r.IntN(min(most, 2_000)) + 1)
	case 2:
		return strconv.Itoa((r.IntN(most)/10_000 + 1) * 10_000)
	case 3: // beyond the last zone of the tariff
		return strconv.Itoa(r.IntN(4 * most))
	}
	return strconv.Itoa(r.IntN(most))
}

// seldom lists inputs that only every n-th row has, so that common cases occur.
var seldom = map[string]int{
	"VBEZ": 3, "VBEZM": 3, "VBEZS": 3, "JVBEZ": 3, "VBS": 3, "STERBE": 3, "MBV": 4, "JRE4ENT": 3, "SONSTENT": 3,
	"SONSTB": 2, "LZZFREIB": 3, "LZZHINZU": 3, "WFUNDF": 3, "HINZUR": 3, "JFREIB": 3, "JHINZU": 3, "PKPV": 2, "PKPVAGZ": 2, "VKAPA": 3, "VMT": 3, "ENTSCH": 3, "f": 2, "F": 2,
}

// rows returns random rows of all inputs.
func (r rowMaker) rows(names []string, count int) [][]string {
	list := make([][]string, count)
	for i := range list {
		row := make(map[string]string, len(names))
		row["LZZ"] = r.cell("LZZ", row)
		for _, name := range names {
			if name != "LZZ" && r.IntN(max(1, seldom[name])) == 0 {
				row[name] = r.cell(name, row)
			}
		}
		list[i] = make([]string, len(names))
		for k, name := range names {
			list[i][k] = row[name]
		}
	}
	return list
}
