package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// builder builds the tree in the order of the file: the cursor only moves forward, so
// the work is linear.
type builder struct {
	source *source
	at     cursor
	found  diagnostic.List
	spare  []Node // allocated together, as most are dropped together: see [Node.apart]
}

func (b *builder) node() *Node {
	if len(b.spare) == 0 {
		b.spare = make([]Node, 32)
	}
	n := &b.spare[0]
	b.spare = b.spare[1:]
	n.source, n.offset = b.source, b.at.offset
	return n
}

// maxFindings bounds the findings of a file: a hostile file could have one for each
// entry.
const maxFindings = 1000

func (b *builder) refuse(subject diagnostic.Range, code, summary, detail string, meant ...string) {
	if len(b.found) == maxFindings {
		return
	}
	b.found.Suggest(subject, code, summary, detail, strings.Join(meant, ""))
}

// curlyQuotes are quotation marks of printed text; a word may begin with ’.
const curlyQuotes = "“”„‟‘‚«»"

// build converts a node of the library and moves the cursor after it.
func (b *builder) build(from *yaml.Node, depth int) *Node {
	if at := b.source.seek(b.at, from.Line, from.Column); at.offset > b.at.offset || b.at.Line == 0 {
		b.at = at // the library may place an absent value before its key
	}
	n := b.node()
	n.Range = diagnostic.Range{File: b.source.file, Start: b.at.Position, End: b.at.Position}
	decorated := b.refuseDecorations(from, n)
	switch {
	case from.Kind == yaml.MappingNode && b.checkDepth(n, depth):
		n.Kind, n.Flow = Mapping, from.Style&yaml.FlowStyle != 0
		b.buildEntries(n, from.Content, depth)
	case from.Kind == yaml.SequenceNode && b.checkDepth(n, depth):
		n.Kind, n.Flow = Sequence, from.Style&yaml.FlowStyle != 0
		for _, item := range from.Content {
			n.Items = append(n.Items, b.build(item, depth+1))
		}
	case from.Kind == yaml.ScalarNode:
		n.Kind, n.Text, n.style = Scalar, from.Value, styleOf(from)
		n.Quoted = n.style != plain
		n.Null = !n.Quoted && isNull(n.Text)
		if !decorated {
			b.at = n.end(b.at)
		}
		if mark, _ := utf8.DecodeRuneInString(n.Text); n.style == plain && strings.ContainsRune(curlyQuotes, mark) {
			n.Range.End = b.at.Position
			b.refuse(n.Range, "invalid-character", "YAML does not know the quotation mark "+string(mark), "write straight quotes: \" or '", strconv.Quote(strings.Trim(n.Text, curlyQuotes+"’")))
		}
	default:
		n.Kind, n.Null = Scalar, true
	}
	if n.Flow && !decorated {
		b.skipToClosing(n)
	}
	n.Range.End = b.at.Position
	if n.Flow {
		b.checkCut(n)
	}
	return n
}

func (b *builder) buildEntries(n *Node, content []*yaml.Node, depth int) {
	first := make(map[string]diagnostic.Position, len(content)/2)
	for i := 0; i+1 < len(content); i += 2 {
		key := b.build(content[i], depth+1)
		afterKey := b.at
		value := b.build(content[i+1], depth+1)
		if value.Null && value.Text == "" && value.Range.Start.Line != afterKey.Line {
			// The library places an absent value at the next token.
			value.Range.Start, value.Range.End = afterKey.Position, afterKey.Position
			b.at = afterKey
		}
		if !b.checkKey(key) {
			continue
		}
		if place, twice := first[key.Text]; twice {
			b.refuse(key.Range, "duplicate-key", fmt.Sprintf("the key %s is given twice", strconv.Quote(key.Text)),
				fmt.Sprintf("it is first given in line %d; keep one of them", place.Line))
			continue
		}
		first[key.Text] = key.Range.Start
		n.Entries = append(n.Entries, Entry{Key: key, Value: value})
	}
}

