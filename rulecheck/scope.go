package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/server/args"
)

// scope is the country or regime and the year that a command is about; empty for all.
type scope struct {
	of, folder string
	year       int
}

// scope reads the arguments COUNTRY [YEAR] of a command.
func (c *call) scope(name string, others []string) (s scope, err error) {
	if len(others) > 2 {
		return s, args.Errorf("%s takes a country or regime and a year, not %d arguments", name, len(others))
	}
	if len(others) == 0 {
		return s, nil
	}
	known := withYears(c.rules().files, c.tables().files)
	if s.folder = strings.ToLower(others[0]); !slices.Contains(known, s.folder) {
		return s, args.Unknown("country or regime", others[0], known, "; there are "+strings.Join(known, ", "))
	}
	s.of = s.folder
	if _, err := fs.Stat(c.rules().files, path.Join(s.folder, "country.yaml")); err == nil {
		s.of = strings.ToUpper(s.folder)
	}
	if len(others) == 2 {
		tables, _ := fs.Glob(c.tables().files, path.Join(s.folder, others[1]+"*.yaml"))
		if _, err := fs.Stat(c.rules().files, path.Join(s.folder, others[1], parametersFile)); err != nil && len(tables) == 0 {
			return s, args.Errorf("%s has no year %s", s.of, others[1])
		}
		s.year, err = strconv.Atoi(others[1])
	}
	return s, err
}

// String returns the scope as users write it.
func (s scope) String() string {
	if s.year == 0 {
		return s.of
	}
	return fmt.Sprintf("%s %d", s.of, s.year)
}

// has reports whether a file belongs to the scope: the files of a year, and those that the
// years of a country share.
func (s scope) has(file string) bool {
	inside, below := strings.CutPrefix(file, s.folder+"/")
	if s.of == "" || !strings.Contains(file, "/") {
		return true
	}
	year, _, inYear := strings.Cut(inside, "/")
	return below && (s.year == 0 || !inYear || year == strconv.Itoa(s.year))
}

// only returns the findings in files of the scope.
func (s scope) only(list diagnostic.List) diagnostic.List {
	return slices.DeleteFunc(list, func(d diagnostic.Diagnostic) bool { return !s.has(d.Subject.File) })
}

// narrow leaves the cases of the scope.
func (s scope) narrow(e *conformance.Evidence, subject conformance.Subject) {
	if s.of != "" {
		e.Only(s.of, s.year, subject)
	}
}

// writePutAside says which built-in cases the user's own put aside.
func (c *call) writePutAside(e *conformance.Evidence) {
	if e.PutAside > 0 {
		fmt.Fprintf(c.stderr, "%s of %s put aside by your own, which replace them\n", diagnostic.Counted(e.PutAside, "built-in case"), conformance.Names(e.Replaced))
	}
}
