package tables

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// atlasFile lists the places of the world, with and without a rate: a header, a line for
// each place, and a line for each key of a name with the numbers of its places. It is
// kept in memory and searched as text.
const atlasFile = "gazetteer.txt"

// atlas finds places of the world by the keys of their names.
type atlas struct {
	publication *Edition
	// least is the smallest population of a place other than a capital, by country; the
	// empty key is for all other countries.
	least        map[string]number.Decimal
	places, keys string

	other wording.Language // of the second names
	// starts returns where each place begins. It is made with the first lookup rather than
	// when a server starts.
	starts func() []uint32
	// great returns the lines of keys of capitals and great cities, likewise.
	great func() string
}

// atlasPlace is a place of the world.
type atlasPlace struct {
	country, state string // state of the United States
	name           Text
	also           []string
	inhabitants    int
	capital        bool
}

const (
	atlasKeys   = "keys" // the last word of the header
	capitalMark = "capital"
)

// Cells of a place.
const (
	placeCountry = iota
	placeState
	placeName
	placeOther
	placeAlso
	placeCapital
	placeInhabitants
	placeCells
)

// atlas reads the file and checks its counts. It returns nil after an error.
func (l *loader) atlas(greatFrom int) *atlas {
	file, found := l.textFile(atlasFile, atlasKeys), len(l.Findings)
	if file == nil {
		return nil
	}
	a := &atlas{publication: file.publication, other: file.other, least: map[string]number.Decimal{}}
	for _, line := range file.header["least"] {
		figure, countries, _ := strings.Cut(line, " ")
		least, err := number.Parse(figure)
		if err != nil {
			l.Fail(diagnostic.Range{File: atlasFile}, "bad-header", "the line least of the header must begin with a number, not "+figure, "Write the number of inhabitants and the countries: least 15000 AT DE.")
		}
		for country := range strings.SplitSeq(countries, " ") {
			a.least[country] = least
		}
	}
	count, _, _ := strings.Cut(file.first("places"), " ")
	places, _ := strconv.Atoi(count)
	end := 0
	for range places {
		end += strings.IndexByte(file.lines[end:], '\n') + 1
	}
	a.places, a.keys = file.lines[:end], file.lines[end:]
	a.starts = sync.OnceValue(func() []uint32 {
		var starts []uint32
		for at := 0; at < len(a.places); at += strings.IndexByte(a.places[at:], '\n') + 1 {
			starts = append(starts, uint32(at))
		}
		return starts
	})
	a.great = sync.OnceValue(func() string {
		var great strings.Builder
		for line := range strings.Lines(a.keys) {
			if slices.ContainsFunc(a.list(numbersOf(line)), func(p *atlasPlace) bool { return p.capital || p.inhabitants >= greatFrom }) {
				great.WriteString(line)
			}
		}
		return great.String()
	})
	if !file.builtIn {
		a.check(l, file)
	}
	if l.Findings[found:].HasErrors() {
		return nil
	}
	return a
}

// check compares the file with its counts. The program's own is checked by its tests.
func (a *atlas) check(l *loader, file *textFile) {
	l.checkLines(atlasFile, a.places, file.first("places"), func(line string) (string, int, string) {
		cells := make([]string, placeCells)
		cut(line, cells)
		people, _ := strconv.Atoi(cells[placeInhabitants])
		return "", people, ""
	})
	l.checkLines(atlasFile, a.keys, file.first(atlasKeys)+" 0", func(line string) (string, int, string) { return line, 0, "" })
}

// place reads the place with a number, nil if there is none.
func (a *atlas) place(number int) *atlasPlace {
	if number >= len(a.starts()) {
		return nil
	}
	line, _, _ := strings.Cut(a.places[a.starts()[number]:], "\n")
	cells := make([]string, placeCells)
	cut(line, cells)
	p := &atlasPlace{
		country: cells[placeCountry], state: cells[placeState], name: Text{English: cells[placeName]}, also: names(cells[placeAlso]), capital: cells[placeCapital] == capitalMark,
	}
	p.inhabitants, _ = strconv.Atoi(cells[placeInhabitants])
	if other := cells[placeOther]; other != "" {
		p.name.Set(a.other, other)
	}
	return p
}

func (p *atlasPlace) names() []string { return append(wording.All(p.name), p.also...) }

// find returns the places that have a name with a key, largest first.
func (a *atlas) find(key string) []*atlasPlace { return a.named(key, keyOf) }

// beginning returns the places with a name that begins with a key, largest first.
func (a *atlas) beginning(key string) []*atlasPlace {
	return a.named(key, func(line string) string {
		known := keyOf(line)
		return known[:min(len(known), len(key))]
	})
}

// named returns the places of the lines with a key.
func (a *atlas) named(key string, keyOf func(line string) string) []*atlasPlace {
	var all []int
	for line := range linesFrom(a.keys, key, keyOf) {
		all = append(all, numbersOf(line)...)
	}
	return a.list(all)
}

// misspelt returns the places of some lines of keys whose names a text may misspell: those
// with the fewest typing errors first, then the largest.
func (a *atlas) misspelt(lines string, text *spelling) (found []*atlasPlace) {
	if text.slips == 0 {
		return nil
	}
	near := make([][]int, text.slips+1)
	for line := range strings.Lines(lines) {
		if errors := text.errors(keyOf(line)); errors >= 0 {
			near[errors] = append(near[errors], numbersOf(line)...)
		}
	}
	for _, numbers := range near {
		found = append(found, a.list(numbers)...)
	}
	return found
}

// keyOf and numbersOf return the key of a line of keys, and the numbers of its places.
func keyOf(line string) string {
	key, _, _ := strings.Cut(line, " ")
	return key
}

func numbersOf(line string) (numbers []int) {
	for _, word := range strings.Fields(line)[1:] {
		if number, err := strconv.Atoi(word); err == nil {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// list reads each of the places once, largest first.
func (a *atlas) list(numbers []int) []*atlasPlace {
	var all []*atlasPlace
	slices.Sort(numbers)
	for _, number := range slices.Compact(numbers) {
		if p := a.place(number); p != nil {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(p, q *atlasPlace) int { return q.inhabitants - p.inhabitants })
	return all
}
