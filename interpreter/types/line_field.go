package types

// FieldKind is the kind of a field of a line.
type FieldKind uint8

// The kinds of field.
const (
	WordField   FieldKind = iota + 1 // stands for itself
	TextField                        // a text with values filled in
	MoneyField                       // an amount with the decimals of its currency
	NumberField                      // any number
	DateField                        // a date
	CaseField                        // a case of an enumeration, or a text
)

// LineField is a field that a line of the answer may have.
type LineField struct {
	Name     string
	Kind     FieldKind
	Required bool
	Words    []string // the words that a WordField accepts; nil: any
	// Source says that the word names a declared source.
	Source bool
	// For are the words of the line's WordField with which a line has the field;
	// nil: every line may have it.
	For []string
}
