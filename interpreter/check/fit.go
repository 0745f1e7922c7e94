package check

import (
	"fmt"
	"math/big"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// fit converts a value to a declared type; nil after an error. The result is optional if the
// type is.
func (c *checker) fit(at diagnostic.Range, s *scope, name string, x *Expr, t *types.Type) *Expr {
	fitted := c.fitted(at, s, name, x, t)
	if fitted == nil {
		return nil
	}
	fitted.Optional = t.Optional
	if t.Optional {
		fitted.Known = nil
	}
	return fitted
}

func (c *checker) fitted(at diagnostic.Range, s *scope, name string, x *Expr, t *types.Type) *Expr {
	to := typeOf(t)
	switch {
	case x.Kind == types.NullKind && !t.Optional:
		return c.fail(at, "null-value", name+" cannot be null", "Give it a value, or make it optional where it is declared.")
	case x.Kind == types.NullKind:
		return converted(x, to)
	case x.Optional && !t.Optional:
		return c.fail(at, "maybe-null", name+" needs a value, and this may be absent", "Give a fallback: otherwise(…, …).")
	case t.Grammar != nil:
		if x.Kind == types.GrammarKind && x.Declared.Grammar == t.Grammar {
			return converted(x, to)
		}
		if x.Kind == types.Text && x.Word != nil {
			if _, ok := t.Grammar.Read(*x.Word); ok {
				return converted(x, to)
			}
		}
		return c.fail(at, "wrong-type", name+" is a text that grammar "+t.Grammar.Declaration.Name+" reads", "Give an input of the same grammar, or a text that is known when the rules are loaded.")
	case t.Kind == types.Text && (x.Kind == types.Enumeration || x.Kind == types.GrammarKind):
		return converted(x, to)
	case t.Kind == types.Enumeration:
		if e := c.asCase(x, t.Cases); e != nil {
			return converted(e, to)
		}
		return c.fail(at, "unknown-case", name+" must be "+t.Describe(), "Give one of these cases.")
	case x.Kind != t.Kind || x.Kind == types.ListKind && x.Period > 0 || t.Kind == types.Handle && x.Declared.Name != t.Name || t.Kind == types.RecordKind && x.Declared.Record != t.Record:
		return c.unfit(at, name, t, x.Describe())
	case t.Kind == types.ListKind && x.Declared != nil && !x.Declared.HoldsLike(t):
		return c.unfit(at, name, t, x.Declared.Describe())
	case t.Kind == types.Number:
		return c.fitNumber(at, s, name, x, t)
	case !c.chosenBands(at, x):
		return nil
	}
	kept := converted(x, &x.Type)
	if x.Kind != types.BandsKind {
		kept.Declared = t
	}
	return kept
}

func (c *checker) fitNumber(at diagnostic.Range, s *scope, name string, x *Expr, t *types.Type) *Expr {
	if _, ok := types.Unify(x.Unit, t.Unit); !ok && !s.unchecked {
		return c.fail(at, "mixed-units", name+" is "+t.Unit.Phrase()+", and this is "+x.Unit.Phrase(), types.Remedy(x.Unit, t.Unit))
	}
	fitted := converted(x, &x.Type)
	fitted.Unit, fitted.Declared = t.Unit, t
	if t.Fraction || t.Decimals < 0 {
		return fitted
	}
	scale := number.PowerOfTen(t.Decimals)
	if x.Fraction || new(big.Int).Rem(scale, x.Scale).Sign() != 0 {
		return c.fail(at, "too-many-decimals", fmt.Sprintf("%s has %d decimals, and this may have more", name, t.Decimals), fmt.Sprintf("Round it: down(…, %d), half_up(…, %d), …", t.Decimals, t.Decimals))
	}
	return fitted
}

// argument converts a value to the type of an input, which all calls share. An input with a
// default accepts an optional value.
func (c *checker) argument(at diagnostic.Range, s *scope, in *types.Input, x *Expr) *Expr {
	t := *in.Type
	if in.Declaration.Default != nil && x.Optional {
		t.Optional = true
	}
	fitted := c.fit(at, s, in.Name, x, &t)
	if fitted != nil && t.Kind == types.Number && t.Decimals >= 0 && !t.Fraction {
		fitted.Scale, fitted.Bool = number.PowerOfTen(t.Decimals), true
	}
	return fitted
}
