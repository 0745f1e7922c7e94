package interpreter

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
)

// randomNumber writes a random expression on the inputs a, b (two decimals)
// and n (whole) that may be a quotient by any of them.
func randomNumber(r *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"a", "b", "n", "0.25", "7", "1", "100", "3.333"}[r.IntN(8)]
	}
	x, y := randomNumber(r, depth-1), randomNumber(r, r.IntN(depth))
	switch r.IntN(10) {
	case 0, 1:
		return "(" + x + " + " + y + ")"
	case 2:
		return "(" + x + " - " + y + ")"
	case 3:
		return "(" + x + " * " + y + ")"
	case 4, 5:
		return "(" + x + " / " + y + ")"
	case 6:
		return "min(" + x + ", " + y + ")"
	case 7:
		return "max(" + x + ", " + y + ", " + randomNumber(r, 0) + ")"
	case 8:
		return "abs(" + x + ")"
	}
	return "-" + x
}

// exact computes an expression with fractions; nil if it divides by 0.
func exact(n ast.Node, of map[string]*big.Rat) *big.Rat {
	switch n := n.(type) {
	case *ast.ConstantNode:
		r, _ := new(big.Rat).SetString(n.String())
		return r
	case *ast.IdentifierNode:
		return of[n.Value]
	case *ast.UnaryNode:
		if x := exact(n.Node, of); x != nil {
			return new(big.Rat).Neg(x)
		}
	case *ast.BinaryNode:
		x, y := exact(n.Left, of), exact(n.Right, of)
		switch {
		case x == nil || y == nil:
			return nil
		case n.Operator == "+":
			return new(big.Rat).Add(x, y)
		case n.Operator == "-":
			return new(big.Rat).Sub(x, y)
		case n.Operator == "*":
			return new(big.Rat).Mul(x, y)
		case y.Sign() != 0:
			return new(big.Rat).Quo(x, y)
		}
	case *ast.CallNode:
		var best *big.Rat
		for _, arg := range n.Arguments {
			x := exact(arg, of)
			switch {
			case x == nil:
				return nil
			case syntax.Callee(n) == "abs":
				return new(big.Rat).Abs(x)
			case best == nil || (x.Cmp(best) < 0) == (syntax.Callee(n) == "min"):
				best = x
			}
		}
		return best
	}
	return nil
}

// rounded rounds x to a whole number of parts, by the definition.
func rounded(x *big.Rat, mode string, parts int64) *big.Rat {
	scaled := new(big.Rat).Mul(x, big.NewRat(parts, 1))
	floor := new(big.Int).Div(scaled.Num(), scaled.Denom()) // toward minus infinity
	rest := new(big.Rat).Sub(scaled, new(big.Rat).SetInt(floor))
	negative := x.Sign() < 0
	far := rest // how far from the whole number toward zero
	if negative && rest.Sign() > 0 {
		far = new(big.Rat).Sub(big.NewRat(1, 1), rest)
	}
	away := map[string]bool{
		"down": false, "up": far.Sign() > 0, "half_up": far.Cmp(big.NewRat(1, 2)) >= 0, "half_down": far.Cmp(big.NewRat(1, 2)) > 0,
		"third_decimal": far.Cmp(big.NewRat(6, 10)) >= 0, "floor": negative && far.Sign() > 0, "ceiling": !negative && far.Sign() > 0,
	}[mode]
	// Down gives floor for what is positive, and the next above it otherwise.
	whole := new(big.Int).Set(floor)
	if negative && rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	if away && negative {
		whole.Sub(whole, big.NewInt(1))
	} else if away {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(whole, big.NewInt(parts))
}

// TestExactArithmetic compares expressions with fractions computed by the
// standard library: sums, products, quotients by variables of either sign,
// extremes, comparisons, and every rounding of the result.
func TestExactArithmetic(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 14))
	compiled := 0
	for range 150 {
		text := randomNumber(random, 1+random.IntN(4))
		other := randomNumber(random, 1)
		tree, err := syntax.ParseExpression(text)
		if err != nil {
			t.Fatal(err)
		}
		otherTree, _ := syntax.ParseExpression(other)
		file := "programs:\n  a:\n    in: {a: {type: number, decimals: 2, unused: true}, b: {type: number, decimals: 2, unused: true}, n: {type: integer, unused: true}}\n    do: []\n    out:\n"
		modes := []string{"down", "up", "half_up", "half_down", "floor", "ceiling", "third_decimal"}
		for _, mode := range modes {
			file += fmt.Sprintf("      r_%s: {type: number, value: \"%s(%s, 2)\"}\n", mode, mode, text)
		}
		file += fmt.Sprintf("      step: {type: number, value: \"down_to(%s, 0.05)\"}\n      less: {type: boolean, value: \"%s < %s\"}\n      same: {type: boolean, value: \"%s == %s\"}\n", text, text, other, text, other)
		executable, ok := tryCompile(t, file)
		if !ok {
			continue // divides by a written 0, or has too many digits
		}
		compiled++
		run := executable.Run()
		for range 20 {
			of := map[string]*big.Rat{}
			run.Reset()
			for i, name := range []string{"a", "b", "n"} {
				k := []int64{random.Int64N(1000) - 500, random.Int64N(20) - 10, random.Int64N(1e12) - 5e11}[random.IntN(3)]
				run.SetInt(i, k)
				of[name] = big.NewRat(k, []int64{100, 100, 1}[i])
			}
			x, y := exact(tree, of), exact(otherTree, of)
			err := run.Execute()
			if x == nil || y == nil {
				continue // a quotient that a comparison ignores need not fail
			}
			if err != nil {
				t.Fatalf("%s, %v: %v", text, of, err)
			}
			for i, mode := range modes {
				if want := rounded(x, mode, 100); run.Outcome().Output(i).Number().Rat().Cmp(want) != 0 {
					t.Fatalf("%s(%s, 2) with %v is %s, want %s", mode, text, of, run.Outcome().Output(i).Number(), want)
				}
			}
			if want := rounded(x, "down", 20); run.Outcome().Output(len(modes)).Number().Rat().Cmp(want) != 0 {
				t.Fatalf("down_to(%s, 0.05) with %v is %s, want %s", text, of, run.Outcome().Output(len(modes)).Number(), want)
			}
			if run.Outcome().Output(len(modes)+1).Bool() != (x.Cmp(y) < 0) || run.Outcome().Output(len(modes)+2).Bool() != (x.Cmp(y) == 0) {
				t.Fatalf("%s compared with %s at %v", text, other, of)
			}
		}
	}
	if compiled < 100 {
		t.Errorf("only %d of 150 expressions were compared", compiled)
	}
}

// tryCompile compiles program a of a file; false where the file has errors.
func tryCompile(t testing.TB, text string) (*run.Executable, bool) {
	t.Helper()
	if list := findings("test.yaml", []byte(text)); list.HasErrors() {
		for _, d := range list {
			if d.Code != "digits-grow" && d.Code != "zero-division" {
				t.Fatalf("%s\n%s", text, d)
			}
		}
		return nil, false
	}
	return compileText(t, text), true
}
