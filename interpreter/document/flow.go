package document

import "strings"

// checkCut finds an unquoted expression that YAML has split at its commas: in
// {amount: min(a, b)} it reads the keys "amount", whose value is "min(a", and
// "b)", which has none. One finding per map or list is enough.
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

// balanced reports whether every parenthesis outside quotes has its partner.
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
