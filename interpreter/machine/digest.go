package machine

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
)

// Equal reports whether two programs are the same code over the same constants
// and tables, so that they answer every input alike.
func (p *Program) Equal(q *Program) bool {
	return bytes.Equal(p.Digest(), q.Digest()) && slices.Equal(p.outputs, q.outputs)
}

// Digest is the program itself in bytes, for telling whether two are the same.
func (p *Program) Digest() []byte {
	var data []byte
	numbers := func(list ...int) {
		for _, n := range append([]int{len(list)}, list...) {
			data = append(strconv.AppendInt(data, int64(n), 10), ' ')
		}
	}
	numbers(p.inputs, p.slots, p.varying)
	for _, in := range p.code {
		numbers(int(in))
	}
	for _, c := range p.calls {
		numbers(c.args...)
		numbers(c.outs, c.results)
	}
	for _, list := range append([][]*big.Int{p.constants}, p.tables...) {
		numbers(len(list))
		for _, k := range list {
			data = append(k.Append(data, 10), ' ')
		}
	}
	return data
}
