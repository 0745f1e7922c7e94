// Package publication has what all importers share: how the file of an official publication is
// read, how a mistake in it is refused with its place, and what is made of it.
package publication

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Made is a file of the rules or tables that was made of publications.
type Made struct {
	// Name is the name of the file in the folder that --out names; empty if --out names the file.
	Name string
	Text []byte
	// Summary says what was made: in a few words, then in lines of its own.
	Summary string
	// Findings are at places of the publications. With an error among them nothing is written.
	// Source returns the texts that they are in.
	Findings diagnostic.List
	Source   func(name string) ([]byte, bool)
}

// Packed is the ending of compressed files.
const Packed = ".gz"

// MaxSize is the largest size of an unpacked publication in bytes.
const MaxSize = 64 << 20

// Read returns the text of a publication, unpacked. The error is a refusal or that of the file
// system.
func Read(file string) ([]byte, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	var from io.Reader = opened
	if filepath.Ext(file) == Packed {
		if from, err = gzip.NewReader(opened); err != nil {
			return nil, Refused(file, 0, "the file cannot be unpacked: "+err.Error(), "")
		}
	}
	text, err := io.ReadAll(io.LimitReader(from, MaxSize+1))
	switch {
	case err != nil && from != io.Reader(opened):
		return nil, Refused(file, 0, "the file cannot be unpacked: "+err.Error(), "")
	case len(text) > MaxSize:
		return nil, Refused(file, 0, fmt.Sprintf("the file has more than %d MiB", MaxSize>>20), "")
	}
	return text, err
}

// Source returns the text of a publication for findings in it, unless it is a workbook.
func Source(file string) ([]byte, bool) {
	text, err := Read(file)
	return text, err == nil && utf8.Valid(text)
}

// Refused returns the error for a mistake in a line of a publication, or in the whole of it if the
// line is 0: a [diagnostic.List].
func Refused(file string, line int, mistake, remedy string) error {
	at := diagnostic.Range{File: file}
	if line > 0 {
		at.Start = diagnostic.Position{Line: line, Column: 1}
	}
	var list diagnostic.List
	list.Fail(at, "", mistake, remedy)
	return list
}
