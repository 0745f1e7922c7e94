package syntax

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/parser/lexer"
)

// allowed are the operators and brackets of the language.
var allowed = strings.Fields("+ - * / == != < <= > >= and or not in , . ( ) [ ]")

// operators is the remedy for everything else that the parser accepts.
const operators = "an expression has + - * /, == != < <= > >=, and, or, not, in [...], fields, indexes and calls: choose(condition, a, b) for a choice, mod(a, b) for a remainder"

// spellings map operators of other languages, word processors and web pages to those
// of this language.
var spellings = map[string]string{
	"&": "and", "&&": "and", "||": "or", "!": "not", "=": "==", "−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=",
	"“": `"`, "”": `"`, "„": `"`, "’": `"`, "‘": `"`,
}

// checkSyntax rejects the first token that the language does not have.
func (s *lexed) checkSyntax() *ExpressionError {
	for i := range s.tokens {
		if err := s.checkToken(i); err != nil {
			return err
		}
	}
	return nil
}

// maxDigits is the largest number of digits of a number literal.
const maxDigits = 40

var plainNumber = regexp.MustCompile(`^(0|[1-9][0-9]*)(\.[0-9]+)?$`)

func (s *lexed) checkToken(i int) *ExpressionError {
	t := s.tokens[i]
	switch t.Kind {
	case lexer.Number:
		if !plainNumber.MatchString(t.Value) || len(t.Value) > maxDigits || i > 0 && s.tokens[i-1].To == t.From && s.tokens[i-1].Kind == lexer.Number {
			err := s.errorAt(t.From, t.To, "number-literal", t.Value+" is not a number in plain digits",
				fmt.Sprintf(`write at most %d digits, with a point before the decimals and no leading zeros: 1230.50; a date is date("2026-01-31")`, maxDigits))
			if meant := strings.TrimLeft(strings.ReplaceAll(t.Value, "_", ""), "0"); plainNumber.MatchString(meant) {
				err.Suggestion = meant
			}
			return err
		}
	case lexer.String:
		if !utf8.ValidString(t.Value) {
			return s.errorAt(t.From, t.To, "invalid-escape", "the text is not valid UTF-8", "write the characters themselves")
		}
	case lexer.Identifier:
	default:
		if s.is(i, "<") && s.is(i+1, ">") && s.tokens[i+1].From == t.To {
			err := s.errorAt(t.From, s.tokens[i+1].To, "unsupported-operator", `"<>" is not allowed in an expression`, operators)
			err.Suggestion = "!="
			return err
		}
		if !slices.Contains(allowed, t.Value) {
			err := s.errorAt(t.From, t.To, "unsupported-operator", fmt.Sprintf("%s is not allowed in an expression", quoted(t.Value)), operators)
			err.Suggestion = spellings[t.Value]
			return err
		}
		if s.is(i, ")", "]") && s.is(i-1, ",") { // which may be a forgotten argument
			return s.unexpected(i)
		}
	}
	return nil
}

// is reports whether token i exists and is one of the operators or brackets.
func (s *lexed) is(i int, texts ...string) bool {
	if i < 0 || i >= len(s.tokens) {
		return false
	}
	return s.tokens[i].Is(lexer.Operator, texts...) || s.tokens[i].Is(lexer.Bracket, texts...)
}

// quoted quotes a part of the text for a message; strings are quoted already.
func quoted(text string) string {
	if text[0] == '"' || text[0] == '\'' {
		return text
	}
	return strconv.Quote(text)
}

// masked returns the text for the parser: numbers become 1, with unchanged positions.
func (s *lexed) masked() string {
	masked := slices.Clone(s.characters)
	for _, t := range s.tokens {
		if t.Kind == lexer.Number {
			masked[t.From] = '1'
			for i := t.From + 1; i < t.To; i++ {
				masked[i] = ' '
			}
		}
	}
	return string(masked)
}
