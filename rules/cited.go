package rules

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/payslate/payslate/interpreter/wording"
)

// sourceSet is a set of a year's cited sources, one bit for each.
type sourceSet uint64

// maxCited bounds the sources that the lines of a year may cite.
const maxCited = 64

// citedSources are the sources that the lines of a year cite, in the order of
// the lines. Answers with the same ones share a list.
type citedSources struct {
	ids   []string
	all   []Source
	lists sync.Map // of sourceSet to []Source
}

// index returns the place of a source, which it takes up if it is new; false
// where there are too many.
func (c *citedSources) index(id string, source Source) (int, bool) {
	if at := slices.Index(c.ids, id); at >= 0 {
		return at, true
	}
	if len(c.ids) == maxCited {
		return 0, false
	}
	source.Plain = wording.Plain(source.Name + source.URL + source.License)
	c.ids, c.all = append(c.ids, id), append(c.all, source)
	return len(c.ids) - 1, true
}

// list returns the sources of a set. It must not be changed.
func (c *citedSources) list(set sourceSet) []Source {
	if known, ok := c.lists.Load(set); ok {
		return known.([]Source)
	}
	list := make([]Source, 0, bits.OnesCount64(uint64(set)))
	for i := range c.all {
		if set&(1<<i) != 0 {
			list = append(list, c.all[i])
		}
	}
	known, _ := c.lists.LoadOrStore(set, list)
	return known.([]Source)
}
