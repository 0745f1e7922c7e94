package interpreter

import (
	"math/big"
	"slices"
	"testing"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

const reducible = `
programs:
  slip:
    in: {pay: {unit: EUR}, factor: {type: number, decimals: 2, default: 1}}
    do:
      - refuse:
          when: pay < 0
          error: invalid_input
          message: "{pay} is below 0"
      - label:
          text: "pay {pay}"
      - tax: down(pay * factor * 20 / 100, 2)
      - line: {key: tax, side: own, amount: tax, base: pay, text: "{label}: 20 % of {pay}"}
      - line: {when: pay > 100, key: levy, side: own, amount: 1.50}
      - line: {key: share, side: other, amount: "down(pay * 10 / 100, 2)"}
      - note:
          text: "about {label}"
    out: {tax: EUR, label: text}
`

func reducibleProgram(t *testing.T) *check.Program {
	t.Helper()
	f, list := syntax.Read("slip.yaml", []byte(reducible))
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	module, list := Load([]*syntax.File{f}, types.Options{Line: []types.LineField{
		{Name: "key", Kind: types.WordField}, {Name: "side", Kind: types.WordField}, {Name: "amount", Kind: types.MoneyField, Required: true},
		{Name: "base", Kind: types.MoneyField}, {Name: "text", Kind: types.TextField},
	}})
	if module == nil {
		t.Fatal(list.Err())
	}
	p, _ := module.Program("slip")
	return p
}

// TestCompilePartSumsAsTheWholeProgram compares the sum of a field with that of the
// whole program, in every representation.
func TestCompilePartSumsAsTheWholeProgram(t *testing.T) {
	const side, amount = 1, 2
	p := reducibleProgram(t)
	whole, err := p.Compile(check.Silent)
	if err != nil {
		t.Fatal(err)
	}
	reduced, err := p.CompilePart(check.Part{Field: amount, Line: func(word func(int) string) bool { return word(side) == "own" }})
	if err != nil {
		t.Fatal(err)
	}
	if len(reduced.Code.Digest()) >= len(whole.Code.Digest()) {
		t.Errorf("%d bytes of %d are left", len(reduced.Code.Digest()), len(whole.Code.Digest()))
	}
	huge := number.FromBig(new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil), 2)
	for _, pay := range []number.Decimal{number.New(0, 2), number.New(10000, 2), number.New(10001, 2), number.New(123456789, 2), number.New(1<<62, 2), huge} {
		want := number.New(0, 2)
		for line := range executed(t, whole, pay).Lines {
			if line.Word(side) == "own" {
				n, _ := line.Number(amount)
				want = want.Add(n)
			}
		}
		out := executed(t, reduced, pay)
		if got := out.Sum(amount); got.Cmp(want) != 0 {
			t.Errorf("pay %v: sum %v, want %v", pay, got, want)
		}
		if _, has := slices.Collect(out.Lines)[0].Number(amount + 1); has {
			t.Errorf("pay %v: another field is there", pay)
		}
		if out.Output(0).Given() || len(out.Notes()) > 0 {
			t.Errorf("pay %v: outputs or notes are there", pay)
		}
	}
}

func TestCompilePartKeepsRefusals(t *testing.T) {
	reduced, err := reducibleProgram(t).CompilePart(check.Part{Field: 2, Line: func(func(int) string) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	refusal := executed(t, reduced, number.New(-1, 2)).Refusal()
	if refusal == nil || refusal.Code != "invalid_input" || refusal.Message.English != "" {
		t.Errorf("refused %+v", refusal)
	}
}

func executed(t *testing.T, e *run.Executable, pay number.Decimal) run.Outcome {
	t.Helper()
	run := e.Run()
	if err := run.SetNumber(0, pay); err != nil {
		t.Fatal(err)
	}
	if err := run.Execute(); err != nil {
		t.Fatal(err)
	}
	return run.Outcome()
}
