package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/parser/lexer"
)

// allowedOperators and allowedBrackets are the operators and brackets of the language.
var (
	allowedOperators = tokenSet("+ - * / == != < <= > >= and or not in , .")
	allowedBrackets  = tokenSet("( ) [ ]")
)

func tokenSet(texts string) map[string]bool {
	set := make(map[string]bool)
	for _, text := range strings.Fields(texts) {
		set[text] = true
	}
	return set
}

// replacements are the remedies for syntax that the parser accepts but the language
// does not have.
var replacements = map[string]string{
	"?":          "write choose(condition, a, b)",
	":":          "write choose(condition, a, b) for a choice; slices and maps do not exist",
	"::":         "call the function by its name alone",
	"?.":         "write choose(given(a), a.b, otherwise)",
	"??":         "write choose(given(a), a, otherwise)",
	"let":        "give the value a step of its own: a line `name: expression` before this one",
	"if":         "write choose(condition, a, b), or if, then and else as YAML steps",
	"else":       "write choose(condition, a, b), or if, then and else as YAML steps",
	";":          "write one expression; give the others steps of their own",
	"|":          "write the call around its argument: f(a)",
	"=":          "write == to compare; a step assigns by its YAML key",
	"**":         "write the product out: a * a",
	"^":          "write the product out: a * a",
	"%":          "write mod(a, b) for a remainder, a * b / 100 for a percentage",
	"..":         `compare both ends: x >= a and x <= b`,
	"matches":    "patterns belong to the grammars of the rule files",
	"contains":   `compare with ==, or list the values: x in ["A", "B"]`,
	"startsWith": "patterns belong to the grammars of the rule files",
	"endsWith":   "patterns belong to the grammars of the rule files",
	"#":          "write a YAML comment after the expression, outside quotes",
	"{":          "maps and blocks do not exist in an expression; write records as YAML",
	"}":          "maps and blocks do not exist in an expression; write records as YAML",
}

// spellings map operators of other languages, word processors and web pages to those
// of this language.
var spellings = map[string]string{
	"&": "and", "&&": "and", "||": "or", "!": "not", "=": "==", "−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=",
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

func (s *lexed) checkToken(i int) *ExpressionError {
	t := s.tokens[i]
	switch t.Kind {
	case lexer.Number:
		return s.checkNumber(i)
	case lexer.String:
		return s.checkText(t)
	case lexer.Bytes:
		return s.errorAt(t.From, t.To, "unsupported-syntax", "byte strings are not supported", `write a text: "SN"`)
	case lexer.Identifier:
		return s.checkName(i)
	case lexer.Bracket:
		if !allowedBrackets[t.Value] {
			return s.unsupported(t)
		}
		return s.checkClosing(i)
	default:
		if !allowedOperators[t.Value] {
			return s.unsupported(t)
		}
		return s.checkOperator(i)
	}
}

func (s *lexed) unsupported(t lexer.Token) *ExpressionError {
	code := "unsupported-operator"
	if t.Kind == lexer.Bracket {
		code = "unsupported-syntax"
	}
	err := s.errorAt(t.From, t.To, code, fmt.Sprintf("%s is not allowed in an expression", quoted(t.Value)), replacements[t.Value])
	err.Suggestion = spellings[t.Value]
	return err
}

func (s *lexed) checkText(t lexer.Token) *ExpressionError {
	if s.characters[t.From] == '`' {
		return s.errorAt(t.From, t.To, "unsupported-syntax", "a text cannot be in backquotes", `write double quotes: "SN"`)
	}
	if !utf8.ValidString(t.Value) {
		return s.errorAt(t.From, t.To, "invalid-escape", "the text is not valid UTF-8", "write the characters themselves")
	}
	return nil
}

func (s *lexed) checkName(i int) *ExpressionError {
	t := s.tokens[i]
	if strings.Contains(t.Value, "$") {
		return s.errorAt(t.From, t.To, "invalid-character", fmt.Sprintf("%s has a $", quoted(t.Value)), "names have letters, digits and _")
	}
	isField := i > 0 && s.tokens[i-1].Is(lexer.Operator, ".")
	if t.Value == "nil" && !isField {
		err := s.errorAt(t.From, t.To, "unsupported-syntax", `"nil" does not exist`, "the absent value is written null")
		err.Suggestion = "null"
		return err
	}
	if slices.Contains([]string{"true", "false", "null"}, t.Value) && !isField && s.is(i+1, "(") {
		return s.errorAt(t.From, t.To, "syntax", fmt.Sprintf("%s is a value, not a function", quoted(t.Value)), "leave the parentheses out")
	}
	return nil
}

func (s *lexed) checkOperator(i int) *ExpressionError {
	t := s.tokens[i]
	switch {
	case s.is(i-1, ".") && isWord(t):
		return s.errorAt(t.From, t.To, "reserved-word", fmt.Sprintf("%s is a reserved word and cannot name a field", quoted(t.Value)), "choose another name for the field")
	case t.Value == "not" && s.is(i-1, "+", "-", "*", "/"):
		return s.errorAt(t.From, t.To, "syntax", `"not" cannot follow an arithmetic operator`, "not gives true or false; write choose(condition, a, b) to calculate with it")
	case t.Value == ">" && s.is(i-1, "<") && s.tokens[i-1].To == t.From:
		return s.errorAt(t.From-1, t.To, "unsupported-operator", `"<>" is not allowed in an expression`, "write !=")
	case t.Value == "+" && s.isPrefix(i):
		return s.errorAt(t.From, t.To, "unsupported-operator", `"+" has nothing before it`, "leave it out")
	}
	return nil
}

// checkClosing rejects a trailing comma, which may be a forgotten argument.
func (s *lexed) checkClosing(i int) *ExpressionError {
	if i > 0 && s.is(i, ")", "]") && s.is(i-1, ",") {
		t := s.tokens[i-1]
		return s.errorAt(t.From, t.To, "syntax", "nothing follows the comma", "leave the comma out, or write what is missing")
	}
	return nil
}

// isPrefix reports whether the operator at i has no left operand.
func (s *lexed) isPrefix(i int) bool {
	if i == 0 {
		return true
	}
	previous := s.tokens[i-1]
	return !isOperand(previous) && !previous.Is(lexer.Bracket, ")", "]")
}

// is reports whether token i exists and is one of the operators or brackets.
func (s *lexed) is(i int, texts ...string) bool {
	if i < 0 || i >= len(s.tokens) {
		return false
	}
	return s.tokens[i].Is(lexer.Operator, texts...) || s.tokens[i].Is(lexer.Bracket, texts...)
}

func isOperand(t lexer.Token) bool {
	return t.Kind == lexer.Identifier || t.Kind == lexer.Number || t.Kind == lexer.String
}

func isWord(t lexer.Token) bool {
	first, _ := utf8.DecodeRuneInString(t.Value)
	return first >= 'a' && first <= 'z'
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
