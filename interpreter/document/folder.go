package document

import (
	"io/fs"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Folder is the files of a folder as those who load rules or tables read them, with
// all that they find wrong.
type Folder struct {
	Reader
	Files fs.FS
	// Texts are the files that were read, by name.
	Texts map[string][]byte

	builtIn fs.FS
}

// NewFolder is a folder of which nothing was read. A file of it that is only the
// beginning of the built-in one of its name is an error; missing is the code of a value
// that must be there.
func NewFolder(files, builtIn fs.FS, missing string) Folder {
	reader := Reader{Codes: Codes{Missing: missing, Flag: "bad-flag", Whole: "bad-number"}}
	return Folder{Reader: reader, Files: files, Texts: map[string][]byte{}, builtIn: builtIn}
}

// Read reads a file; false if it cannot be read.
func (f *Folder) Read(name string) (data []byte, ok bool) {
	data, err := ReadFile(f.Files, name)
	if err != nil {
		f.Findings.Fail(diagnostic.Range{File: name}, "missing-file", "the file cannot be read: "+err.Error(), "")
		return nil, false
	}
	f.Texts[name] = data
	f.Findings.Extend(whole(name, data, f.builtIn))
	return data, true
}

// Parsed is a file system that has the trees of files at hand, so that folders of nearly
// the same files are read quickly.
type Parsed interface {
	// Tree is that of a file in which Parse finds nothing; nil where it is not at hand.
	Tree(name string) *Node
}

func (f *Folder) parse(name string, data []byte) (*Node, diagnostic.List) {
	if known, is := f.Files.(Parsed); is {
		if n := known.Tree(name); n != nil {
			return n, nil
		}
	}
	return Parse(name, data)
}

// Map reads a file that is a map, and refuses the keys that its format does not have; nil
// after an error.
func (f *Folder) Map(name string, format *Format) *Node {
	data, ok := f.Read(name)
	if !ok {
		return nil
	}
	n, found := f.parse(name, data)
	f.Findings.Extend(found)
	if n != nil && n.Kind != Mapping {
		f.Findings.Fail(n.Range, "wrong-shape", "the file must be a map of keys and values", "")
		return nil
	}
	if n != nil {
		f.Findings.Extend(format.Check(n))
	}
	return n
}

// Source returns the text of a file that was read, to show findings with.
func (f *Folder) Source(name string) ([]byte, bool) {
	text, known := f.Texts[name]
	return text, known
}
