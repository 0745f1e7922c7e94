package run

// Formula is a part of the right side of a step: an operator or function (Op) with its operands,
// or one of the leaves Name, Number and Word.
type Formula struct {
	// Op is an operator or the name of a function; if and match choose, [] takes an entry and
	// "." a field.
	Op string
	Of []Formula
	// Name is a value that a step may read, as the formula writes it; Number a literal, and Word
	// a literal text, a case, or true, false and null.
	Name, Number, Word string
}
