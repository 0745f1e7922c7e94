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
			if unicode.IsSpace(s.characters[from]) {
				continue
			}
			detail := "write a YAML comment: # after the expression, outside quotes"
			if s.characters[min(from+1, next-1)] == '/' {
				detail += "; for a division without remainder write div(a, b)"
			}
			to := next
			for unicode.IsSpace(s.characters[to-1]) {
				to--
			}
			return s.errorAt(from, to, "comment-in-expression", "an expression has no comments", detail)
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

// remedies are the remedies for characters that have no spelling.
var remedies = map[rune]string{
	'“': `write straight quotes: "`, '”': `write straight quotes: "`, '„': `write straight quotes: "`,
	'‘': `write straight quotes: "`, '’': `write straight quotes: "`,
	'«': `write straight quotes: "`, '»': `write straight quotes: "`,
	'€': "leave the currency out: parameters and inputs carry units", '£': "leave the currency out: parameters and inputs carry units",
	'@':  "names have letters, digits and _",
	'\\': `a backslash belongs inside quotes`,
}

func (s *lexed) lexerError(err error) *ExpressionError {
	var failure *file.Error
	if !errors.As(err, &failure) {
		return s.errorAt(0, len(s.characters), "syntax", "cannot read the expression", "")
	}
	from := min(max(failure.From, 0), len(s.characters)-1)
	switch {
	case strings.HasPrefix(failure.Message, "unrecognized character"):
		r := s.characters[from]
		err := s.errorAt(from, from+1, "invalid-character", fmt.Sprintf("the character %q has no meaning here", r), remedies[r])
		if err.Suggestion = spellings[string(r)]; err.Suggestion+err.Detail == "" {
			err.Detail = "names have letters, digits and _; text is written in quotes"
		}
		return err
	case strings.HasPrefix(failure.Message, "literal not terminated"):
		return s.errorAt(s.openQuote(from), from+1, "unterminated-text", "a text has no closing quote", "write the quote where the text ends")
	case strings.Contains(failure.Message, "escape"):
		return s.errorAt(from, from+1, "invalid-escape", "unknown escape in a text", `write \" for a quote and \\ for a backslash`)
	case strings.HasPrefix(failure.Message, "bad number"):
		return s.badNumber(from)
	case strings.HasPrefix(failure.Message, "unclosed comment"):
		return s.errorAt(s.openComment(from), from+1, "comment-in-expression", "an expression has no comments", "write a YAML comment: # after the expression, outside quotes")
	default:
		return s.errorAt(from, from+1, "syntax", "cannot read the expression from here", "")
	}
}

// openQuote returns the start of the string that is open at an offset.
func (s *lexed) openQuote(at int) int {
	var quote rune
	start := at
	for i := 0; i <= at; i++ {
		switch r := s.characters[i]; {
		case quote == 0 && (r == '"' || r == '\'' || r == '`'):
			quote, start = r, i
		case quote != 0 && r == '\\' && quote != '`':
			i++
		case r == quote:
			quote = 0
		}
	}
	return start
}

// openComment returns the start of the comment that is open at an offset.
func (s *lexed) openComment(at int) int {
	for i := 1; i <= at; i++ {
		if s.characters[i-1] == '/' && s.characters[i] == '*' {
			return i - 1
		}
	}
	return at
}
