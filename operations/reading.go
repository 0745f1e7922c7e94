package operations

import (
	"path"
	"sync"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/names"
)

// Reading annotates a rule file: the meanings of its names.
type Reading struct {
	RulesVersion string           `json:"rules_version"`
	Names        []NameAt         `json:"names"`
	Meanings     []*names.Meaning `json:"meanings"`
}

// NameAt is a name in a line, From and To columns from 1, To after it; Meaning is
// an index of Meanings.
type NameAt struct {
	Line    int `json:"line"`
	From    int `json:"from"`
	To      int `json:"to"`
	Meaning int `json:"meaning"`
}

// readings caches the names of one country, since readers stay with its files.
type readings struct {
	guard  sync.Mutex
	folder string
	names  names.Book
}

// Reading reads one of the RuleFiles; false for a file without names to explain.
func (c *Catalogue) Reading(file string, reader rules.Language) (Reading, bool) {
	if _, ok := c.rules.Text(file); !ok || path.Ext(file) != ".yaml" {
		return Reading{}, false
	}
	reading := Reading{RulesVersion: c.RulesVersion, Names: []NameAt{}, Meanings: []*names.Meaning{}}
	book := c.namesAround(file)
	known := map[names.Symbol]int{}
	for _, o := range book[file].Occurrences {
		i, ok := known[o.Symbol]
		if !ok {
			i = -1
			if meaning := book.Meaning(file, o.Symbol, reader); meaning != nil {
				i = len(reading.Meanings)
				reading.Meanings = append(reading.Meanings, meaning)
			}
			known[o.Symbol] = i
		}
		if i >= 0 && o.At.Start.Line == o.At.End.Line {
			reading.Names = append(reading.Names, NameAt{o.At.Start.Line, o.At.Start.Column, o.At.End.Column, i})
		}
	}
	return reading, true
}

// namesAround reads the files of the country that a file belongs to.
func (c *Catalogue) namesAround(file string) names.Book {
	r, folder := c.readings, names.FolderOf(file)
	r.guard.Lock()
	defer r.guard.Unlock()
	if r.names == nil || r.folder != folder {
		r.folder, r.names = folder, names.Book{}
		for _, name := range c.rules.Files() {
			if path.Ext(name) != ".yaml" || names.FolderOf(name) != folder {
				continue
			}
			if text, ok := c.rules.Text(name); ok {
				r.names[name] = names.Read(name, text, nil)
			}
		}
	}
	return r.names
}
