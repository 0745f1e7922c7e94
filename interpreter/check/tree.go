package check

import (
	"math/big"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Tree is a typed program.
type Tree struct {
	*types.Program
	// Source is the program with its steps, which are read once for as long as a tree holds it.
	Source *syntax.Program
	// Inputs are the variables of the inputs with their defaults, State those of the state.
	Inputs []Input
	State  []Start
	Body   Block
	// Outputs are the values of the outputs at the end; nil for one that cannot be reached.
	Outputs []*Expr
	// Variables are the names of the program by their numbers.
	Variables []string
}

// Table is a list of numbers of a program.
type Table struct {
	Type
	Numbers  []*big.Rat
	positive bool // all of them
}

// Input is an input as a variable of its program.
type Input struct {
	*types.Input
	Var int
	// Default is fitted to the type of the input; nil without one.
	Default *Expr
	// Type is the type at the beginning, Given the one that a default replaces.
	Type, Given *Type
}

// Start is a state variable with its first value; nil for the zero of its type.
type Start struct {
	Var   int
	Type  *Type
	Value *Expr
}

// Block is a list of steps. Ends reports whether it ends the run.
type Block struct {
	Steps []Step
	Ends  bool
}

// Step is a typed step: an *Assign, *If, *Match, *Call, *Perform, *For, *Line, *Note, *Refuse or
// *Item.
type Step interface{ Range() diagnostic.Range }

// Assign sets a variable.
type Assign struct {
	*syntax.Assign
	Var       int
	Value     *Expr
	Procedure string
}

// If is a choice of steps.
type If struct {
	*syntax.If[[]syntax.Step]
	Cond       *Expr
	Then, Else Block
	Merge      Merge
}

// Merge has the types of the variables that both sides of a branch set, by their numbers.
type Merge map[int]*Type

// Match is a choice of steps by cases: the first case is chosen over the rest, and so on.
type Match struct {
	*syntax.Match[[]syntax.Step]
	On     *Expr
	Cases  []Block
	Else   Block
	Merges []Merge // of each case with those after it
}

// Perform runs a procedure of the program.
type Perform struct {
	*syntax.Call
	Procedure *syntax.Procedure
	Body      Block
}

// Call runs another program.
type Call struct {
	*syntax.Call
	Callee *Tree
	// Arguments are in the order of the call, those of With before the ones that Same passes on.
	Arguments []Argument
	Give      []Give
}

// Argument is a value for an input of the called program.
type Argument struct {
	syntax.Argument
	Input int // its number
	Value *Expr
}

// Give sets a variable of a type to an output.
type Give struct {
	Var, Output int
	Type        *Type
}

// For is a loop.
type For struct {
	*syntax.For
	List    *Expr
	Var     int
	Element *Type
	Carry   []Carry
	Body    Block
}

// Carry is a variable that a loop carries. Type is the one that all passes have.
type Carry struct {
	Var  int
	Type *Type
}

// Line, Note, Refuse and Item emit values, where When holds.
type Line struct {
	*syntax.Line
	When   *Expr
	Fields []Field // by Options.Line
	Order  []int   // of the fields that the line has, as they are written
	Figure *types.Parameter
}

// Field is a field of a line: a word, a text or a value.
type Field struct {
	Set   bool
	Word  string
	Text  *Text
	Value *Expr
	Trace syntax.Value // what a trace shows of the value
	At    diagnostic.Range
	Range diagnostic.Range // of the value
}

// Note is a note or a warning.
type Note struct {
	*syntax.Note
	When          *Expr
	Text, Message *Text
	Blame         Blame
}

// Refuse ends the run with a refusal.
type Refuse struct {
	*syntax.Refuse
	When  *Expr
	Text  *Text
	Blame Blame
}

// Blame is the place in a list that a refusal or a warning names, and what answers it.
type Blame struct {
	Index    *Expr
	Remedies []Remedy
}

// Remedy is a change of the request.
type Remedy struct {
	*syntax.Remedy
	When   *Expr
	Label  *Text
	Values []*Expr // of Set; null leaves a field out
}

// Item shows the fields of a component.
type Item struct {
	*syntax.Item
	Fields []*Expr // nil for one that is not set
}

// Text is a text with typed values, in each language.
type Text struct {
	*syntax.Text
	// Values are the values by their expressions; those that are wrong are absent.
	Values map[*syntax.Expression]*Expr
}

// Op is what an expression does.
type Op uint8

// The operations.
const (
	OpNumber   Op = iota + 1 // Type.Known
	OpWord                   // Type.Word
	OpBoolean                // Bool
	OpDate                   // Int
	OpNull                   // an absent value
	OpEmpty                  // an empty list
	OpVariable               // Var
	OpTable                  // Name, of the program
	OpColumn                 // Name, of the row that select or every tests
	OpFigure                 // Figure, or Type.Known for one of an imported plan
	OpField                  // Field of the record
	OpPart                   // Name, of a text with a grammar
	OpCell                   // Name, a column of the selected row
	OpPrevious               // the row before
	OpIndex                  // the entry for a case, or at a number
	OpNegate
	OpNot
	OpAdd
	OpSubtract
	OpMultiply
	OpDivide
	OpCompare // Name is the operator
	OpAnd
	OpOr
	OpAmong     // whether a case is in a list
	OpGiven     // whether Var, an input, or the operand is given
	OpOtherwise // the operand, or what follows it
	OpChoose    // condition, then, else
	OpMatch     // Match
	OpConvert   // to Type: at a declaration, or to the type of both sides of a choice
	OpCall      // Function
	OpHost      // Host
	OpComposed  // Text
)

// Expr is a typed expression.
type Expr struct {
	Op Op
	Type
	Of []*Expr

	Bool     bool // of OpConvert: to exactly the scale of the type; of OpGiven: of an input
	Int      int64
	Var      int
	Name     string
	Figure   *types.Parameter
	Table    *Table
	Field    *types.Field
	Function *Function
	Mode     number.Rounding
	Places   *big.Int // the power of ten to which a function rounds
	Host     *types.Function
	Match    *MatchValue
	Text     *Text

	source *syntax.Expression
	node   ast.Node
	at     diagnostic.Range // where it has no node of its own
}

// MatchValue is a choice of values by cases.
type MatchValue struct {
	*syntax.Match[syntax.Value]
	On    *Expr
	Cases []*Expr
	Else  *Expr
}

// At returns the position of the expression.
func (e *Expr) At() diagnostic.Range {
	if e.node == nil || e.source == nil {
		return e.at
	}
	return e.source.At(e.node)
}

// String returns the expression as it is written.
func (e *Expr) String() string {
	if e.node == nil {
		return e.Name
	}
	return e.node.String()
}

// Type is the type of an expression.
type Type struct {
	Kind types.Kind
	Unit types.Unit
	// Scale is the denominator of a number, 100 for two decimals. A Fraction has another one in
	// each call: it has to be rounded before decimals are asked of it.
	Scale    *big.Int
	Fraction bool
	// Quotient marks a fraction that is divided by a value of the run, which no loop can carry.
	Quotient bool
	Optional bool
	Cases    []string   // of an enumeration, or of the index of a table or bands
	Further  [][]string // cases of the further indexes of a table or bands
	// Adhoc marks a value that is one of several texts of the program, its cases.
	Adhoc    bool
	Word     *string     // of a constant text
	Known    *big.Rat    // of a constant number
	Declared *types.Type // of a handle, record, list or grammar
	Bands    *types.Bands
	Previous bool  // of a row: the one before
	Period   int64 // the minutes between the elements of a list of times; 0 for other lists
}

var one = big.NewInt(1)

// Decimal reports whether a number has a last decimal, and how many decimals it has.
func (t *Type) Decimal() (places int, ok bool) {
	if t.Fraction {
		return 0, false
	}
	for places := range maxPlaces {
		if new(big.Int).Rem(number.PowerOfTen(places), t.Scale).Sign() == 0 {
			return places, true
		}
	}
	return 0, false
}

// maxPlaces bounds the decimals of a value.
const maxPlaces = 60

// integer reports whether a value is a whole number.
func (t *Type) integer() bool { return t.Kind == types.Number && !t.Fraction && t.Scale.Cmp(one) == 0 }

func (t *Type) textual() bool {
	return t.Kind == types.Text && t.Word != nil || t.Kind == types.Enumeration && t.Adhoc
}

func (t *Type) texts() []string {
	if t.Kind == types.Text {
		return []string{*t.Word}
	}
	return t.Cases
}

// Describe returns the type as a noun phrase for messages.
func (t *Type) Describe() string {
	if t.Kind == types.Enumeration {
		return (&types.Type{Kind: types.Enumeration, Cases: t.Cases}).Describe()
	}
	return t.Kind.String()
}

// Reads returns the names and figures that an expression reads, each as the largest part that
// is only a name, a figure, a field or an entry.
func (e *Expr) Reads() []*Expr {
	switch e.Op {
	case OpConvert:
		return e.Of[0].Reads()
	case OpVariable, OpTable, OpFigure, OpField, OpPart, OpCell, OpPrevious, OpIndex:
		return []*Expr{e}
	case OpCall:
		if e.Function.rows {
			return nil
		}
	case OpMatch:
		list := e.Match.On.Reads()
		for _, one := range e.Match.Cases {
			list = append(list, one.Reads()...)
		}
		if e.Match.Else != nil {
			list = append(list, e.Match.Else.Reads()...)
		}
		return list
	case OpGiven:
		if len(e.Of) == 0 {
			return nil
		}
	}
	var list []*Expr
	for _, operand := range e.Of {
		list = append(list, operand.Reads()...)
	}
	return list
}

// Columns returns the columns of the current row that an expression reads.
func (e *Expr) Columns() (names []string) {
	if e.Op == OpColumn {
		return []string{e.Name}
	}
	for _, operand := range e.Of {
		names = append(names, operand.Columns()...)
	}
	return names
}

// allPositive reports whether all numbers that are given are above 0.
func allPositive(numbers []*big.Rat) bool {
	for _, n := range numbers {
		if n != nil && n.Sign() <= 0 {
			return false
		}
	}
	return true
}
