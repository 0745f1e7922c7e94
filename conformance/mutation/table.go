package mutation

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// keyInName matches a key in the name of a table's file.
var keyInName = regexp.MustCompile(`\{[^}]*\}`)

// tableFiles lists the files of a table, each to be noticed as a whole: all its figures change by
// one in their last place at once, since a table has too many to try each.
func (r *read) tableFiles(p *syntax.Parameter) (list []figure) {
	pattern := keyInName.ReplaceAllString(path.Join(path.Dir(p.Range.File), p.Table.File), "*")
	for name := range r.MapFS {
		if is, _ := path.Match(pattern, strings.TrimSuffix(name, rows.Packed)); is {
			stem, _, _ := strings.Cut(path.Base(name), ".")
			list = append(list, figure{
				Figure: Figure{Name: p.Name + " " + stem, Value: "all figures", At: diagnostic.Range{File: name}, Unproved: p.Unproved, Unread: p.Unread != ""},
				yearly: p.Yearly, parameter: p.Name, table: p.Table, file: name,
			})
		}
	}
	slices.SortFunc(list, func(a, b figure) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// tableFile returns what notices a change of all figures of a table's file.
func (t *trying) tableFile(f *figure, cases []selection) string {
	text, err := rows.Text(t.MapFS, f.file)
	if err != nil {
		return ""
	}
	// A copy: the rules without the change read their tables on first use.
	whole := t.read
	defer func() { t.read = whole }()
	t.read = whole.edited(strings.TrimSuffix(f.file, rows.Packed), raised(text, f.table)) // found before a packed one
	return t.noticed(cases, t.Known[f.Name], rules.Options{})
}

// raised returns the text of a table with each figure raised by one in its last place.
func raised(text []byte, table *syntax.TableFile) []byte {
	kept := []string{rows.From, rows.To}
	for _, key := range table.Keys {
		kept = append(kept, key.Name)
	}
	var out bytes.Buffer
	var head []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), ",")
		if head == nil && !strings.HasPrefix(line, "#") {
			head = cells
		} else if len(cells) == len(head) {
			for i, cell := range cells {
				if d, err := number.Parse(cell); err == nil && !slices.Contains(kept, head[i]) {
					cells[i] = d.Add(number.New(1, d.Places())).String()
				}
			}
		}
		out.WriteString(strings.Join(cells, ",") + "\n")
	}
	return out.Bytes()
}
