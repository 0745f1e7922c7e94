package syntax

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Grammar declares how a text is parsed.
type Grammar struct {
	Name      string
	Range     diagnostic.Range
	Normalise []string `key:"normalise"`
	Parts     []*Part
	Forms     []*Form
	Error     string `key:"otherwise.error"`
	Message   *Text  `key:"otherwise.message,spoken"`
}

// Part is a named part of a text: one of some words, or an integer.
type Part struct {
	Name  string
	OneOf []string // nil for an integer
	// Optional reports whether a text may lack it.
	Optional bool
}

// Form is one way to write the text.
type Form struct {
	Name    string
	Pattern *regexp.Regexp
	tree    *syntax.Regexp
}

func (r *Reader) grammar(e Entry, name string) *Grammar {
	g := &Grammar{Name: name, Range: e.Key.Range, Error: usualError}
	if !r.read(e.Value, g) {
		return nil
	}
	for _, part := range r.entries(e.Value.Get("parts")) {
		g.Parts = append(g.Parts, r.part(part))
	}
	forms := r.entries(e.Value.Get("forms"))
	for _, form := range forms {
		r.form(g, form)
	}
	for i, part := range r.entries(e.Value.Get("parts")) {
		within := func(f *Form) bool { return f.Pattern.SubexpIndex(g.Parts[i].Name) >= 0 }
		if len(forms) > 0 && len(g.Forms) == len(forms) && !slices.ContainsFunc(g.Forms, within) {
			r.Findings.Warn(part.Key.Range, "unused-name", "no form of grammar "+name+" has the part "+g.Parts[i].Name, "Name a group of a form by it, or remove it.")
		}
	}
	for _, p := range g.Parts {
		p.Optional = slices.ContainsFunc(g.Forms, func(f *Form) bool { return !hasAlways(f.tree, p.Name) })
	}
	r.otherwise(g)
	return g
}

func (r *Reader) part(e Entry) *Part {
	p := &Part{Name: r.name(e.Key)}
	if p.Name == "form" || p.Name == "text" {
		r.Findings.Fail(e.Key.Range, "reserved-name", "`"+p.Name+"` is a name that every text has", "Choose another name for the part.")
	}
	if e.Value.Kind == Sequence {
		p.OneOf = r.words(e.Value)
	}
	return p
}

// emptyGroup is a group that stands for the words of a part.
var emptyGroup = regexp.MustCompile(`\(\?P?<(\w+)>\)`)

func (r *Reader) form(g *Grammar, e Entry) {
	written := e.Value.Plain()
	pattern := emptyGroup.ReplaceAllStringFunc(written, func(group string) string {
		part := g.Part(emptyGroup.FindStringSubmatch(group)[1])
		if part == nil || part.OneOf == nil {
			return group
		}
		words := make([]string, len(part.OneOf))
		for i, word := range part.OneOf {
			words[i] = regexp.QuoteMeta(word)
		}
		return group[:len(group)-1] + strings.Join(words, "|") + ")"
	})
	compiled, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		at, reason := e.Value.Range, err.Error()
		if wrong := new(syntax.Error); errors.As(err, &wrong) {
			reason = wrong.Code.String()
			if i := strings.Index(written, wrong.Expr); i >= 0 && wrong.Expr != "" {
				from := utf8.RuneCountInString(written[:i])
				at = e.Value.Span(from, from+utf8.RuneCountInString(wrong.Expr))
			}
		}
		r.Findings.Fail(at, "bad-pattern", "this is not a regular expression: "+reason, "Write a group (?<part>) for a part, [ABC] for one of these letters.")
		return
	}
	for _, before := range g.Forms {
		if before.Pattern.String() == compiled.String() {
			r.Findings.Fail(e.Key.Range, "unreachable", "the form "+e.Key.Text+" is never reached: "+before.Name+" has the same pattern", "Remove one of them, or correct its pattern.")
			return
		}
	}
	form := &Form{Name: e.Key.Text, Pattern: compiled}
	form.tree, _ = syntax.Parse(pattern, syntax.Perl) // it has just been compiled
	for i, name := range compiled.SubexpNames() {
		if name != "" && slices.Contains(compiled.SubexpNames()[:i], name) {
			r.Findings.Fail(e.Value.Range, "bad-pattern", "the form has the part "+name+" twice", "Name one group by it; write a form for each place where it may stand.")
			return
		}
		if name != "" && g.Part(name) == nil {
			at := strings.Index(written, name)
			r.Findings.Suggest(e.Value.Span(at, at+len(name)), "unknown-name", fmt.Sprintf("grammar %s has no part %q", g.Name, name), "Add it under parts, or correct its name.", diagnostic.Nearest(name, diagnostic.Names(g.Parts, func(p *Part) string { return p.Name })))
			return
		}
	}
	g.Forms = append(g.Forms, form)
}

