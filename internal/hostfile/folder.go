package hostfile

import (
	"bytes"
	"io/fs"
	"reflect"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Folder reads the files of a folder of rules or tables and collects the findings.
type Folder struct {
	syntax.Reader
	Files fs.FS
	// Texts are the files that were read, by name.
	Texts map[string][]byte

	builtIn fs.FS
	// Own reports that Files are the built-in ones.
	Own bool
}

// NewFolder returns a Folder for files. A file that is a truncated copy of the built-in
// one is an error.
func NewFolder(files, builtIn fs.FS) Folder {
	own := files != nil && reflect.TypeOf(files).Comparable() && files == builtIn
	return Folder{Files: files, Texts: map[string][]byte{}, builtIn: builtIn, Own: own}
}

// Read reads a file; ok is false if it cannot be read.
func (f *Folder) Read(name string) (data []byte, ok bool) {
	data, err := syntax.ReadFile(f.Files, name)
	if err != nil {
		f.Findings.Fail(diagnostic.Range{File: name}, "missing-file", "the file cannot be read: "+err.Error(), "Put a file there that the program may read.")
		return nil, false
	}
	f.Texts[name] = data
	if !f.Own {
		f.Findings.Extend(truncated(name, data, f.builtIn))
	}
	return data, true
}

// Decode decodes a file of a kind into a struct by its tags and returns the findings.
func Decode(files fs.FS, name string, format *syntax.Schema, into any) diagnostic.List {
	f := NewFolder(files, files)
	f.Decode(f.Map(name, format), into)
	return f.Findings
}

// Texts returns the texts of files by their names, for showing findings.
func Texts(files fs.FS) func(name string) ([]byte, bool) {
	return func(name string) ([]byte, bool) {
		data, err := syntax.ReadFile(files, name)
		return data, err == nil
	}
}

// Parsed is a file system that caches the trees of its files, so that similar folders
// load quickly.
type Parsed interface {
	// Tree returns the tree of a file without findings; nil if it is not cached.
	Tree(name string) *syntax.Node
}

func (f *Folder) parse(name string, data []byte) (*syntax.Node, diagnostic.List) {
	if known, is := f.Files.(Parsed); is {
		if n := known.Tree(name); n != nil {
			return n, nil
		}
	}
	return syntax.Parse(name, data)
}

// Map reads a file that must be a map and compares it with its format.
// It returns nil if there is no map.
func (f *Folder) Map(name string, format *syntax.Schema) *syntax.Node {
	data, ok := f.Read(name)
	if !ok {
		return nil
	}
	n, found := f.parse(name, data)
	f.Findings.Extend(found)
	if n != nil && n.Kind != syntax.Mapping {
		f.Findings.Fail(n.Range, "wrong-shape", "the file must be a map of keys and values", syntax.NameEach)
		return nil
	}
	if n != nil {
		f.Check(n, format)
	}
	return n
}

// BuiltIn reports whether a file that was read is the built-in one.
func (f *Folder) BuiltIn(name string) bool {
	if f.builtIn == nil {
		return false
	}
	if _, read := f.Texts[name]; f.Own && read {
		return true
	}
	data, err := fs.ReadFile(f.builtIn, name)
	return err == nil && bytes.Equal(data, f.Texts[name])
}

// Source returns the text of a file that was read.
func (f *Folder) Source(name string) ([]byte, bool) {
	text, known := f.Texts[name]
	return text, known
}
