package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// MaxExpression is the most characters that an expression may have. It bounds the number of
// nodes, since each has at least one character; MaxNesting bounds the open parentheses and
// brackets, and the prefix operators in a row, and with them the stack of the parser.
const MaxExpression = 4096

// ParseExpression reads an expression. An error is the first one found in the text.
func ParseExpression(text string) (ast.Node, *ExpressionError) {
	if isName(text) { // as most are; the parser would copy it
		name := &ast.IdentifierNode{Value: text}
		name.SetLocation(file.Location{To: len(text)})
		return name, nil
	}
	source, err := scan(text)
	if err != nil {
		return nil, err
	}
	if err := source.checkSyntax(); err != nil {
		return nil, err
	}
	tree, parseErr := parser.ParseWithConfig(source.masked(), config)
	if parseErr != nil {
		return nil, source.parserError(parseErr)
	}
	v := visitor{lexed: source, seen: map[ast.Node]bool{}}
	ast.Walk(&tree.Node, &v)
	if v.err != nil {
		return nil, v.err
	}
	return tree.Node, nil
}

// words of the parser are not names.
var words = strings.Fields("true false null nil not and or in let if else matches contains")

// isName reports whether a text is a name and nothing else.
func isName(text string) bool {
	return len(text) <= MaxExpression && IsName(text) && strings.ToLower(text) == text && !slices.Contains(words, text)
}

// parserError describes where the parser stopped. Its own message shows the masked
// text.
func (s *lexed) parserError(err error) *ExpressionError {
	var failure *file.Error
	if !errors.As(err, &failure) {
		return s.errorAt(0, len(s.characters), "syntax", "cannot read the expression", "write it in smaller parts")
	}
	last := s.tokens[len(s.tokens)-1]
	if i, found := s.at[failure.From]; found && !strings.HasSuffix(failure.Message, "EOF") {
		return s.unexpected(i)
	}
	return s.errorAt(last.From, last.To, "syntax",
		fmt.Sprintf("the expression ends after %q", s.text(last)),
		"write the missing operand after it")
}

func (s *lexed) unexpected(i int) *ExpressionError {
	t := s.tokens[i]
	return s.errorAt(t.From, t.To, "syntax", fmt.Sprintf("unexpected %s", quoted(s.text(t))), "an operator, a comma, a name or a value is missing before it")
}

// ExpressionError is the reason why a text is not an expression of the language.
type ExpressionError struct {
	// From and To are the range of wrong characters, as offsets in characters; To is
	// exclusive.
	From, To int
	// Diagnostic is the finding without its place in a file.
	diagnostic.Diagnostic
}

// Error returns the summary and the detail with the offset.
func (e *ExpressionError) Error() string {
	text := fmt.Sprintf("character %d: %s", e.From+1, e.Summary)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

func (s *lexed) errorAt(from, to int, code, summary, detail string) *ExpressionError {
	return &ExpressionError{from, to, diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail}}
}
