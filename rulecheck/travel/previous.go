package travel

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
)

// previous are the tables of the edition before a new one, by block.
type previous map[string]*previousBlock

type previousBlock struct {
	columns []string
	rows    []row
}

// readPrevious returns the last edition of a regime before a day, or nil.
func readPrevious(files fs.FS, s *spec, from string) (previous, error) {
	names, err := fs.Glob(files, s.regime+"/*.yaml")
	if err != nil {
		return nil, err
	}
	var found previous
	latest := ""
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		content, list := syntax.Parse(name, data)
		if list.HasErrors() {
			return nil, list
		}
		if content.Get("edition") == nil || content.Get("part") != nil {
			continue // another kind of file
		}
		if begins := content.Get("valid").Get("from").Plain(); begins < from && begins > latest {
			latest = begins
			found = previous{}
			for _, name := range []string{"rates", "tiers", "areas"} {
				found[name] = previousRows(content.Get(name))
			}
		}
	}
	return found, nil
}

func previousRows(block *syntax.Node) *previousBlock {
	b := &previousBlock{columns: strings.Split(block.Get("columns").Plain(), separator)}
	for line := range strings.Lines(block.Get("rows").Plain()) {
		cells := make([]string, len(b.columns))
		copy(cells, strings.Split(strings.TrimRight(line, "\n"), separator))
		b.rows = append(b.rows, row{cells: cells})
	}
	return b
}

// block returns a table of the previous edition for one that was not given. A table about
// places is copied only if the definitions of all places are unchanged.
func (p previous) block(table tableSpec, s *spec, rates *sheet) ([]row, error) {
	b := p[table.Block]
	if b == nil || len(b.rows) == 0 {
		return nil, fmt.Errorf("a table of %s is needed, as earlier editions do not have it: its columns are %s", table.Block, strings.Join(table.Header, ", "))
	}
	first := s.Tables[0]
	key := first.Columns[0].To
	at := slices.Index(b.columns, key)
	if at < 0 {
		return b.rows, nil
	}
	before, now := p.definitions(key), map[string]string{}
	var changed []string
	for _, r := range rates.rowsFor(first.Columns) {
		id, words := r.cells[0], r.cells[slices.IndexFunc(first.Columns, func(c columnSpec) bool { return c.To == "defined" })]
		if _, seen := now[id]; !seen && before[id] != words {
			changed = append(changed, id+" ("+words+")")
		}
		now[id] = words
	}
	if len(changed) > 0 {
		return nil, errors.New("the definitions of these areas changed; give a table of " + table.Block + " with the columns " + strings.Join(table.Header, ", ") + ": " + strings.Join(changed, "; "))
	}
	return slices.DeleteFunc(b.rows, func(r row) bool { _, kept := now[r.cells[at]]; return !kept }), nil
}

// definitions returns the definitions of the places by their numbers.
func (p previous) definitions(key string) map[string]string {
	rates := p["rates"]
	id, words := slices.Index(rates.columns, key), slices.Index(rates.columns, "defined")
	all := map[string]string{}
	for _, r := range rates.rows {
		all[r.cells[id]] = r.cells[words]
	}
	return all
}
