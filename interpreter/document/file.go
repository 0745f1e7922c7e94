package document

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// errNoFile is the error of a pipe, a device or a folder in place of a file:
// reading it might never end.
var errNoFile = errors.New("it is not a regular file; put the file itself there")

// ReadFile reads a file of a folder, of one that is too large only so much that
// Parse refuses it.
func ReadFile(files fs.FS, name string) (data []byte, err error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errNoFile}
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffer := bytes.NewBuffer(make([]byte, 0, min(info.Size(), MaxSize)+bytes.MinRead))
	_, err = buffer.ReadFrom(io.LimitReader(file, MaxSize+1))
	return buffer.Bytes(), err
}

// CutOff reports whether a file is only the beginning of a whole one: something is
// missing at its end, and more than comments.
func CutOff(data, whole []byte) bool {
	rest, begins := bytes.CutPrefix(whole, data)
	if !begins {
		// An editor ends the last line that is left.
		rest, begins = bytes.CutPrefix(whole, bytes.TrimRight(data, "\r\n"))
		if begins && len(rest) > 0 && rest[0] != '\n' {
			return false
		}
	}
	if !begins {
		return false
	}
	if len(data) > 0 && len(rest) > 0 && rest[0] == '#' && data[len(data)-1] != '\n' {
		return true // no comment
	}
	for line := range bytes.Lines(rest) {
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' {
			return true
		}
	}
	return false
}

// whole finds a file that is only the beginning of the built-in one of its name.
func whole(name string, data []byte, builtIn fs.FS) diagnostic.List {
	info, err := fs.Stat(builtIn, name)
	if err != nil || info.Size() <= int64(len(data)) {
		return nil
	}
	all, err := fs.ReadFile(builtIn, name)
	if err != nil || !CutOff(data, all) {
		return nil
	}
	return diagnostic.List{{
		Severity: diagnostic.Error, Code: "cut-file", Subject: diagnostic.Range{File: name},
		Summary: "the file is only the beginning of the built-in one",
		Detail:  "It was cut or half written: restore it. If the rest is meant to go, end the file with a comment.",
	}}
}

// Decode reads a file of the product's own, whose shape is a Go type, into a value of
// it. A key that the type does not have is an error.
func Decode(data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	return decoder.Decode(into)
}

// Unpacked are the files of an archive that the program carries. It panics if that is
// not one.
func Unpacked(archive []byte) fs.FS {
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		panic("an archive in the program cannot be read: " + err.Error())
	}
	return files
}

// digestBytes is how much of a digest is shown.
const digestBytes = 8

// Digest identifies files by their names and content, in 16 hexadecimal digits.
func Digest(files map[string][]byte) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := sha256.Sum256(files[name])
		sum.Write([]byte(name))
		sum.Write([]byte{0})
		sum.Write(content[:])
	}
	return hex.EncodeToString(sum.Sum(nil)[:digestBytes])
}
