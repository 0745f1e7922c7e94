package tables

import (
	"path"
	"slices"
	"strconv"
	"strings"

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
	// inhabitants is their sum.
	inhabitants int
	within      string // the component of an area that the town lies in
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

func (t *countyTowns) check(l *loader, name, declared string, r *Regime) {
	l.checkLines(name, t.lines, declared, func(line string) (string, int, string) {
		town, problem := t.read(line)
		return t.keyOf(r.gazetteer, line), town.inhabitants, problem
	})
}

// The cells of a line.
const (
	townState = iota
	townName
	townKindCell
	townCounties
	townInhabitants
	townShares
	townWithin
	townPostOffice
	townPostAreas
	townCells
)

// keyOf returns what lines are ordered by: the state and the key of the name.
func (t *countyTowns) keyOf(g *gazetteer, line string) string {
	state, further, _ := strings.Cut(line, separator)
	name, _, _ := strings.Cut(further, separator)
	return state + separator + g.key(name)
}

// read reads the town of a line. problem says why it cannot be read.
func (t *countyTowns) read(line string) (town countyTown, problem string) {
	cells := make([]string, townCells)
	if !cut(line, cells) {
		return town, "the line has too many cells"
	}
	town = countyTown{
		name: cells[townName], kind: cells[townKindCell], counties: names(cells[townCounties]), within: cells[townWithin],
		postOffice: cells[townPostOffice], postAreas: names(cells[townPostAreas]),
	}
	shares := names(cells[townShares])
	if len(shares) == 0 {
		shares = []string{"1"}
	}
	_, known := t.kinds[town.kind]
	switch {
	case !known:
		return town, "the kind " + town.kind + " is unknown"
	case len(town.counties) == 0:
		return town, "the county is missing"
	case !slices.Contains([]string{"", postOfficeCrosses, postOfficeDiffers}, town.postOffice):
		return town, "the post office must be empty, " + postOfficeCrosses + " or " + postOfficeDiffers
	case cells[townInhabitants] == "":
		return town, ""
	case len(shares) != len(town.counties):
		return town, "each county needs its share of the inhabitants"
	}
	var err error
	if town.inhabitants, err = strconv.Atoi(cells[townInhabitants]); err != nil {
		return town, "the number of inhabitants cannot be read"
	}
	for _, text := range shares {
		share, err := number.Parse(text)
		if err != nil {
			return town, "the share " + text + " cannot be read"
		}
		town.people = append(town.people, number.New(int64(town.inhabitants), 0).Mul(share))
	}
	return town, ""
}

// find returns the towns of a state with a name.
func (t *countyTowns) find(g *gazetteer, state, name string) []countyTown {
	return t.from(state+separator+g.key(name), func(line string) string { return t.keyOf(g, line) })
}

// of returns the towns of a state.
func (t *countyTowns) of(state string) []countyTown {
	return t.from(state, func(line string) string {
		state, _, _ := strings.Cut(line, separator)
		return state
	})
}

// from returns the towns of the lines with a key, by which lines are ordered.
func (t *countyTowns) from(key string, keyOf func(line string) string) (found []countyTown) {
	for line := range linesFrom(t.lines, key, keyOf) {
		if town, problem := t.read(line); problem == "" {
			found = append(found, town)
		}
	}
	return found
}
