package machine

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// A sample is a random program as a tree, built once with a Builder and
// evaluated once with math/big, to compare the two. Samples work on variables
// that begin as the inputs.
const (
	variables = 6
	// The inputs after the variables: the bounds of the list.
	listStart  = variables
	listEnd    = variables + 1
	sampleIns  = variables + 2
	listStride = 2
	counters   = 3
)

// term is an expression: a kind and operands.
type term struct {
	kind  string // const var add sub mul neg abs min max quo table heap element select address
	k     *big.Int
	n     int // variable, field, table or block
	mode  number.Rounding
	a, b  *term
	where *test
}

// test is a condition.
type test struct {
	kind string // less less-same same other and or not true false host
	x, y *term
	a, b *test
}

// step is a statement.
type step struct {
	kind      string // set check swap if twice loop emit host halt fail count
	n         int
	value     *term
	args      []*term
	where     *test
	then, els []*step
	carried   []int
}

var sampleTable = []*big.Int{big.NewInt(7), big.NewInt(-3), big.NewInt(0), big.NewInt(1 << 40), big.NewInt(12)}

func (t *term) String() string {
	switch t.kind {
	case "const":
		return t.k.String()
	case "var":
		return fmt.Sprintf("v%d", t.n)
	case "quo":
		return fmt.Sprintf("%v(%v / %v)", t.mode, t.a, t.b)
	case "select":
		return fmt.Sprintf("(%v ? %v : %v)", t.where, t.a, t.b)
	case "heap":
		return fmt.Sprintf("field%d", t.n)
	case "element":
		return fmt.Sprintf("block%d[%v]", t.n, t.a)
	}
	operands := []string{}
	for _, o := range []*term{t.a, t.b} {
		if o != nil {
			operands = append(operands, o.String())
		}
	}
	return t.kind + "(" + strings.Join(operands, ", ") + ")"
}

func (t *test) String() string {
	switch {
	case t.x != nil && t.y == nil:
		return fmt.Sprintf("%s(%v)", t.kind, t.x)
	case t.x != nil:
		return fmt.Sprintf("%v %s %v", t.x, t.kind, t.y)
	case t.b != nil:
		return fmt.Sprintf("(%v %s %v)", t.a, t.kind, t.b)
	case t.a != nil:
		return fmt.Sprintf("not(%v)", t.a)
	}
	return t.kind
}

func listing(steps []*step, indent string) string {
	text := ""
	for _, s := range steps {
		text += fmt.Sprintf("%s%s %d", indent, s.kind, s.n)
		if s.where != nil {
			text += " " + s.where.String()
		}
		if s.value != nil {
			text += " := " + s.value.String()
		}
		if len(s.args) > 0 || len(s.carried) > 0 {
			text += fmt.Sprint(" ", s.args, s.carried)
		}
		text += "\n" + listing(s.then, indent+"    ")
		if len(s.els) > 0 {
			text += indent + "else\n" + listing(s.els, indent+"    ")
		}
	}
	return text
}

// shrink removes steps as long as the sample still fails.
func shrink(steps []*step, fails func([]*step) bool) []*step {
	for smaller := true; smaller; {
		smaller = false
		lists(&steps, func(list *[]*step) {
			for i := 0; i < len(*list); i++ {
				whole := *list
				*list = append(append([]*step{}, whole[:i]...), whole[i+1:]...)
				if fails(steps) {
					smaller = true
					i--
				} else {
					*list = whole
				}
			}
		})
	}
	return steps
}

func lists(steps *[]*step, visit func(*[]*step)) {
	visit(steps)
	for _, s := range *steps {
		lists(&s.then, visit)
		lists(&s.els, visit)
	}
}

// assigned collects the variables that steps set.
func assigned(steps []*step, set map[int]bool) {
	for _, s := range steps {
		switch s.kind {
		case "set", "check", "host":
			set[s.n] = true
		case "swap":
			set[s.n] = true
			set[(s.n+1)%variables] = true
		}
		for _, v := range s.carried {
			set[v] = true
		}
		assigned(s.then, set)
		assigned(s.els, set)
	}
}