// hasAlways reports whether every text that a pattern matches has a group.
func hasAlways(pattern *syntax.Regexp, group string) bool {
	within := func(sub *syntax.Regexp) bool { return hasAlways(sub, group) }
	switch pattern.Op {
	case syntax.OpCapture:
		return pattern.Name == group || within(pattern.Sub[0])
	case syntax.OpConcat, syntax.OpPlus:
		return slices.ContainsFunc(pattern.Sub, within)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(pattern.Sub, func(sub *syntax.Regexp) bool { return !within(sub) })
	case syntax.OpRepeat:
		return pattern.Min > 0 && within(pattern.Sub[0])
	}
	return false
}

func (r *Reader) otherwise(g *Grammar) {
	if g.Message == nil {
		return
	}
	for _, t := range g.Message.Each() {
		for _, piece := range t.Pieces {
			if piece.Value == nil {
				continue
			}
			if name, ok := piece.Value.Tree.(*ast.IdentifierNode); !ok || name.Value != "text" {
				r.Findings.Fail(piece.Value.Range(), "bad-template", "the message about a text can show {text} only", "Write {text} in its place, or leave it out.")
			}
		}
	}
}

// Part returns the part with a name; nil if there is none.
func (g *Grammar) Part(name string) *Part {
	for _, p := range g.Parts {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Words returns the texts of a form that is one of the words of a part; else nil.
func (f *Form) Words(g *Grammar) []string {
	if f.tree.Op != syntax.OpCapture {
		return nil
	}
	return g.Part(f.tree.Name).OneOf
}

// Samples returns texts of a form: the shortest, and those in which one part has another
// word, or digits from one to fifteen.
func (f *Form) Samples(g *Grammar) []string {
	texts := []string{sample(f.tree, "form", "")} // no part has this name
	for _, part := range g.Parts {
		words := part.OneOf
		if words == nil {
			for digits := range 15 {
				words = append(words, strings.Repeat("9", digits+1))
			}
		}
		for _, word := range words {
			if text := sample(f.tree, part.Name, word); !slices.Contains(texts, text) && f.Pattern.MatchString(text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// sample returns a short text that a pattern matches, with a word for one of its parts.
func sample(pattern *syntax.Regexp, part, word string) (text string) {
	switch pattern.Op {
	case syntax.OpLiteral:
		return string(pattern.Rune)
	case syntax.OpCharClass:
		return string(pattern.Rune[0])
	case syntax.OpQuest, syntax.OpStar:
		if !hasAlways(pattern.Sub[0], part) {
			return ""
		}
	case syntax.OpCapture:
		if pattern.Name == part {
			return word
		}
	case syntax.OpAlternate:
		return sample(pattern.Sub[0], part, word)
	case syntax.OpRepeat:
		return strings.Repeat(sample(pattern.Sub[0], part, word), pattern.Min)
	}
	for _, sub := range pattern.Sub {
		text += sample(sub, part, word)
	}
	return text
}
