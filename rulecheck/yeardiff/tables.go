package yeardiff

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/interpreter/syntax"
)

// column is a column of a table: its figures in the order of the rows, with what precedes them.
type column []struct{ row, figure string }

// keyInName matches a key in the name of a table's file.
var keyInName = regexp.MustCompile(`\{[^}]*\}`)

// columnsOf reads the columns of a table by the file, without its ending, and their heads. Columns
// named beside all figures of a row, from and to and those of keys, are part of the row.
func columnsOf(files fs.FS, p *syntax.Parameter) (map[string]column, error) {
	pattern := path.Join(path.Dir(p.Range.File), keyInName.ReplaceAllString(p.Table.File, "*"))
	names, err := fs.Glob(files, pattern+"*")
	found := map[string]column{}
	inRow := []string{rows.From, rows.To}
	for _, key := range p.Table.Keys {
		inRow = append(inRow, key.Name)
	}
	for _, name := range names {
		text, err := rows.Text(files, name)
		if err != nil {
			return nil, err
		}
		reader := csv.NewReader(strings.NewReader(string(text)))
		reader.Comment = '#'
		all, err := reader.ReadAll()
		if err != nil || len(all) == 0 {
			return nil, fmt.Errorf("%s cannot be read: %w", name, err)
		}
		file, _, _ := strings.Cut(path.Base(name), ".")
		labels := make([]string, len(all)) // of rows
		for j, head := range all[0] {
			for i := 0; head != rows.To && slices.Contains(inRow, head) && i < len(all); i++ {
				labels[i] = strings.TrimSpace(labels[i] + " " + all[i][j])
			}
		}
		for j, head := range all[0] {
			if slices.Contains(inRow, head) {
				continue
			}
			var c column
			for i, row := range all {
				if i > 0 && row[j] != "" {
					c = append(c, struct{ row, figure string }{labels[i], row[j]})
				}
			}
			found[file+" "+head] = c
		}
	}
	return found, err
}

// differ compares two columns: how many figures differ of how many, and the row, figure and
// other figure of the largest difference.
func differ(a, b column) (n, of int, largest [3]string) {
	before := map[string]string{}
	for _, cell := range a {
		before[cell.row] = cell.figure
	}
	var size number.Decimal
	for _, cell := range b {
		old, had := before[cell.row]
		delete(before, cell.row)
		if had && old == cell.figure {
			continue
		}
		n++
		x, wrong := number.Parse(old)
		y, other := number.Parse(cell.figure)
		if change := y.Sub(x).Abs(); wrong == nil && other == nil && change.Cmp(size) > 0 {
			size, largest = change, [3]string{cell.row, old, cell.figure}
		}
	}
	n += len(before)
	return n, max(len(a), len(b)), largest
}

// changedTables lists the columns of tables that differ between two years' parameters.
func changedTables(files fs.FS, before, after []*syntax.Parameter) (list []Figure, err error) {
	for _, now := range after {
		at := slices.IndexFunc(before, func(p *syntax.Parameter) bool { return p.Name == now.Name && p.Table != nil })
		if now.Table == nil || at < 0 {
			continue
		}
		old, err := columnsOf(files, before[at])
		if err != nil {
			return nil, err
		}
		own, err := columnsOf(files, now)
		if err != nil {
			return nil, err
		}
		names := maps.Clone(old)
		maps.Copy(names, own)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			f := Figure{Key: now.Name + " " + name, Label: now.Label.English.Plain(), Cite: now.Cite, Place: now.Table.FileRange.String()}
			n, of, largest := differ(old[name], own[name])
			switch {
			case n == 0:
				continue
			case old[name] == nil || own[name] == nil:
				if f.After = diagnostic.Counted(len(own[name]), "bracket"); own[name] == nil {
					f.Before, f.After = diagnostic.Counted(len(old[name]), "bracket"), ""
				}
			default:
				f.After = fmt.Sprintf("%d of %s differ", n, diagnostic.Counted(of, "bracket"))
				if largest[1] != "" {
					f.After += fmt.Sprintf(", largest %s to %s at %s", largest[1], largest[2], largest[0])
				}
			}
			list = append(list, f)
		}
	}
	return list, nil
}
