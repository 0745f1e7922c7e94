package hostfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"maps"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// CutOff reports whether a file is a truncated copy of a whole one, ignoring missing
// comments.
func CutOff(data, whole []byte) bool {
	rest, begins := bytes.CutPrefix(whole, data)
	if !begins {
		// An editor may have added the last line end.
		rest, begins = bytes.CutPrefix(whole, bytes.TrimRight(data, "\r\n"))
		if begins && len(rest) > 0 && rest[0] != '\n' {
			return false
		}
	}
	if !begins {
		return false
	}
	if len(data) > 0 && len(rest) > 0 && rest[0] == '#' && data[len(data)-1] != '\n' {
		return true // not a comment
	}
	for line := range bytes.Lines(rest) {
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' {
			return true
		}
	}
	return false
}

// truncated reports a file that is a truncated copy of the built-in one.
func truncated(name string, data []byte, builtIn fs.FS) diagnostic.List {
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
		Detail:  "Restore the file. If you removed the rest on purpose, end the file with a comment.",
	}}
}

// digestBytes is the length of a shown digest.
const digestBytes = 8

// Digest returns a digest of the names and contents of files, 16 hexadecimal digits.
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
