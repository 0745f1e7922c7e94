package rows

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
)

// Key is what a look-up is by.
type Key struct {
	Name  string
	Cases []string // of an enumeration; nil for a whole number
}

// Column is a column of figures.
type Column struct {
	Name   string
	Places int
	// Wrong returns what is wrong with a figure and the remedy; empty if it is plausible.
	Wrong func(figure number.Decimal) (summary, remedy string)
}

// Form is what a rule file says of a table.
type Form struct {
	// File is a path that names some of the keys in braces: tariffs/{canton}.csv.
	File string
	Keys []Key
	// Intervals reports whether rows begin with from and to, which have so many decimals.
	Intervals bool
	Places    int
	Columns   []Column
}

// The columns of an interval, which holds from one figure until below the other.
const (
	From = "from"
	To   = "to"
)

// MostKeys bounds the keys of a table, and mostFiles its files.
const (
	MostKeys  = 8
	mostFiles = 1000
)

// keyOf is a combination of keys: cases by their index, whole numbers as they are.
type keyOf [MostKeys]int64

// Table is a table whose files are read when they are first needed. It is safe for concurrent use.
type Table struct {
	Form
	files  fs.FS
	inFile []int                  // the keys that the name of the file has
	others []int                  // the others, in order
	parts  []atomic.Pointer[part] // by the keys in the name of the file
}

// New returns a table from files; the error says what is wrong with its form.
func New(form Form, from fs.FS) (*Table, error) {
	t := &Table{Form: form, files: from}
	for i, key := range form.Keys {
		if strings.Contains(form.File, "{"+key.Name+"}") {
			if key.Cases == nil {
				return nil, fmt.Errorf("the key %s in the name of the file is not an enumeration", key.Name)
			}
			t.inFile = append(t.inFile, i)
		} else {
			t.others = append(t.others, i)
		}
	}
	files := 1
	for _, i := range t.inFile {
		if files *= len(form.Keys[i].Cases); files > mostFiles {
			return nil, errors.New("the table has more than 1,000 files")
		}
	}
	t.parts = make([]atomic.Pointer[part], files)
	if name := t.fileOf(keyOf{}); strings.ContainsAny(name, "{}") {
		return nil, errors.New("the name of the file has a key in braces that keys: does not declare")
	}
	return t, nil
}

// fileOf returns the name of the file for keys.
func (t *Table) fileOf(keys keyOf) string {
	name := t.File
	for _, i := range t.inFile {
		name = strings.ReplaceAll(name, "{"+t.Keys[i].Name+"}", t.Keys[i].Cases[keys[i]])
	}
	return name
}

// names lists the files that the table may have, each with the keys that its name has.
func (t *Table) names(visit func(name string, keys keyOf)) {
	var try func(left []int, keys keyOf)
	try = func(left []int, keys keyOf) {
		if len(left) == 0 {
			visit(t.fileOf(keys), keys)
			return
		}
		for i := range t.Keys[left[0]].Cases {
			keys[left[0]] = int64(i)
			try(left[1:], keys)
		}
	}
	try(t.inFile, keyOf{})
}

// Files lists the files of the table that are there, packed or not.
func (t *Table) Files() (names []string) {
	t.names(func(name string, _ keyOf) {
		if packed, err := present(t.files, name); err == nil {
			names = append(names, packed)
		}
	})
	return names
}

// Packed is the ending of a file that is compressed.
const Packed = ".gz"

// present returns the name of a file that is there, as it is or packed.
func present(files fs.FS, name string) (string, error) {
	_, err := fs.Stat(files, name)
	if err != nil {
		if _, packed := fs.Stat(files, name+Packed); packed == nil {
			return name + Packed, nil
		}
	}
	return name, err
}

