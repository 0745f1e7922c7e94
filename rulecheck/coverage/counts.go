package coverage

import (
	"maps"
	"sync"

	"github.com/payslate/payslate/interpreter/types"
)

// Counts has how often runs of some programs took each branch. It is safe for concurrent
// use.
type Counts struct {
	guard sync.Mutex
	taken map[types.Branch]int64
}

// Add implements types.Counter.
func (c *Counts) Add(branches []types.Branch, taken []int64) {
	c.guard.Lock()
	defer c.guard.Unlock()
	if c.taken == nil {
		c.taken = map[types.Branch]int64{}
	}
	for i, branch := range branches {
		n := c.taken[branch]
		if taken != nil {
			n += taken[i]
		}
		c.taken[branch] = n
	}
}

// All returns a copy of the counts.
func (c *Counts) All() map[types.Branch]int64 {
	c.guard.Lock()
	defer c.guard.Unlock()
	return maps.Clone(c.taken)
}
