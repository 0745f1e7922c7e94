package tables

import (
	"iter"
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

	other     wording.Language // of the second names
	greatFrom int              // population of a great city
	ready     sync.Once
	lines     []uint32 // where each place begins
	great     []greatName
}

// atlasPlace is a place of the world.
type atlasPlace struct {
	country, state string // state of the United States
	name           Text
	also           []string
	inhabitants    int
	capital        bool
}

// greatName is the key of a name of a capital or great city.
type greatName struct {
	key   string
	place int
}

const (
	atlasCell   = "|"
	atlasKeys   = "keys" // the last word of the header
	capitalMark = "capital"
)

// atlas reads the file and checks its counts. It returns nil after an error.
func (l *loader) atlas(greatFrom int) *atlas {
	file := l.textFile(atlasFile, atlasKeys)
	if file == nil {
		return nil
	}
	a := &atlas{publication: file.publication, other: file.other, least: map[string]number.Decimal{}, greatFrom: greatFrom}
	for _, line := range file.header["least"] {
		figure, countries, _ := strings.Cut(line, " ")
		least, err := number.Parse(figure)
		if err != nil {
			l.Fail(diagnostic.Range{File: atlasFile}, "bad-header", "the line least of the header must begin with a number, not "+figure, "")
			return nil
		}
		for country := range strings.SplitSeq(countries, " ") {
			a.least[country] = least
		}
	}
	places, keys := file.first("places"), file.first(atlasKeys)
	a.divide(file.lines, places)
	if file.builtIn {
		return a // checked by the program's tests
	}
	if found := a.counts(); found[0] != places || found[1] != keys {
		l.Fail(diagnostic.Range{File: atlasFile}, "wrong-sum", "the header declares places and inhabitants "+places+", keys "+keys+"; the file has "+found[0]+" and "+found[1],
			"The file is truncated or was edited: restore it, or import it again.")
		return nil
	}
	return a
}

// divide splits the lines of the places from those of the keys.
func (a *atlas) divide(data, places string) {
	first, _, _ := strings.Cut(places, " ")
	count, _ := strconv.Atoi(first)
	end := 0
	for line := range strings.Lines(data) {
		if count--; count < 0 {
			break
		}
		end += len(line)
	}
	a.places, a.keys = data[:end], data[end:]
}

// counts returns the number of places with their total population, and the number of
// keys that are in order.
func (a *atlas) counts() [2]string {
	places, inhabitants, keys := 0, 0, 0
	for line := range strings.Lines(a.places) {
		places++
		inhabitants += inhabitantsOf(line)
	}
	last := ""
	for line := range strings.Lines(a.keys) {
		key, _, complete := strings.Cut(line, " ")
		if complete && last < key {
			keys++
		}
		last = key
	}
	return [2]string{strconv.Itoa(places) + " " + strconv.Itoa(inhabitants), strconv.Itoa(keys)}
}

// inhabitantsOf returns the number in the last cell of a line, or 0.
func inhabitantsOf(line string) int {
	line = strings.TrimSuffix(line, "\n")
	n, _ := strconv.Atoi(line[strings.LastIndex(line, atlasCell)+1:])
	return n
}

// prepare finds the beginning of each place and the names of great cities. It runs with
// the first lookup rather than when a server starts.
func (a *atlas) prepare() {
	a.ready.Do(func() {
		for at := 0; at < len(a.places); at += strings.IndexByte(a.places[at:], '\n') + 1 {
			a.lines = append(a.lines, uint32(at))
		}
		great := make([]bool, len(a.lines))
		for i := range a.lines {
			line := a.line(i)
			great[i] = inhabitantsOf(line) >= a.greatFrom || strings.Contains(line, atlasCell+capitalMark+atlasCell)
		}
		for key, numbers := range a.from("") {
			for _, number := range numbers {
				if number < len(great) && great[number] {
					a.great = append(a.great, greatName{key, number})
				}
			}
		}
	})
}

func (a *atlas) line(number int) string {
	line, _, _ := strings.Cut(a.places[a.lines[number]:], "\n")
	return line
}

// keyLine splits a line into a key and the numbers of its places.
func keyLine(line string) (key string, places []int) {
	words := strings.Fields(line)
	for _, word := range words[1:] {
		number, err := strconv.Atoi(word)
		if err == nil {
			places = append(places, number)
		}
	}
	return words[0], places
}

// place reads the place with a number.
func (a *atlas) place(number int) *atlasPlace {
	if number >= len(a.lines) {
		return nil
	}
	cells := strings.Split(a.line(number), atlasCell)
	if len(cells) < len([]string{"country", "state", "name", "other", "also", "capital", "inhabitants"}) {
		return nil
	}
	p := &atlasPlace{country: cells[0], state: cells[1], name: Text{English: cells[2]}, also: names(cells[4]), capital: cells[5] == capitalMark}
	p.inhabitants, _ = strconv.Atoi(cells[6])
	if cells[3] != "" {
		p.name.Set(a.other, cells[3])
	}
	return p
}

func (p *atlasPlace) names() []string { return append(wording.All(p.name), p.also...) }

// find returns the places that have a name with a key, largest first.
func (a *atlas) find(key string) []*atlasPlace {
	return a.named(key, func(known string) bool { return known == key })
}

// beginning returns the places with a name that begins with a key, largest first.
func (a *atlas) beginning(key string) []*atlasPlace {
	return a.named(key, func(known string) bool { return strings.HasPrefix(known, key) })
}

// similar returns the places with a name that differs from a key only in typing errors,
// nearest first, the largest of equally near ones first.
func (a *atlas) similar(key string) (found []*atlasPlace) {
	a.prepare()
	letters := []rune(key)
	limit := slips(len(letters))
	if limit == 0 {
		return nil
	}
	near := make([][]int, limit+1) // by the number of errors
	for line := range strings.Lines(a.keys) {
		known, _, _ := strings.Cut(line, " ")
		if errors := edits(letters, []rune(known), limit); errors <= limit {
			_, places := keyLine(line)
			near[errors] = append(near[errors], places...)
		}
	}
	for _, places := range near {
		slices.Sort(places)
		found = append(found, a.list(slices.Compact(places))...)
	}
	return found
}

// named returns the places of the keys from one on, while they fit.
func (a *atlas) named(key string, fits func(known string) bool) []*atlasPlace {
	a.prepare()
	var all []int
	for known, numbers := range a.from(key) {
		if !fits(known) {
			break
		}
		all = append(all, numbers...)
	}
	slices.Sort(all)
	return a.list(slices.Compact(all))
}

// list reads places, largest first.
func (a *atlas) list(numbers []int) []*atlasPlace {
	var all []*atlasPlace
	for _, number := range numbers {
		if p := a.place(number); p != nil {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(p, q *atlasPlace) int { return q.inhabitants - p.inhabitants })
	return all
}

// from iterates over the keys from one on, in order, with the numbers of their places.
func (a *atlas) from(key string) iter.Seq2[string, []int] {
	first := firstLine(a.keys, func(line string) bool {
		word, _, _ := strings.Cut(line, " ")
		return word >= key
	})
	return func(yield func(string, []int) bool) {
		for line := range strings.Lines(a.keys[first:]) {
			if !yield(keyLine(line)) {
				return
			}
		}
	}
}
