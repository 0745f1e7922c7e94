package tables

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// countyTowns are the towns of a regime's states with the counties that they lie in, for
// names that no area has. They are searched in their file: a line for each name, ordered
// by state and key.
type countyTowns struct {
	*textFile
	// mainShare is the percentage of the inhabitants from which a name in several areas
	// means one of them.
	mainShare number.Decimal
	kinds     map[string]townKind
}

// townKind is a kind of town: how it is called, and the words for it before and after a
// name.
type townKind struct {
	Kind   string   `column:"kind"`
	Label  Text     `column:"en" languages:"*"`
	Before []string `column:"before"`
	After  []string `column:"after"`
}

// countyTown is a town under one of its names.
type countyTown struct {
	name     string
	kind     string
	counties []string
	people   []number.Decimal // by county; nil if they are unknown
	within   string           // the component of an area that the town lies in
	// postOffice says whether the postal codes of its post offices are in its areas, and
	// postAreas in which others.
	postOffice string
	postAreas  []string
}

// The values of postOffice: some codes are in other areas, or all.
const (
	postOfficeCrosses = "crosses"
	postOfficeDiffers = "differs"
)

// wordTowns is the last word of the header, with the number of lines and of inhabitants.
const wordTowns = "towns"

// countyTowns reads the towns by county. Those of the program itself are checked by its
// tests.
func (l *loader) countyTowns(n *syntax.Node, dir string, r *Regime) {
	if n == nil {
		return
	}
	var file struct {
		Table     string         `key:"table"`
		MainShare number.Decimal `key:"main_share"`
		Kinds     *syntax.Node   `key:"kinds"`
	}
	l.Decode(n, &file)
	t := &countyTowns{mainShare: file.MainShare, kinds: map[string]townKind{}}
	eachRow(l, file.Kinds, func(_ *record, kind *townKind) { t.kinds[kind.Kind] = *kind })
	name := path.Join(dir, file.Table)
	if t.textFile = l.textFile(name, wordTowns); t.textFile == nil {
		return
	}
	r.countyTowns = t
	if !t.builtIn {
		t.check(l, name, t.first(wordTowns), r)
	}
}

// check reports lines that cannot be read or are not in order, and missing ones.
func (t *countyTowns) check(l *loader, name, declared string, r *Regime) {
	count, inhabitants, last := 0, 0, ""
	for line := range strings.Lines(t.lines) {
		count++
		inhabitants += t.inhabitants(line)
		state, town, _ := townCells(line)
		key := state + separator + r.gazetteer.key(town)
		at := diagnostic.Range{File: name}
		if _, err := t.read(line); err != "" {
			l.Fail(at, "bad-town", town+", "+state+": "+err, "")
		} else if key < last {
			l.Fail(at, "order", town+", "+state+" comes after "+last, "Lines are ordered by state and name.")
		}
		if last = key; len(l.Findings) >= maxFindings {
			return
		}
	}
	if found := strconv.Itoa(count) + " " + strconv.Itoa(inhabitants); found != declared {
		l.Fail(diagnostic.Range{File: name}, "wrong-sum", "the header declares towns and inhabitants "+declared+"; the file has "+found,
			"The file is truncated or was edited: restore it, or import it again.")
	}
}

// The cells of a line after the state and the name.
const (
	townKindCell = iota
	townCounties
	townInhabitants
	townShares
	townWithin
	townPostOffice
	townPostAreas
	townCellCount
)

// townCells returns the state and the name of a line, and its further cells.
func townCells(line string) (state, name, further string) {
	state, further, _ = strings.Cut(strings.TrimSuffix(line, "\n"), separator)
	name, further, _ = strings.Cut(further, separator)
	return state, name, further
}

func (t *countyTowns) inhabitants(line string) int {
	_, _, further := townCells(line)
	cells := make([]string, townCellCount)
	cut(further, cells)
	n, _ := strconv.Atoi(cells[townInhabitants])
	return n
}

// read reads the town of a line. problem says why it cannot be read.
func (t *countyTowns) read(line string) (town countyTown, problem string) {
	_, name, further := townCells(line)
	cells := make([]string, townCellCount)
	if !cut(further, cells) {
		return town, "the line has too many cells"
	}
	town = countyTown{
		name: name, kind: cells[townKindCell], counties: names(cells[townCounties]), within: cells[townWithin],
		postOffice: cells[townPostOffice], postAreas: names(cells[townPostAreas]),
	}
	if _, known := t.kinds[town.kind]; !known {
		return town, "the kind " + town.kind + " is unknown"
	}
	if len(town.counties) == 0 {
		return town, "the county is missing"
	}
	if !slices.Contains([]string{"", postOfficeCrosses, postOfficeDiffers}, town.postOffice) {
		return town, "the post office must be empty, " + postOfficeCrosses + " or " + postOfficeDiffers
	}
	if cells[townInhabitants] == "" {
		return town, ""
	}
	inhabitants, err := number.Parse(cells[townInhabitants])
	if err != nil {
		return town, "the number of inhabitants cannot be read"
	}
	shares := names(cells[townShares])
	if len(shares) == 0 {
		shares = []string{"1"}
	}
	if len(shares) != len(town.counties) {
		return town, "each county needs its share of the inhabitants"
	}
	for _, text := range shares {
		share, err := number.Parse(text)
		if err != nil {
			return town, "the share " + text + " cannot be read"
		}
		town.people = append(town.people, inhabitants.Mul(share))
	}
	return town, ""
}

// find returns the towns of a state with a name.
func (t *countyTowns) find(g *gazetteer, state, name string) []countyTown {
	key := g.key(name)
	at := firstLine(t.lines, func(line string) bool {
		in, name, _ := townCells(line)
		return in > state || in == state && g.key(name) >= key
	})
	var found []countyTown
	for line := range strings.Lines(t.lines[at:]) {
		in, name, _ := townCells(line)
		if in != state || g.key(name) != key {
			break
		}
		if town, problem := t.read(line); problem == "" {
			found = append(found, town)
		}
	}
	return found
}
