package expression

// Node is a node of an expression: a pointer to one of the types of this file.
type Node interface {
	// Span returns the range of the node in the text of the expression, as offsets
	// in characters. It does not include parentheses around the node.
	Span() (from, to int)
	node()
}

// Extent is the position of a node in the text; see Node.Span.
type Extent struct{ From, To int }

// Span returns both ends.
func (e Extent) Span() (from, to int) { return e.From, e.To }

func (Extent) node() {}

// Number is a literal. Text holds its digits exactly as written, such as
// "1230.00": one or more digits without leading zeros, then perhaps a point and
// one or more digits.
type Number struct {
	Extent
	Text string
}

// Text is a string literal; Value is its unescaped content.
type Text struct {
	Extent
	Value string
}

// Boolean is true or false.
type Boolean struct {
	Extent
	Value bool
}

// Null is the absent value, written null.
type Null struct{ Extent }

// Name is a variable, a parameter record or an enumeration value, such as gross.
type Name struct {
	Extent
	Name string
}

// Field is a member read by its name, such as p.basic_allowance.
type Field struct {
	Extent
	Of   Node
	Name string
	// NameExtent is the position of the name after the point.
	NameExtent Extent
}

// Index is an element read by a computed key, such as TAB2[J].
type Index struct {
	Extent
	Of, At Node
}

// Unary is an operator with one operand: Negate or Not.
type Unary struct {
	Extent
	Op Operator
	X  Node
}

// Binary is an operator between two operands. The right side of In may be a List.
type Binary struct {
	Extent
	Op   Operator
	L, R Node
}

// Call is a function applied to arguments, such as down(x, 2).
type Call struct {
	Extent
	Func string
	// FuncExtent is the position of the function's name.
	FuncExtent Extent
	Args       []Node
}

// List is a literal list on the right side of In, such as ["A", "B"]. It is not empty.
type List struct {
	Extent
	Items []Node
}

// Operator is an operator of the language. The zero value is invalid.
type Operator uint8

// The operators.
const (
	Add            Operator = iota + 1 // a + b
	Subtract                           // a - b
	Multiply                           // a * b
	Divide                             // a / b
	Equal                              // a == b
	NotEqual                           // a != b
	Less                               // a < b
	LessOrEqual                        // a <= b
	Greater                            // a > b
	GreaterOrEqual                     // a >= b
	In                                 // a in [b, c]
	And                                // a and b
	Or                                 // a or b
	Negate                             // -a
	Not                                // not a
)

// operators has the text and precedence of every operator. The order of the levels is
// that of the parser.
var operators = [...]struct {
	text       string
	precedence int
}{
	Add:            {"+", precedenceSum},
	Subtract:       {"-", precedenceSum},
	Multiply:       {"*", precedenceProduct},
	Divide:         {"/", precedenceProduct},
	Equal:          {"==", precedenceComparison},
	NotEqual:       {"!=", precedenceComparison},
	Less:           {"<", precedenceComparison},
	LessOrEqual:    {"<=", precedenceComparison},
	Greater:        {">", precedenceComparison},
	GreaterOrEqual: {">=", precedenceComparison},
	In:             {"in", precedenceComparison},
	And:            {"and", precedenceAnd},
	Or:             {"or", precedenceOr},
	Negate:         {"-", precedenceNegate},
	Not:            {"not", precedenceNot},
}

const (
	precedenceOr = iota + 1
	precedenceAnd
	precedenceComparison
	precedenceSum
	precedenceNot
	precedenceProduct
	precedenceNegate
	precedencePrimary
)

// String returns the text of the operator.
func (o Operator) String() string {
	if o == 0 || int(o) >= len(operators) {
		return "no operator"
	}
	return operators[o].text
}

// IsComparison reports whether the operator is a comparison, including In.
func (o Operator) IsComparison() bool { return o >= Equal && o <= In }

// Mirrored returns the equivalent comparison with the operands swapped; 0 if there is
// none.
func (o Operator) Mirrored() Operator { return comparisons[o].mirrored }

// Opposite returns the negated comparison; 0 if there is none.
func (o Operator) Opposite() Operator { return comparisons[o].opposite }

var comparisons = map[Operator]struct{ mirrored, opposite Operator }{
	Equal: {Equal, NotEqual}, NotEqual: {NotEqual, Equal}, Less: {Greater, GreaterOrEqual},
	Greater: {Less, LessOrEqual}, LessOrEqual: {GreaterOrEqual, Greater}, GreaterOrEqual: {LessOrEqual, Less},
}

// binaryOperators and unaryOperators map texts to operators.
var (
	binaryOperators = operatorsByText(Add, Or)
	unaryOperators  = operatorsByText(Negate, Not)
)

func operatorsByText(first, last Operator) map[string]Operator {
	byText := make(map[string]Operator)
	for op := first; op <= last; op++ {
		byText[op.String()] = op
	}
	return byText
}
