package document

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
)

// What reads a value of a file reports one that is missing, or is not what it must be, and
// then gives nothing.

// Fail reports an error.
func (f *Folder) Fail(at diagnostic.Range, code, summary, detail string) {
	f.Findings.Fail(at, code, summary, detail)
}

// Unknown reports a word that is not one of those known.
func (f *Folder) Unknown(at diagnostic.Range, code, what, word string, known []string) {
	f.Findings.Suggest(at, code, "unknown "+what+" "+word, "Known: "+strings.Join(known, ", ")+".", diagnostic.Nearest(word, known))
}

// Need finds the value at a path of keys, which must be there.
func (f *Folder) Need(n *Node, path ...string) *Node {
	value := n
	for _, key := range path {
		if value = value.Get(key); value == nil || value.Null {
			f.Fail(n.Range, f.missing, "the key "+strings.Join(path, ".")+" is missing", "")
			return nil
		}
	}
	return value
}

// Scalar is the text at a path of keys.
func (f *Folder) Scalar(n *Node, path ...string) string { return f.Need(n, path...).Plain() }

// Plain is the text of a scalar; empty where there is none.
func (n *Node) Plain() string {
	if n == nil || n.Null {
		return ""
	}
	return n.Text
}

// Words reads a list of scalars, which may be missing.
func (f *Folder) Words(n *Node) (words []string) {
	if n == nil {
		return nil
	}
	if n.Kind != Sequence {
		f.Fail(n.Range, "wrong-shape", "a list is expected", "")
	}
	for _, item := range n.Items {
		words = append(words, item.Text)
	}
	return words
}

// Flag reads true or false under a key; a missing one is false.
func (f *Folder) Flag(n *Node, key string) bool {
	text := n.Get(key).Plain()
	if text != "" && text != "true" && text != "false" {
		f.Fail(n.Get(key).Range, "bad-flag", key+" must be true or false", "")
	}
	return text == "true"
}

// Count reads a whole number at a path of keys that is not negative.
func (f *Folder) Count(n *Node, path ...string) int {
	value := f.Need(n, path...)
	if value == nil {
		return 0
	}
	count, err := strconv.Atoi(value.Text)
	if err != nil || count < 0 {
		f.Fail(value.Range, "bad-number", fmt.Sprintf("%s must be a whole number, not %s", strings.Join(path, "."), value.Text), "Write digits, such as 15000.")
	}
	return count
}

// Decimal reads a number at a path of keys.
func (f *Folder) Decimal(n *Node, path ...string) number.Decimal {
	value := f.Need(n, path...)
	if value == nil {
		return number.Decimal{}
	}
	d, err := number.Parse(value.Text)
	if err != nil {
		f.Fail(value.Range, "bad-number", strings.Join(path, ".")+" must be a number", "")
	}
	return d
}

// Day reads a calendar day, YYYY-MM-DD, which may be missing.
func (f *Folder) Day(n *Node) string {
	if n == nil {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, n.Text); err != nil {
		f.Fail(n.Range, "bad-date", n.Text+" is not a date", "Write 2026-01-31: year, month, day.")
		return ""
	}
	return n.Text
}
