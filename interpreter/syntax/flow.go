package syntax

import "strings"

// checkCut reports an unquoted expression that YAML has split at its commas: it reads
// {amount: min(a, b)} as the key "amount" with the value "min(a" and the key "b)"
// without a value. It reports one finding for each map or list.
func (b *builder) checkCut(n *Node) {
	for i, piece := range pieces(n) {
		if piece.Kind != Scalar || piece.Quoted || balanced(piece.Text) {
			continue
		}
		cut := piece.Range
		for _, later := range pieces(n)[i+1:] {
			if later.Kind == Scalar && !later.Quoted && !balanced(later.Text) {
				cut.End = later.Range.End
			}
		}
		b.refuse(cut, "cut-expression", "YAML splits this expression at its comma",
			"put the expression in quotes, or write the map or list on several lines")
		return
	}
	for _, entry := range n.Entries {
		if entry.Value.Null && entry.Value.Text == "" && entry.Value.Range.Start == entry.Value.Range.End {
			b.refuse(entry.Key.Range, "missing-value", "a key in a flow map has no value",
				"write its value, or null; an expression with a comma needs quotes")
			return
		}
	}
}

func pieces(n *Node) []*Node {
	if n.Kind == Sequence {
		return n.Items
	}
	all := make([]*Node, 0, 2*len(n.Entries))
	for _, entry := range n.Entries {
		all = append(all, entry.Key, entry.Value)
	}
	return all
}

// balanced reports whether the parentheses outside quotes match.
func balanced(text string) bool {
	if !strings.ContainsAny(text, "()") {
		return true
	}
	depth := 0
	var quote rune
	for _, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"':
			quote = r
		case r == '(':
			depth++
		case r == ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}
