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

// Statement is a text, word, number or date that a file states outside its formulas.
type Statement struct {
	// Place is the keys that lead to it, such as "inputs profile church label en".
	Place string
	Node  *document.Node
}

// Key is the last word of the place.
func (s *Statement) Key() string {
	key, _, _ := strings.Cut(s.Place[strings.LastIndexByte(s.Place, ' ')+1:], ".")
	return key
}

// IsText reports whether it is a text in one of the languages that are in use.
func (s *Statement) IsText() bool {
	_, is := wording.Lookup(s.Key())
	return is
}

// Statements lists what a file states: texts, references, sources, ranges, defaults and definitions.
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

// Blocks lists the tables of a file, which are texts of one line for each row.
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

// mostRows is how many rows of a table are copied; of a longer one there is a digest.
const mostRows = 5000

// wordsOf are the statements of a file and the words of its rows, without the numbers
// there, which are summed.
func wordsOf(root *document.Node) map[string]string {
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
			words := strings.Split(line, " | ")
			for k, word := range words {
				if _, err := number.Parse(strings.TrimSpace(word)); err == nil {
					words[k] = ""
				}
			}
			texts[fmt.Sprintf("%s.%04d", block.Place, i)] = strings.Join(words, "|")
		}
	}
	return texts
}

// proseKeys are the keys of a program whose values are no formulas; unstated are those of
// what is computed with, of rows of tables, and of how files are put together.
var (
	proseKeys = []string{"label", "cite", "source", "min", "max", "above", "below", "multiple_of", "min_length", "max_length", "key", "payer", "group", "error", "field"}
	unstated  = []string{"value", "values", "bands", "rows", "count", "sum", "tables", "made_of", "example", "figures"}
)

// The files that a set of statements is about.
const (
	StatedRules  = "rules"
	StatedTables = "tables"
)

// statedChecker compares what files state with a second copy of it. A file that is
// not there states nothing.
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
		return nil, fmt.Errorf("set %s compares files of %s: it needs them", s.Name, s.Stated)
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
			stated = wordsOf(root)
		}
		c.read[file] = stated
	}
	found := Comparison{Case: t.cases[i], Output: t.outputs[0], Want: t.rows[i].want[0], Got: stated[place], Result: Matches}
	if stated != nil && found.Got != found.Want {
		found.Result = Differs
		found.Reason = "go test ./conformance -run Stated -update copies what was changed on purpose"
	}
	report(found)
}
