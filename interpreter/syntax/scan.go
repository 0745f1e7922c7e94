package syntax

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// lexed is an expression's text with its tokens.
type lexed struct {
	characters []rune
	tokens     []lexer.Token
	// partner has, for each bracket token, the index of the matching bracket.
	partner []int
	// at maps the offset of a token's first character to its index.
	at map[int]int
}

// scan splits a text into tokens and matches its brackets. It rejects texts that could
// exhaust the parser.
func scan(text string) (*lexed, *ExpressionError) {
	s := &lexed{}
	// A character has at most four bytes: do not decode a text that is far too long.
	if len(text) > 4*MaxExpression || utf8.RuneCountInString(text) > MaxExpression {
		return nil, s.errorAt(0, 1, "expression-too-long",
			fmt.Sprintf("an expression has at most %d characters", MaxExpression),
			"split it into several steps")
	}
	s.characters = []rune(text)
	if !utf8.ValidString(text) {
		return nil, s.errorAt(0, len(s.characters), "invalid-character", "the expression is not valid UTF-8", "save the file as UTF-8")
	}
	if strings.TrimSpace(text) == "" {
		return nil, s.errorAt(0, len(s.characters), "empty-expression", "the expression is empty", "write a value, a name or a calculation")
	}
	tokens, err := lexer.Lex(file.NewSource(text))
	if err != nil {
		return nil, s.lexerError(err)
	}
	s.tokens = tokens
	if n := len(tokens); n > 0 && tokens[n-1].Kind == lexer.EOF {
		s.tokens = tokens[:n-1]
	}
	if err := s.checkGaps(); err != nil {
		return nil, err
	}
	s.at = make(map[int]int, len(s.tokens))
	for i, t := range s.tokens {
		s.at[t.From] = i
	}
	return s, s.matchBrackets()
}

// text returns the source text of a token.
func (s *lexed) text(t lexer.Token) string { return string(s.characters[t.From:t.To]) }

const commentRemedy = "write a YAML comment: # after the expression, outside quotes; a division without remainder is div(a, b)"

// checkGaps rejects comments, which the lexer drops silently: there may be only
// whitespace between two tokens.
func (s *lexed) checkGaps() *ExpressionError {
	end := 0
	for i := 0; i <= len(s.tokens); i++ {
		next := len(s.characters)
		if i < len(s.tokens) {
			next = s.tokens[i].From
		}
		for from := end; from < next; from++ {
			if !unicode.IsSpace(s.characters[from]) {
				return s.errorAt(from, next, "comment-in-expression", "an expression has no comments", commentRemedy)
			}
		}
		if i < len(s.tokens) {
			end = s.tokens[i].To
		}
	}
	return nil
}

var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

func (s *lexed) matchBrackets() *ExpressionError {
	s.partner = make([]int, len(s.tokens))
	var open []int
	prefixes := 0
	for i, t := range s.tokens {
		if t.Is(lexer.Operator, "-", "+", "not", "!") {
			if prefixes++; prefixes > MaxNesting {
				return s.errorAt(t.From, t.To, "nesting-too-deep",
					fmt.Sprintf("more than %d operators in a row", MaxNesting), "remove those that cancel each other")
			}
			continue
		}
		prefixes = 0
		if t.Kind != lexer.Bracket {
			continue
		}
		if _, opens := closing[t.Value]; opens {
			if open = append(open, i); len(open) > MaxNesting {
				return s.errorAt(t.From, t.To, "nesting-too-deep",
					fmt.Sprintf("more than %d brackets are open", MaxNesting), "split the expression into several steps")
			}
			continue
		}
		if len(open) == 0 {
			return s.errorAt(t.From, t.To, "unbalanced-bracket", fmt.Sprintf("%q has no opening bracket", t.Value),
				"remove it, or open a bracket before it")
		}
		opener := open[len(open)-1]
		open = open[:len(open)-1]
		if want := closing[s.tokens[opener].Value]; t.Value != want {
			return s.errorAt(t.From, t.To, "unbalanced-bracket",
				fmt.Sprintf("%q does not close %q", t.Value, s.tokens[opener].Value), fmt.Sprintf("write %q before it", want))
		}
		s.partner[i], s.partner[opener] = opener, i
	}
	if len(open) > 0 {
		t := s.tokens[open[len(open)-1]]
		return s.errorAt(t.From, t.To, "unbalanced-bracket", fmt.Sprintf("%q is never closed", t.Value),
			fmt.Sprintf("write %q where it ends; within { } or [ ] the whole expression needs quotes, or it is cut at its first comma", closing[t.Value]))
	}
	return nil
}

func (s *lexed) lexerError(err error) *ExpressionError {
	failure := &file.Error{}
	errors.As(err, &failure)
	from := min(max(failure.From, 0), len(s.characters)-1)
	switch {
	case strings.HasPrefix(failure.Message, "unrecognized character"):
		found := s.errorAt(from, from+1, "invalid-character", fmt.Sprintf("the character %q has no meaning here", s.characters[from]), "names have letters, digits and _; text is written in straight quotes; currencies belong to parameters and inputs")
		found.Suggestion = spellings[string(s.characters[from])]
		return found
	case strings.HasPrefix(failure.Message, "literal not terminated"):
		return s.errorAt(from, from+1, "unterminated-text", "a text has no closing quote", "write the quote where the text ends")
	case strings.HasPrefix(failure.Message, "unclosed comment"):
		return s.errorAt(from, from+1, "comment-in-expression", "an expression has no comments", commentRemedy)
	case strings.HasPrefix(failure.Message, "bad number"):
		return s.errorAt(from, from+1, "number-literal", "letters follow a number", "write an operator between them; a name does not begin with a digit; units belong to parameters and inputs")
	}
	return s.errorAt(from, from+1, "invalid-escape", "cannot read the text from here", `within a text write \" for a quote and \\ for a backslash`)
}
