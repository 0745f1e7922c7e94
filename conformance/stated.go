package conformance

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Statement is a text, word, number or date of a file that is not part of a formula.
type Statement struct {
	// Place is the path of keys to it, such as "inputs profile church label en".
	Place string
	Node  *document.Node
}

// Key returns the last key of the place.
func (s *Statement) Key() string {
	key, _, _ := strings.Cut(s.Place[strings.LastIndexByte(s.Place, ' ')+1:], ".")
	return key
}

// IsText reports whether it is a text in one of the languages in use.
func (s *Statement) IsText() bool {
	_, is := wording.Lookup(s.Key())
	return is
}

// Statements lists the texts, references, sources, ranges, defaults and definitions of a
// file.
func Statements(root *document.Node) []Statement {
	var list []Statement
	var walk func(place string, n *document.Node, formulas, input bool)
	walk = func(place string, n *document.Node, formulas, input bool) {
		s := Statement{strings.TrimSpace(place), n}
		switch {
		case n.Kind == document.Sequence:
			for i, item := range n.Items {
				walk(place+"."+strconv.Itoa(i), item, formulas, input)
			}
		case n.Kind == document.Scalar && !n.Null && (!formulas || s.IsText() || slices.Contains(proseKeys, s.Key())):
			list = append(list, s)
		}
		for _, e := range n.Entries {
			key := e.Key.Text
			if slices.Contains(unstated, key) || key == "about" && !input {
				continue
			}
			walk(place+" "+key, e.Value, formulas || key == "programs", input || key == "inputs")
		}
	}
	walk("", root, false, false)
	return list
}

// Blocks lists the tables of a file, which are texts with a line for each row.
func Blocks(root *document.Node) (blocks []Statement) {
	for _, e := range root.Entries {
		if e.Key.Text == "rows" && e.Value.Kind == document.Scalar {
			blocks = append(blocks, Statement{"rows", e.Value})
			continue
		}
		for _, inside := range slices.Concat([]*document.Node{e.Value}, e.Value.Items) {
			for _, block := range Blocks(inside) {
				blocks = append(blocks, Statement{e.Key.Text + " " + block.Place, block.Node})
			}
		}
	}
	return blocks
}

// mostRows is the largest number of rows of a table that is copied; of a longer one there
// is a digest.
const mostRows = 5000

// textsOf returns the statements of a file by place, and the texts of its rows without
// their numbers, for which tables have sums.
func textsOf(root *document.Node) map[string]string {
	texts := map[string]string{}
	if root == nil { // the file cannot be read
		return texts
	}
	for _, s := range Statements(root) {
		texts[s.Place] = s.Node.Text
	}
	for _, block := range Blocks(root) {
		lines := strings.Split(strings.TrimSuffix(block.Node.Text, "\n"), "\n")
		if len(lines) > mostRows {
			texts[block.Place] = document.Digest(map[string][]byte{"rows": []byte(block.Node.Text)})
			continue
		}
		for i, line := range lines {
			cells := strings.Split(line, " | ")
			for k, cell := range cells {
				if _, err := number.Parse(strings.TrimSpace(cell)); err == nil {
					cells[k] = ""
				}
			}
			texts[fmt.Sprintf("%s.%04d", block.Place, i)] = strings.Join(cells, "|")
		}
	}
	return texts
}

// proseKeys are the keys in programs whose values are not formulas. unstated are the keys of
// figures, rows of tables and lists of files.
var (
	proseKeys = []string{"label", "cite", "source", "min", "max", "above", "below", "multiple_of", "min_length", "max_length", "key", "payer", "group", "error", "field"}
	unstated  = []string{"value", "values", "bands", "rows", "count", "sum", "tables", "made_of", "example", "figures"}
)

// The values of Set.Stated.
const (
	StatedRules  = "rules"
	StatedTables = "tables"
)

// statedChecker compares the statements of files with a copy. Missing files are skipped.
type statedChecker struct {
	set   *Set
	files fs.FS
	read  map[string]map[string]string // by file and place
}

func (s *Set) prepareStated(subject *Subject) (func() checker, error) {
	files := subject.Files
	if s.Stated == StatedTables {
		files = subject.TableFiles
	}
	if files == nil {
		return nil, fmt.Errorf("set %s compares texts of the %s: it needs their files", s.Name, s.Stated)
	}
	return func() checker { return &statedChecker{s, files, map[string]map[string]string{}} }, nil
}

func (c *statedChecker) close() {}

func (c *statedChecker) check(i int, report func(Comparison)) {
	t := c.set.table
	file, place, _ := strings.Cut(t.cases[i], ": ")
	stated, known := c.read[file]
	if !known {
		if data, err := fs.ReadFile(c.files, file); err == nil {
			root, _ := document.Parse(file, data)
			stated = textsOf(root)
		}
		c.read[file] = stated
	}
	found := Comparison{Case: t.cases[i], Output: t.outputs[0], Want: t.rows[i].want[0], Got: stated[place], Result: Matches}
	if stated != nil && found.Got != found.Want {
		found.Result = Differs
		found.Reason = "if the change is intended, run go test ./conformance -run Stated -update"
	}
	report(found)
}
