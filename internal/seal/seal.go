// Package seal copies a folder of rules or travel tables at one moment, and keeps with it what was
// found of it: rulecheck check writes the seal, and a server trusts it.
package seal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// File is the name of a seal in its folder.
const File = "payslate.seal"

const (
	// Format is the format of seals that this program writes, Language the version of the rule
	// language. It accepts seals with smaller numbers.
	Format   = 1
	Language = 1
)

// Seal says which files passed, and what was found of them.
type Seal struct {
	Format   int    `json:"format"`
	Language int    `json:"language"`
	Tool     string `json:"tool"` // version of rulecheck
	Day      string `json:"day"`
	Years    []Year `json:"years"`
	// Files has the digests of the files that the loader reads, by slash path.
	Files map[string]string `json:"files"`
}

// Year is what was found of a year of a country, or of an edition of a travel regime.
type Year struct {
	Of       string `json:"of"` // the code of a country, or the id of a regime
	Year     string `json:"year"`
	Cases    int    `json:"cases"`    // labelled cases that check results
	Official int    `json:"official"` // those whose results an authority published
	// Unproved are the figures that no case can notice, each with its reason.
	Unproved []string `json:"unproved,omitempty"`
}

// String returns the year as users write it.
func (y *Year) String() string { return y.Of + " " + y.Year }

// New seals files, by name, with what was found of them.
func New(files map[string][]byte, years []Year, tool, day string) *Seal {
	s := &Seal{Format: Format, Language: Language, Tool: tool, Day: day, Years: years, Files: map[string]string{}}
	for name, data := range files {
		s.Files[name] = digestOf(data)
	}
	return s
}

// digestOf is the digest of a file, the same for either kind of line end.
func digestOf(data []byte) string {
	sum := sha256.Sum256(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
	return hex.EncodeToString(sum[:])
}

// Write writes the seal of a folder at once.
func (s *Seal) Write(folder string) error {
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, "."+File+"-*")
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	err = errors.Join(err, file.Chmod(0o644), file.Sync(), file.Close()) // others may serve the folder
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(folder, File))
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// ErrNone is returned for a folder without a seal.
var ErrNone = errors.New("the folder has no " + File)

// Read reads the seal of a folder.
func Read(folder fs.FS) (*Seal, error) {
	text, err := fs.ReadFile(folder, File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	s := new(Seal)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", File, err)
	}
	if s.Format < 1 || s.Format > Format || s.Language < 1 || s.Language > Language {
		return nil, fmt.Errorf("%s is of a newer version: format %d, language %d; this program reads up to %d and %d", File, s.Format, s.Language, Format, Language)
	}
	return s, nil
}

// Fits returns the first difference between the sealed files and those of a folder; nil if all
// of them are there unchanged.
func (s *Seal) Fits(folder *Snapshot) error {
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		file, has := folder.files[name]
		switch {
		case !has:
			return fmt.Errorf("%s is missing", name)
		case digestOf(file.Data) != s.Files[name]:
			return fmt.Errorf("%s has changed since it was checked", name)
		}
	}
	return nil
}

// Covers returns the first of some files, those that were read, that is not sealed; nil if all are.
func (s *Seal) Covers(read []string) error {
	for _, name := range slices.Sorted(slices.Values(read)) {
		if s.Files[name] == "" {
			return fmt.Errorf("%s has been added since the folder was checked", name)
		}
	}
	return nil
}

// Years reads the years of a list beside other members, as in the file of the built-in rules.
func Years(text []byte) []Year {
	var file struct {
		Years []Year `json:"years"`
	}
	if json.Unmarshal(text, &file) != nil {
		return nil
	}
	return file.Years
}
