package syntax

import (
	"fmt"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"strconv"
	"strings"
)

// Reader reads values of files and collects the findings. A method that reads a value
// returns the zero value if the value is missing or wrong.
type Reader struct {
	Findings diagnostic.List
	Codes
}

// Codes are the codes of findings that depend on the caller: for a missing value, for one
// that is not true or false, and for one that is not a whole number.
type Codes struct{ Missing, Flag, Whole string }

// Fail reports an error.
func (r *Reader) Fail(at diagnostic.Range, code, summary, detail string) {
	r.Findings.Fail(at, code, summary, detail)
}

// Unknown reports a word that is not one of the known ones.
func (r *Reader) Unknown(at diagnostic.Range, code, what, word string, known []string) {
	r.Findings.Suggest(at, code, "unknown "+what+" "+word, "Known: "+strings.Join(known, ", ")+".", diagnostic.Nearest(word, known))
}

// Need returns the value at a path of keys and reports a missing one.
func (r *Reader) Need(n *Node, path ...string) *Node {
	value := n
	for _, key := range path {
		if value = value.Get(key); value == nil || value.Null {
			r.Fail(n.Range, r.Codes.Missing, "the key "+strings.Join(path, ".")+" is missing", "")
			return nil
		}
	}
	return value
}

// Scalar reads the text at a path of keys, which is required.
func (r *Reader) Scalar(n *Node, path ...string) string {
	return r.Word(r.Need(n, path...), strings.Join(path, "."))
}

// Plain returns the text of a scalar; empty if n is nil or null.
func (n *Node) Plain() string {
	if n == nil || n.Null {
		return ""
	}
	return n.Text
}

// Word reads the text of a scalar; n may be nil.
func (r *Reader) Word(n *Node, what string) string {
	if n == nil {
		return ""
	}
	if n.Kind != Scalar || n.Null {
		detail := ""
		if n.Null {
			detail = "The value is empty."
		}
		r.Fail(n.Range, "wrong-shape", what+" must be a text", detail)
		return ""
	}
	return n.Text
}

// Words reads a list of scalars; n may be nil.
func (r *Reader) Words(n *Node) (words []string) {
	if n == nil {
		return nil
	}
	if n.Kind != Sequence {
		r.Fail(n.Range, "wrong-shape", "a list is expected", "")
	}
	return Texts(n.Items)
}

// Texts returns the texts of scalars.
func Texts(nodes []*Node) (texts []string) {
	for _, n := range nodes {
		texts = append(texts, n.Text)
	}
	return texts
}

// Flag reads true or false at a key; a missing value is false.
func (r *Reader) Flag(n *Node, key string) bool {
	if value := n.Get(key); value != nil {
		return r.flag(value, key)
	}
	return false
}

func (r *Reader) flag(value *Node, key string) bool {
	if value.Kind != Scalar || value.Text != "true" && value.Text != "false" {
		r.Fail(value.Range, r.Codes.Flag, key+" must be true or false", "")
	}
	return value.Text == "true"
}

// Count reads a whole number at a path of keys, which is required.
func (r *Reader) Count(n *Node, path ...string) int {
	return r.Whole(r.Need(n, path...), strings.Join(path, "."), 0)
}

// mostCounted bounds whole numbers.
const mostCounted = 1_000_000

// Whole reads a whole number from 0; otherwise is the result if n is nil.
func (r *Reader) Whole(n *Node, what string, otherwise int) int {
	if n == nil {
		return otherwise
	}
	count, err := strconv.Atoi(n.Text)
	if err != nil || count < 0 || count > mostCounted {
		r.Fail(n.Range, r.Codes.Whole, fmt.Sprintf("%s must be a whole number from 0 to 1,000,000", what), "Write digits, such as 15000.")
		return otherwise
	}
	return count
}

// Decimal reads a number at a path of keys, which is required.
func (r *Reader) Decimal(n *Node, path ...string) number.Decimal {
	if value := r.Need(n, path...); value != nil {
		return r.decimal(value, strings.Join(path, "."))
	}
	return number.Decimal{}
}

func (r *Reader) decimal(n *Node, what string) number.Decimal {
	d, err := number.Parse(n.Text)
	if err != nil {
		r.Fail(n.Range, "bad-number", what+" must be a number", "")
	}
	return d
}

// Day reads a date, YYYY-MM-DD; n may be nil.
func (r *Reader) Day(n *Node) string {
	if n == nil {
		return ""
	}
	if _, is := number.ParseDate(n.Text); !is {
		r.Fail(n.Range, "bad-date", n.Text+" is not a date", "Write 2026-01-31: year, month, day.")
		return ""
	}
	return n.Text
}