// checkCut reports an unquoted expression that YAML has split at its commas: it reads
// {amount: min(a, b)} as the key "amount" with the value "min(a" and the key "b)"
// without a value.
func (b *builder) checkCut(n *Node) {
	pieces := slices.Clone(n.Items)
	digits := func(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
	for i, e := range n.Entries {
		if i > 0 && e.Value.Null && digits(e.Key.Text) && digits(n.Entries[i-1].Value.Text) {
			before := n.Entries[i-1].Value
			b.refuse(before.Range, "bad-number", "is not a number: "+before.Text+","+e.Key.Text, "write a decimal point: "+before.Text+"."+e.Key.Text)
			n.Entries = slices.Delete(n.Entries, i, i+1) // not a key
			return
		}
		if e.Value.Null && e.Value.Text == "" && !strings.Contains(e.Key.Text, ")") {
			b.refuse(e.Key.Range, "missing-value", "a key in a flow map has no value", "write its value, or null; an expression with a comma needs quotes")
			return
		}
		pieces = append(pieces, e.Key, e.Value)
	}
	for _, piece := range pieces {
		if piece.Kind == Scalar && !piece.Quoted && strings.Count(piece.Text, "(") != strings.Count(piece.Text, ")") {
			b.refuse(piece.Range, "cut-expression", "YAML splits this expression at its comma",
				"put the expression in quotes, or write the map or list on several lines")
			return
		}
	}
}

func (b *builder) checkKey(key *Node) bool {
	switch {
	case key.Kind != Scalar:
		b.refuse(key.Range, "invalid-key", fmt.Sprintf("a key cannot be a %s", key.Kind), "write the key as one word, or in quotes")
	case !key.Quoted && key.Text == "<<":
		b.refuse(key.Range, "merge-key", "merge keys are not allowed here", "write the entries out")
	case key.Null:
		b.refuse(key.Range, "invalid-key", "a key is missing", "write the key before the colon; the word null needs quotes")
	default:
		return true
	}
	return false
}

func (b *builder) checkDepth(n *Node, depth int) bool {
	if depth < MaxNesting {
		return true
	}
	b.refuse(n.Range, "nesting-too-deep", fmt.Sprintf("maps and lists are nested more than %d deep", MaxNesting), "write a flatter structure")
	return false
}

// refuseDecorations rejects aliases, anchors and tags, and reports whether there were any.
func (b *builder) refuseDecorations(from *yaml.Node, n *Node) bool {
	// The library drops a lone !, but an untagged value cannot begin with one.
	isAbsent := from.Kind == yaml.ScalarNode && from.Style == 0 && from.Value == ""
	isTagged := !isAbsent && n.offset < len(b.source.data) && b.source.data[n.offset] == '!'
	switch {
	case from.Kind == yaml.AliasNode:
		b.refuse(n.Range, "alias", "aliases are not allowed here", "write the value out")
	case from.Anchor != "":
		b.refuse(n.Range, "anchor", "anchors are not allowed here", "remove the word that begins with &")
	case isTagged || from.Style&yaml.TaggedStyle != 0:
		b.refuse(n.Range, "tag", "tags are not allowed here", "remove the word that begins with !; quotes make a value a text")
	default:
		return false
	}
	return true
}

// skipToClosing moves the cursor after the closing bracket of a flow map or list. A
// pair such as [a: b] is a map without brackets.
func (b *builder) skipToClosing(n *Node) {
	data := b.source.data
	var closing byte
	switch {
	case n.Kind == Sequence:
		closing = ']'
	case n.offset < len(data) && data[n.offset] == '{':
		closing = '}'
	default:
		return
	}
	for i := max(b.at.offset, n.offset+1); i < len(data); i++ {
		switch data[i] {
		case '#':
			for i+1 < len(data) && data[i+1] != '\n' {
				i++
			}
		case closing:
			b.at = b.source.advance(b.at, i+1)
			return
		}
	}
}

func styleOf(from *yaml.Node) style {
	switch {
	case from.Style&yaml.DoubleQuotedStyle != 0:
		return doubleQuoted
	case from.Style&yaml.SingleQuotedStyle != 0:
		return singleQuoted
	case from.Style&yaml.LiteralStyle != 0:
		return literal
	case from.Style&yaml.FoldedStyle != 0:
		return folded
	default:
		return plain
	}
}

func isNull(text string) bool {
	return slices.Contains([]string{"", "~", "null", "Null", "NULL"}, text)
}
