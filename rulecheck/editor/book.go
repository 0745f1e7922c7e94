package editor

import (
	"bytes"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules/format"
	"github.com/payslate/payslate/rules/names"
)

// book is a folder of rules or travel tables. The texts of files that are open in the editor
// replace those on disk. A copy of a book does not change, because maps are replaced
// instead of modified.
type book struct {
	root  string // an absolute path
	files ruletext.Files
	names names.Book      // of the YAML files
	open  map[string]bool // the files open in the editor
	whole bool            // its folders are checked together: a regime may have parts in several
}

// openBook reads a folder. A folder that does not exist is empty.
func openBook(root string) (*book, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	b := &book{root: root, files: ruletext.Files{}, names: names.Book{}, open: map[string]bool{}}
	return b, b.discover()
}

// discover reads the files of the folder that have not been read.
func (b *book) discover() error {
	folder := os.DirFS(b.root)
	return fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && path.Base(name) == "testdata" {
			return fs.SkipDir
		}
		if _, known := b.files[name]; known || entry.IsDir() || path.Ext(name) == ".go" || path.Ext(name) == ".yml" {
			return nil
		}
		data, err := fs.ReadFile(folder, name)
		if err == nil {
			b.set(name, data)
		}
		return nil
	})
}

// set sets the text of a file. It removes the file if data is nil.
func (b *book) set(name string, data []byte) {
	before := b.names[name]
	b.names = maps.Clone(b.names)
	delete(b.names, name)
	if data == nil {
		b.files = b.files.Only(func(other string) bool { return other != name })
		return
	}
	b.files = b.files.With(name, data)
	if path.Ext(name) == ".yaml" {
		b.names[name] = names.Read(name, data, before, format.Of("rules"))
	}
}

// part returns the files of a country and those of all countries.
func (b *book) part(folder string) fs.FS {
	files := b.files.Only(func(name string) bool { return b.whole || slices.Contains([]string{folder, "."}, names.FolderOf(name)) })
	return part{files.FS(), b.names}
}

// part is some files of a book, with the declarations that the book has read.
type part struct {
	fstest.MapFS
	names names.Book
}

// Declaration returns the declarations of a file without findings, otherwise nil.
func (p part) Declaration(name string) *syntax.File {
	if f := p.names[name]; f != nil && len(f.Found) == 0 {
		return f.Declared
	}
	return nil
}

// Tree returns the YAML tree of a file without findings, otherwise nil.
func (p part) Tree(name string) *syntax.Node {
	if f := p.names[name]; f != nil && f.Declared != nil && f.Declared.Clean {
		return f.Declared.Root
	}
	return nil
}

// folders returns the folders of the countries.
func (b *book) folders() []string {
	found := map[string]bool{}
	for name := range b.files {
		if path.Ext(name) == ".yaml" {
			found[names.FolderOf(name)] = true
		}
	}
	delete(found, ".")
	return slices.Sorted(maps.Keys(found))
}

// onDisk returns the text of a file on disk; nil if it cannot be read.
func (b *book) onDisk(name string) []byte {
	data, err := os.ReadFile(filepath.Join(b.root, filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	return data
}

// name returns the slash-separated path, in the folder, of the file with an address. It
// returns false for a file elsewhere.
func (b *book) name(uri string) (string, bool) {
	address, err := url.Parse(uri)
	if err != nil || address.Scheme != "file" {
		return "", false
	}
	file := filepath.FromSlash(address.Path)
	if len(file) > 2 && os.PathSeparator == '\\' && file[2] == ':' { // \C:\…
		file = file[1:]
	}
	relative, err := filepath.Rel(b.root, file)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(os.PathSeparator)) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

// uri returns the address of a file.
func (b *book) uri(name string) string {
	file := filepath.ToSlash(filepath.Join(b.root, filepath.FromSlash(name)))
	if !strings.HasPrefix(file, "/") {
		file = "/" + file
	}
	return (&url.URL{Scheme: "file", Path: file}).String()
}

// line returns a line of a file, counted from 1, without its end.
func line(data []byte, number int) []byte {
	for text := range bytes.Lines(data) {
		if number--; number <= 0 {
			return bytes.TrimSuffix(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\r'})
		}
	}
	return nil
}

// toEditor converts a place in a file to an editor's position.
func (b *book) toEditor(name string, at diagnostic.Position) position {
	if at.IsZero() {
		return position{}
	}
	text := []rune(string(line(b.files[name], at.Line)))
	return position{at.Line - 1, len(utf16.Encode(text[:min(at.Column-1, len(text))]))}
}

func (b *book) span(at diagnostic.Range) span {
	start := b.toEditor(at.File, at.Start)
	end := start
	if !at.End.IsZero() {
		end = b.toEditor(at.File, at.End)
	}
	return span{start, end}
}

func (b *book) location(at diagnostic.Range) location {
	return location{b.uri(at.File), b.span(at)}
}

// fromEditor converts an editor's position to a place in a file.
func (b *book) fromEditor(name string, at position) diagnostic.Position {
	text := line(b.files[name], at.Line+1)
	before := text[:offset(text, position{Character: at.Character})]
	return diagnostic.Position{Line: at.Line + 1, Column: 1 + utf8.RuneCount(before)}
}

// offset returns the byte offset of an editor's position.
func offset(data []byte, at position) int {
	from := 0
	for range at.Line {
		end := bytes.IndexByte(data[from:], '\n')
		if end < 0 {
			return len(data)
		}
		from += end + 1
	}
	for units := 0; units < at.Character && from < len(data) && data[from] != '\n'; {
		r, size := utf8.DecodeRune(data[from:])
		units += max(utf16.RuneLen(r), 1)
		from += size
	}
	return from
}

// edited applies the changes of an editor to a text, in order.
func edited(data []byte, changes []change) []byte {
	for _, c := range changes {
		if c.Range == nil {
			data = []byte(c.Text)
			continue
		}
		from, to := offset(data, c.Range.Start), offset(data, c.Range.End)
		data = slices.Concat(data[:from], []byte(c.Text), data[max(from, to):])
	}
	return data
}
