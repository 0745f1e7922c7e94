package syntax

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr/parser/lexer"
)

// maxDigits is the largest number of digits of a number literal.
const maxDigits = 40

// checkNumber rejects a number that is not in plain notation, and a date that would
// be read as two subtractions.
func (s *lexed) checkNumber(i int) *ExpressionError {
	t := s.tokens[i]
	if date, to := s.dateAt(i); date != "" {
		return &ExpressionError{From: t.From, To: to, Code: "date-literal",
			Summary:    fmt.Sprintf("%s would be read as a subtraction", date),
			Detail:     "a date is written as a call with the day in quotes",
			Suggestion: fmt.Sprintf(`date("%s")`, date)}
	}
	if i > 0 && s.tokens[i-1].To == t.From && t.Value[0] == '.' {
		return s.errorAt(t.From, t.To, "number-literal", "unexpected digits after the point", "a number has one point; the name of a field does not begin with a digit")
	}
	if grouped, from := s.groupedAt(i); grouped != "" {
		return &ExpressionError{From: from, To: t.To, Code: "number-literal", Summary: "digits are not grouped by commas",
			Detail: "write the digits alone", Suggestion: grouped}
	}
	summary, detail, suggestion := plainNumber(t.Value)
	if summary == "" {
		return nil
	}
	err := s.errorAt(t.From, t.To, "number-literal", summary, detail)
	err.Suggestion = suggestion
	return err
}

// groupedAt returns the digits of a number such as 1,000 whose last group is token i,
// and where it begins. Only a group that begins with a zero cannot be an argument.
func (s *lexed) groupedAt(i int) (digits string, from int) {
	t := s.tokens[i]
	whole, _, _ := strings.Cut(t.Value, ".")
	if i < 2 || len(whole) != 3 || whole[0] != '0' {
		return "", 0
	}
	comma, before := s.tokens[i-1], s.tokens[i-2]
	if !comma.Is(lexer.Operator, ",") || before.Kind != lexer.Number || before.To != comma.From || comma.To != t.From {
		return "", 0
	}
	return before.Value + t.Value, before.From
}

// plainNumber returns what is wrong with a number, a remedy and a suggestion; all are
// empty for a number in plain notation.
func plainNumber(text string) (summary, detail, suggestion string) {
	lower := strings.ToLower(text)
	whole, fraction, hasPoint := strings.Cut(text, ".")
	switch {
	case strings.HasPrefix(lower, "0x"), strings.HasPrefix(lower, "0o"), strings.HasPrefix(lower, "0b"):
		return "numbers are decimal", "write the number in decimal digits", ""
	case strings.Contains(text, "_"):
		return "a number has no separators between its digits", "write the digits alone", strings.ReplaceAll(text, "_", "")
	case strings.Contains(lower, "e"):
		return "a number has no exponent", "write all its digits", ""
	case whole == "":
		return "a number begins with a digit", "write the zero before the point", "0" + text
	case hasPoint && fraction == "":
		return "a number ends with a digit", "write digits after the point or leave the point out", whole
	case len(whole) > 1 && whole[0] == '0':
		trimmed := strings.TrimLeft(whole, "0")
		if trimmed == "" {
			trimmed = "0"
		}
		return "a number has no leading zeros", "leave the zeros out", trimmed + text[len(whole):]
	case len(whole)+len(fraction) > maxDigits:
		return fmt.Sprintf("a number has at most %d digits", maxDigits), "write fewer digits", ""
	}
	return "", "", ""
}

// dateAt returns the date at token i, such as 2026-01-31, and the offset after it; ""
// if there is none.
func (s *lexed) dateAt(i int) (date string, to int) {
	if i+4 >= len(s.tokens) {
		return "", 0
	}
	for k, width := range [...]int{4, 1, 2, 1, 2} {
		t := s.tokens[i+k]
		isDigits := t.Kind == lexer.Number && strings.Trim(t.Value, "0123456789") == ""
		if t.To-t.From != width || k%2 == 0 && !isDigits || k%2 == 1 && !t.Is(lexer.Operator, "-") {
			return "", 0
		}
		if k > 0 && s.tokens[i+k-1].To != t.From {
			return "", 0
		}
	}
	to = s.tokens[i+4].To
	return string(s.characters[s.tokens[i].From:to]), to
}

// badNumber describes a number followed by letters; from is the offset of one of them.
func (s *lexed) badNumber(from int) *ExpressionError {
	start, end := from, from+1
	for start > 0 && isNumberCharacter(s.characters[start-1]) {
		start--
	}
	for end < len(s.characters) && isNumberCharacter(s.characters[end]) {
		end++
	}
	return s.errorAt(start, end, "number-literal", "letters follow a number",
		"write an operator between them; a name does not begin with a digit; units belong to parameters and inputs")
}

func isNumberCharacter(r rune) bool {
	return r >= '0' && r <= '9' || r == '.' || r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
