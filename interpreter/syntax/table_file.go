package syntax

import "github.com/payslate/payslate/interpreter/diagnostic"

// TableFile is a parameter whose figures are in text files.
type TableFile struct {
	// File is the path of a file from that of the rules, with keys in braces.
	File      string           `key:"file"`
	FileRange diagnostic.Range `key:"file,at"`
	// Keys are what a look-up is by; Columns are those of an interval, from and to in one, and of
	// figures.
	Keys    []*Variable `key:"keys"`
	Columns []*Variable `key:"columns"`
	Range   diagnostic.Range
}

func (r *Reader) tableFile(n *Node) *TableFile {
	t := &TableFile{Range: n.Range}
	if !r.read(n, t) {
		return nil
	}
	return t
}
