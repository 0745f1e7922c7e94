// Package ruletext holds rule files in memory, so that changed rules can be tried without
// writing files.
package ruletext

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing/fstest"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Files maps slash-separated paths to the contents of files, which are shared and never
// modified.
type Files map[string][]byte

// Read reads the YAML files of a folder with the tables below years, and those with further
// extensions. It skips folders named testdata.
func Read(files fs.FS, also ...string) (Files, error) {
	read := Files{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "testdata" {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" && !OfTable(name) && !slices.Contains(also, path.Ext(name)) {
			return err
		}
		data, err := syntax.ReadFile(files, name)
		read[name] = data
		return err
	})
	return read, err
}

// OfTable reports whether a file is that of a table of figures: below the folder of a year.
func OfTable(name string) bool {
	return strings.Count(name, "/") > 2 && slices.Contains([]string{".csv", rows.Packed}, path.Ext(name))
}

// With returns the files with a new content of one file.
func (f Files) With(name string, data []byte) Files {
	changed := maps.Clone(f)
	changed[name] = data
	return changed
}

// Only returns the files that keep accepts.
func (f Files) Only(keep func(name string) bool) Files {
	kept := Files{}
	for name, data := range f {
		if keep(name) {
			kept[name] = data
		}
	}
	return kept
}

// FS returns the files as a file system.
func (f Files) FS() fstest.MapFS {
	shown := make(fstest.MapFS, len(f))
	for name, data := range f {
		shown[name] = &fstest.MapFile{Data: data}
	}
	return shown
}

// Text returns the text of a place in a file.
func (f Files) Text(at diagnostic.Range) (string, error) {
	data, ok := f[at.File]
	if !ok {
		return "", fmt.Errorf("%s: no such file", at.File)
	}
	from, to, err := span(data, at)
	if err != nil {
		return "", err
	}
	return string(data[from:to]), nil
}

// Change replaces the text of a place, or inserts text at an empty place.
type Change struct {
	At   diagnostic.Range
	Text string
}

// Edited returns the content of a file with changes, which must not overlap.
func (f Files) Edited(name string, changes ...Change) ([]byte, error) {
	data, ok := f[name]
	if !ok {
		return nil, fmt.Errorf("%s: no such file", name)
	}
	inOrder := slices.SortedStableFunc(slices.Values(changes), func(a, b Change) int { return a.At.Start.Compare(b.At.Start) })
	for _, c := range slices.Backward(inOrder) {
		from, to, err := span(data, c.At)
		if err != nil {
			return nil, err
		}
		data = slices.Concat(data[:from], []byte(c.Text), data[to:])
	}
	return data, nil
}

// span converts a place to byte offsets.
func span(data []byte, at diagnostic.Range) (from, to int, err error) {
	from, err = Offset(data, at.Start)
	if err == nil {
		to, err = Offset(data, at.End)
	}
	if err == nil && to < from {
		err = fmt.Errorf("%s: the place ends before it begins", at)
	}
	return from, to, err
}

// Offset returns the byte offset of a place.
func Offset(data []byte, at diagnostic.Position) (int, error) {
	offset := 0
	for line := 1; line < at.Line; line++ {
		end := bytes.IndexByte(data[offset:], '\n')
		if end < 0 {
			return 0, fmt.Errorf("line %d is beyond the end", at.Line)
		}
		offset += end + 1
	}
	for column := 1; column < at.Column; column++ {
		if offset >= len(data) {
			return 0, fmt.Errorf("line %d, column %d is beyond the end", at.Line, at.Column)
		}
		_, size := utf8.DecodeRune(data[offset:])
		offset += size
	}
	return offset, nil
}

// OneYear returns the files of one year, such as de/2026, and those it shares with other
// years.
func (f Files) OneYear(year string) Files {
	country := path.Dir(year)
	return f.Only(func(name string) bool {
		dir := path.Dir(name)
		return dir == "." || dir == country || dir == year || strings.HasPrefix(dir, year+"/")
	})
}

// OneCountry returns the files of one country, and those that all countries share.
func (f Files) OneCountry(folder string) Files {
	return f.Only(func(name string) bool {
		first, _, inside := strings.Cut(name, "/")
		return !inside || first == folder
	})
}
