package conformance

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Subject is the rules and tables that a set is replayed against.
type Subject struct {
	// Files are the rule files, for sets that run a program.
	Files fs.FS
	// Book is the rule book of these files, for sets that ask about pay or trips.
	Book *rules.Book
	// Tables are the travel tables, for sets that ask about trips.
	Tables *tables.Book

	service func() (*operations.Catalogue, error)
}

// NewSubject makes a subject; the books may be nil if no set needs them.
func NewSubject(files fs.FS, book *rules.Book, travel *tables.Book) Subject {
	return Subject{Files: files, Book: book, Tables: travel, service: sync.OnceValues(func() (*operations.Catalogue, error) {
		if travel == nil {
			return operations.New(book)
		}
		return operations.New(book, operations.WithTables(travel))
	})}
}

// Regimes lists the travel regimes of the tables.
func (s *Subject) Regimes() []*tables.Regime {
	if s.Tables == nil {
		return nil
	}
	return s.Tables.Regimes()
}

// Regime returns a travel regime of the tables, or nil.
func (s *Subject) Regime(id string) *tables.Regime {
	if s.Tables == nil {
		return nil
	}
	return s.Tables.Regime(id)
}

// mayAnswer reports whether the rules or tables may answer a case in the file of a set: one about
// pay names its country.
func (s *Subject) mayAnswer(set *Set, data []byte) bool {
	if set.OfTravel() {
		return s.Tables != nil
	}
	if s.Book == nil {
		return false
	}
	program, _, _ := strings.Cut(set.Program, "/")
	return slices.ContainsFunc(s.Book.Countries(), func(c *rules.Country) bool {
		return program == c.Folder() || program == "" && slices.ContainsFunc(append(c.Aliases, c.Code), func(name string) bool {
			return bytes.Contains(data, []byte(strconv.Quote(name)))
		})
	})
}

// replaced is a folder of rule files in which another file takes the place of one.
type replaced struct {
	fs.FS
	name string
	by   fs.FS
	file string
}

func (r replaced) Open(name string) (fs.File, error) {
	if name == r.name {
		return r.by.Open(r.file)
	}
	return r.FS.Open(name)
}

// withFigures returns a subject of rule files with the set's figures in place of those of
// the year that they name.
func (s *Set) withFigures(files fs.FS) (Subject, error) {
	name := path.Join("cases", s.Figures)
	data, err := fs.ReadFile(s.files, name)
	if err != nil {
		return Subject{}, err
	}
	root, list := syntax.Parse(name, data)
	if list.HasErrors() {
		return Subject{}, list.Err()
	}
	year := path.Join(strings.ToLower(root.Get("country").Plain()), root.Get("year").Plain())
	files = replaced{files, path.Join(year, "parameters.yaml"), s.files, name}
	if s.Program != "" {
		return NewSubject(files, nil, nil), nil
	}
	book, list := rules.Open(files, rules.Options{Lazy: true})
	return NewSubject(files, book, nil), list.Err()
}

// catalogue returns the operations of the service, which answer the cases of a set.
func (s *Subject) catalogue(set *Set) (*operations.Catalogue, error) {
	switch {
	case s.Book == nil:
		return nil, fmt.Errorf("set %s asks whole questions: it needs a rule book", set.Name)
	case set.Answer == TripAnswer && s.Tables == nil:
		return nil, fmt.Errorf("set %s asks about trips: it needs travel tables", set.Name)
	}
	service, err := s.service()
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", set.Name, err)
	}
	return service, nil
}
