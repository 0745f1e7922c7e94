package travel

import (
	"encoding/csv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/tables"
)

// rebuilt is the publications of a committed edition, made of its table file.
type rebuilt struct {
	t       *testing.T
	folder  string
	edition string
	tables  map[string][][]string // by block: the header and the rows
}

// rebuild turns the table file of an edition back into publications.
func rebuild(t *testing.T, kind, edition string) *rebuilt {
	t.Helper()
	all, err := specs(tables.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	s := find(all, kind)
	data, err := fs.ReadFile(tables.Embedded(), s.regime+"/"+edition+".yaml")
	if err != nil {
		t.Fatal(err)
	}
	var content map[string]yaml.Node
	if err := yaml.Unmarshal(data, &content); err != nil {
		t.Fatal(err)
	}
	r := &rebuilt{t, t.TempDir(), edition, map[string][][]string{}}
	for _, table := range s.Tables {
		rows := [][]string{table.Header}
		var block struct{ Rows string }
		node := content[table.Block]
		if err := node.Decode(&block); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(block.Rows) {
			cells := make([]string, len(table.Header))
			cells[slices.Index(table.Header, s.Edition.Name)] = edition
			for i, cell := range strings.Split(strings.TrimRight(line, "\n"), separator) {
				cells[slices.Index(table.Header, table.Columns[i].From)] = strings.TrimSpace(cell)
			}
			rows = append(rows, cells)
		}
		r.tables[table.Block] = rows
	}
	return r
}

// csv writes a block as CSV and returns the file.
func (r *rebuilt) csv(block string) string {
	r.t.Helper()
	name := filepath.Join(r.folder, block+".csv")
	file, err := os.Create(name)
	if err != nil {
		r.t.Fatal(err)
	}
	defer file.Close()
	if err := csv.NewWriter(file).WriteAll(r.tables[block]); err != nil {
		r.t.Fatal(err)
	}
	return name
}