// Check reads all files and returns what is wrong with them. A case of a key without a file has
// no rows; at is where a table without any file is declared.
func (t *Table) Check(at diagnostic.Range) (found diagnostic.List) {
	if len(t.Files()) == 0 {
		found.Fail(at, "missing-file", "the table has no file "+t.fileOf(keyOf{}), "Put the file there, as text or packed by gzip, or correct file:.")
	}
	imported, without := false, []string{}
	t.names(func(name string, keys keyOf) {
		if packed, err := present(t.files, name); err == nil {
			p := t.read(packed, keys)
			found.Extend(p.found)
			if imported = imported || p.digested; !p.digested {
				without = append(without, packed)
			}
		}
	})
	for _, name := range without {
		if imported {
			found.Extend(edited(name, "the file has no digest of its rows, as imported files of the table have"))
		}
	}
	return found
}

// part is a file of a table as it is kept in memory.
type part struct {
	series map[keyOf]*series
	found  diagnostic.List
	// digested reports whether the digest of the rows stands above them.
	digested bool
}

// series has the rows of one combination of keys, the first with an open beginning at math.MinInt64.
type series struct {
	from []int64
	// cells are by column and row; one cell holds for all rows, and a column without cells is
	// not given.
	cells [][]int64
}

// kept shares the parts of equal files among the rule books that are in use.
var kept sync.Map // of weak.Pointer[part] by digest

// read reads a file, or takes it from another book that has read the same.
func (t *Table) read(name string, keys keyOf) *part {
	text, digest, err := unpacked(t.files, name)
	if err != nil {
		p := &part{}
		p.found.Fail(diagnostic.Range{File: name}, "missing-file", "the file cannot be read: "+err.Error(), "Put a file there that the program may read, as text or packed by gzip.")
		return p
	}
	key := sha256.Sum256(fmt.Appendf(digest[:], "%s %v %v %v", path.Base(name), keys, t.Keys, diagnostic.Names(t.Columns, func(c Column) string { return fmt.Sprint(c.Name, c.Places) })))
	if known, is := kept.Load(key); is {
		if p := known.(weak.Pointer[part]).Value(); p != nil {
			return p
		}
	}
	p := t.parse(name, text, keys)
	if len(p.found) == 0 { // findings name their file
		kept.Store(key, weak.Make(p))
	}
	return p
}

// partOf returns the file for keys, which it reads once; without rows if there is none.
func (t *Table) partOf(keys *keyOf) (*part, error) {
	at := int64(0)
	for _, i := range t.inFile {
		cases := int64(len(t.Keys[i].Cases))
		if keys[i] < 0 || keys[i] >= cases {
			return nil, fmt.Errorf("the table %s has no %s number %d", t.File, t.Keys[i].Name, keys[i])
		}
		at = at*cases + keys[i]
	}
	if p := t.parts[at].Load(); p != nil {
		return p, nil
	}
	p := &part{}
	name, err := present(t.files, t.fileOf(*keys))
	if err == nil {
		p = t.read(name, *keys)
		err = p.found.Err()
	}
	if errors.Is(err, fs.ErrNotExist) && len(t.Files()) == 0 {
		return nil, fmt.Errorf("the table has no file such as %s: put the files there, as text or packed by gzip", t.fileOf(*keys))
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	t.parts[at].Store(p)
	return p, nil
}

// Call looks up a row by its keys, and the number whose interval is sought. It writes two results
// for each column: the figure, and whether there is one. It implements machine.Host.
func (t *Table) Call(_ int, args, results []int64) error {
	var keys keyOf
	copy(keys[:], args[:len(t.Keys)])
	p, err := t.partOf(&keys)
	if err != nil {
		return err
	}
	clear(results)
	s := p.series[keys]
	if s == nil {
		return nil
	}
	row := 0
	if t.Intervals {
		at, exact := slices.BinarySearch(s.from, args[len(t.Keys)])
		if row = at; !exact {
			row--
		}
		if row < 0 {
			return nil
		}
	}
	for column, cells := range s.cells {
		switch len(cells) {
		case 0:
			continue
		case 1:
			results[2*column] = cells[0]
		default:
			results[2*column] = cells[row]
		}
		results[2*column+1] = 1
	}
	return nil
}
