package machine

import (
	"math/big"
	"slices"
)

// Equal reports whether two programs are the same code over the same constants
// and tables, so that they answer every input alike.
func (p *Program) Equal(q *Program) bool {
	sameNumbers := func(a, b []*big.Int) bool {
		return slices.EqualFunc(a, b, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
	}
	sameCall := func(a, b call) bool {
		return a.site == b.site && a.outs == b.outs && a.results == b.results && slices.Equal(a.args, b.args)
	}
	return p.inputs == q.inputs && p.slots == q.slots && slices.Equal(p.outputs, q.outputs) && slices.Equal(p.code, q.code) &&
		slices.EqualFunc(p.calls, q.calls, sameCall) && sameNumbers(p.constants, q.constants) && slices.EqualFunc(p.tables, q.tables, sameNumbers)
}
