package conformance

import (
	_ "embed"
	"fmt"
	"io/fs"
	"path"

	"github.com/payslate/payslate/interpreter/syntax"
)

// Embedded returns the files of the embedded sets and cases.
func Embedded() fs.FS { return embedded }

// Load reads the embedded sets with their cases.
func Load() ([]*Set, error) { return LoadFrom(embedded) }

// LoadFrom reads the sets of a folder with sets.yaml and cases.
func LoadFrom(files fs.FS) ([]*Set, error) {
	data, err := fs.ReadFile(files, "sets.yaml")
	if err != nil {
		return nil, err
	}
	var content struct {
		Editions map[string][]string `yaml:"editions"`
		Sets     []*Set              `yaml:"sets"`
	}
	if err := syntax.Decode(data, &content); err != nil {
		return nil, fmt.Errorf("sets.yaml: %w", err)
	}
	names := make(map[string]bool)
	for _, set := range content.Sets {
		if err := set.check(); err != nil {
			return nil, fmt.Errorf("sets.yaml: %w", err)
		}
		if names[set.Name] {
			return nil, fmt.Errorf("sets.yaml: set %s is listed twice", set.Name)
		}
		names[set.Name] = true
		set.editions = content.Editions
		if err := set.read(files); err != nil {
			return nil, err
		}
		if err := set.checkKnown(); err != nil {
			return nil, fmt.Errorf("sets.yaml: %w", err)
		}
	}
	return content.Sets, nil
}

// read reads the cases of a set.
func (s *Set) read(files fs.FS) error {
	name := path.Join("cases", s.File)
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("set %s: %w", s.Name, err)
	}
	s.files = files
	if s.Answer == "" {
		err = s.readTable(data)
	} else {
		s.cases, err = readAnswers(data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// People is the content of people.yaml: the profiles and salaries at which years
// are compared.
//
//go:embed people.yaml
var People []byte
