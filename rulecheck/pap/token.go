package pap

import (
	"fmt"
	"strings"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenInteger
	tokenDouble
	tokenString
	tokenOperator
)

// token is a piece of a Java expression.
type token struct {
	kind tokenKind
	text string
}

func (t token) String() string {
	if t.kind == tokenEnd {
		return "the end"
	}
	return fmt.Sprintf("%q", t.text)
}

// operators lists those of two characters first.
var operators = []string{"&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "++", "--",
	"(", ")", "[", "]", "{", "}", ".", ",", "=", "<", ">", "!", "+", "-", "*", "/", "%", "?", ":", ";"}

// maxExpression is the maximum length of an expression; arrays are the longest.
const maxExpression = 64 << 10

// tokenize splits a Java expression. Blanks and line ends separate.
func tokenize(text string) ([]token, error) {
	if len(text) > maxExpression {
		return nil, fmt.Errorf("the expression has more than %d bytes", maxExpression)
	}
	var tokens []token
	for at := 0; at < len(text); {
		c := text[at]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case isLetter(c):
			end := at
			for end < len(text) && (isLetter(text[end]) || isDigit(text[end])) {
				end++
			}
			tokens = append(tokens, token{tokenName, text[at:end]})
			at = end
		case isDigit(c) || c == '.' && at+1 < len(text) && isDigit(text[at+1]):
			t, end, err := numberToken(text, at)
			if err != nil {
				return nil, err
			}
			tokens = append(tokens, t)
			at = end
		case c == '"':
			end := strings.IndexByte(text[at+1:], '"')
			if end < 0 {
				return nil, fmt.Errorf("the closing quote of a text is missing")
			}
			tokens = append(tokens, token{tokenString, text[at+1 : at+1+end]})
			at += end + 2
		default:
			operator := operatorAt(text[at:])
			if operator == "" {
				return nil, fmt.Errorf("unexpected character %q", []rune(text[at:])[0])
			}
			tokens = append(tokens, token{tokenOperator, operator})
			at += len(operator)
		}
	}
	return append(tokens, token{kind: tokenEnd}), nil
}

func operatorAt(text string) string {
	for _, operator := range operators {
		if strings.HasPrefix(text, operator) {
			return operator
		}
	}
	return ""
}

// numberToken reads an int, long or double literal in decimal notation, without the
// suffixes L and d in its text.
func numberToken(text string, from int) (token, int, error) {
	end := from
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	t := token{kind: tokenInteger}
	if end < len(text) && text[end] == '.' && (end+1 == len(text) || !isLetter(text[end+1])) {
		t.kind = tokenDouble
		end++
		for end < len(text) && isDigit(text[end]) {
			end++
		}
	}
	t.text = text[from:end]
	if end < len(text) {
		switch c := text[end]; {
		case (c == 'L' || c == 'l') && t.kind == tokenInteger:
			end++
		case c == 'D' || c == 'd':
			t.kind = tokenDouble
			end++
		}
	}
	if end < len(text) && (isLetter(text[end]) || isDigit(text[end])) {
		return t, end, fmt.Errorf("%q is not a decimal number", clip(text[from:]))
	}
	if len(t.text) > 1 && t.text[0] == '0' && t.kind == tokenInteger {
		return t, end, fmt.Errorf("%s is an octal number in Java", t.text)
	}
	return t, end, nil
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
