package coverage

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
)

// read tells the form of a text and the words of its parts. A form is a regular
// expression whose alternatives are tried in the order of the grammar.
func read(g *declaration.Grammar, text string, reach func(owner, value string)) {
	for _, how := range g.Normalise {
		switch how {
		case "upper":
			text = strings.ToUpper(text)
		case "no_blanks":
			text = strings.ReplaceAll(text, " ", "")
		}
	}
	for _, form := range g.Forms {
		pattern := regexp.MustCompile(formPattern(g, form))
		found := pattern.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		reach(g.Name, form.Name)
		for i, name := range pattern.SubexpNames() {
			if name != "" && found[i] != "" {
				reach(g.Name+"."+name, found[i])
			}
		}
		return
	}
}

// formPattern writes a form as a regular expression with a group for each part.
func formPattern(g *declaration.Grammar, form *declaration.Form) string {
	var pattern strings.Builder
	for _, piece := range form.Pieces {
		switch {
		case piece.Literal != "":
			pattern.WriteString(regexp.QuoteMeta(piece.Literal))
		case piece.Set != "":
			pattern.WriteString("[" + regexp.QuoteMeta(piece.Set) + "]")
		default:
			pattern.WriteString(partPattern(g, piece.Part))
		}
	}
	return "^" + pattern.String() + "$"
}

func partPattern(g *declaration.Grammar, name string) string {
	for _, part := range g.Parts {
		if part.Name != name {
			continue
		}
		inner := fmt.Sprintf("[0-9]{%d,%d}", part.Digits[0], part.Digits[1])
		if len(part.OneOf) > 0 {
			words := make([]string, len(part.OneOf))
			for i, word := range part.OneOf {
				words[i] = regexp.QuoteMeta(word)
			}
			inner = strings.Join(words, "|")
		}
		optional := ""
		if part.Optional {
			optional = "?"
		}
		return "(?P<" + name + ">" + inner + ")" + optional
	}
	return ""
}
