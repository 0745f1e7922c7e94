package syntax

import "github.com/payslate/payslate/interpreter/diagnostic"

// TableFile is a parameter whose figures are in text files.
type TableFile struct {
	// File is the path of a file from that of the rules, with keys in braces.
	File      string           `key:"file"`
	FileRange diagnostic.Range `key:"file,at"`
	// Keys are what a look-up is by; Columns are those of an interval, from and to in one, and of
	// figures.
	Keys    []*Variable `key:"keys,a key"`
	Columns []*Variable `key:"columns,a column"`
	Range   diagnostic.Range
}

func (r *Reader) tableFile(n *Node, p *Parameter) *TableFile {
	t := &TableFile{Range: n.Range}
	if _, whole := r.read(n, n.Range, "the table of "+p.Name, "table_file", t); !whole {
		return nil
	}
	return t
}
