package conformance

import (
	"embed"
	"fmt"
	"io/fs"
	"path"

	"github.com/payslate/payslate/conformance/format"
	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Names of files in a folder of cases.
const (
	// SetsFile lists the sets.
	SetsFile = "sets.yaml"
	// PeopleFile has the profiles and salaries at which years are compared.
	PeopleFile = "people.yaml"
)

// embedded has the sets and their cases, and the people.
//
//go:embed sets.yaml people.yaml cases
var embedded embed.FS

// Embedded returns the files of the embedded sets and cases.
func Embedded() fs.FS { return embedded }

// Load reads the embedded sets with their cases.
func Load() ([]*Set, error) { return LoadFrom(embedded) }

// LoadFor reads the embedded sets that may have cases for the rules and tables of a subject.
func LoadFor(subject Subject) ([]*Set, error) { return load(embedded, subject.mayAnswer) }

// LoadFrom reads the sets of a folder with sets.yaml and cases. The error is a
// [diagnostic.List] if there are mistakes in sets.yaml.
func LoadFrom(files fs.FS) ([]*Set, error) {
	return load(files, func(*Set, []byte) bool { return true })
}

func load(files fs.FS, keep func(set *Set, data []byte) bool) ([]*Set, error) {
	sets, err := Sets(files)
	if err != nil {
		return nil, err
	}
	var found diagnostic.List
	var kept []*Set
	for _, set := range sets {
		is, err := set.read(files, keep)
		if err != nil {
			return nil, err
		}
		if is {
			kept = append(kept, set)
			set.checkKnown(&found)
		}
	}
	return kept, found.Err()
}

// Sets reads the sets of a folder without their cases, like LoadFrom.
func Sets(files fs.FS) ([]*Set, error) {
	if _, err := fs.Stat(files, SetsFile); err != nil {
		return nil, err
	}
	var content struct {
		Editions map[string][]string `key:"editions"`
		Sets     []*Set              `key:"sets"`
	}
	found := hostfile.Decode(files, SetsFile, format.Of("sets"), &content)
	names := make(map[string]bool)
	for _, set := range content.Sets {
		set.check(&found)
		if names[set.Name] && set.Name != "" {
			found.Fail(set.At, "duplicate-name", "the set "+set.Name+" is listed twice", "Rename one of them.")
		}
		names[set.Name] = true
		set.editions = content.Editions
	}
	return content.Sets, found.Err()
}

// read reads the cases of a set if its file is one to keep.
func (s *Set) read(files fs.FS, keep func(set *Set, data []byte) bool) (kept bool, err error) {
	name := path.Join("cases", s.File)
	data, err := fs.ReadFile(files, name)
	if err != nil {
		var found diagnostic.List
		found.Fail(s.At, "missing-file", fmt.Sprintf("the cases of the set %s cannot be read: %v", s.Name, err), "Put the file beside the others in the folder cases, or correct file:.")
		return false, found
	}
	s.files = files
	if !keep(s, data) {
		return false, nil
	}
	if s.Answer == "" {
		return true, s.readTable(name, data)
	}
	if s.cases, err = readAnswers(data); err != nil {
		return true, fmt.Errorf("%s: %w", name, err)
	}
	return true, nil
}
