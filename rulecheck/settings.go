package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// settings are the flags that every command takes.
type settings struct {
	rulesDir, tablesDir, casesDir string
	json                          bool
	allowUnchecked                bool
}

// define adds the flags of every command.
func (s *settings) define(flags *pflag.FlagSet) {
	flags.StringVar(&s.rulesDir, "rules", "", "")
	flags.StringVar(&s.tablesDir, "tables", "", "")
	flags.StringVar(&s.casesDir, "cases", "", "")
	flags.BoolVar(&s.json, "json", false, "")
	flags.BoolVar(&s.allowUnchecked, "allow-unchecked", false, "")
}

// checkFolders checks the folders that flags name. That of cases is created by rulecheck
// conformance add.
func (s *settings) checkFolders(flags *pflag.FlagSet) error {
	for _, name := range []string{"rules", "tables", "cases"} {
		given := flags.Lookup(name)
		if !given.Changed {
			continue
		}
		info, err := os.Stat(given.Value.String())
		switch {
		case given.Value.String() == "":
			return wrongf("--%s needs a folder", name)
		case errors.Is(err, fs.ErrNotExist) && name == "cases":
		case err != nil:
			return wrongf("--%s: %w", name, err)
		case !info.IsDir():
			return wrongf("--%s: %s is not a folder", name, given.Value)
		}
	}
	return nil
}

// options are those for opening the rule book.
func (s *settings) options() rules.Options {
	return rules.Options{AllowUnchecked: s.allowUnchecked}
}

// tableOptions are those for opening the travel tables.
func (s *settings) tableOptions() tables.Options {
	return tables.Options{AllowUnchecked: s.allowUnchecked}
}

// folder is a folder of files with its path as users know it.
type folder struct {
	files fs.FS
	place string
}

// rules returns the folder of rules.
func (s *settings) rules() folder {
	if s.rulesDir != "" {
		return folder{os.DirFS(s.rulesDir), s.rulesDir}
	}
	return folder{rules.Embedded(), "rules"}
}

// tables returns the folder of travel tables.
func (s *settings) tables() folder {
	if s.tablesDir != "" {
		return folder{os.DirFS(s.tablesDir), s.tablesDir}
	}
	return folder{tables.Embedded(), "tables"}
}

// cases returns the folder of the user's own cases.
func (s *settings) cases() folder { return folder{os.DirFS(s.casesDir), s.casesDir} }

// openBook opens the rule book, or shows the findings that prevent it.
func (c *call) openBook(options rules.Options) (*rules.Book, error) {
	book, list, source := rules.Validate(c.rules().files, options)
	if list.HasErrors() {
		return nil, c.findings(c.rules(), list, source)
	}
	return book, nil
}

// openCountry opens the rules of the country of a scope, which takes a fraction of the time, or all
// rules if it has none or they have errors.
func (c *call) openCountry(s scope, options rules.Options) (*rules.Book, error) {
	if s.isCountry() {
		files, err := ruletext.Read(c.rules().files)
		if err != nil {
			return nil, err
		}
		if book, list := rules.Open(files.OneCountry(s.folder).FS(), options); !list.HasErrors() {
			return book, nil
		}
	}
	return c.openBook(options)
}

// countryScope is the scope of a country, or of all if none has the code.
func (c *call) countryScope(code string) scope {
	s := scope{of: strings.ToUpper(code), folder: strings.ToLower(code)}
	if _, err := fs.Stat(c.rules().files, path.Join(s.folder, "country.yaml")); err != nil || code == "" {
		return scope{}
	}
	return s
}

// openTables opens the travel tables, whose trips count in counts unless it is nil, or shows
// the findings that prevent it.
func (c *call) openTables(counts types.Counter) (*tables.Book, error) {
	options := c.tableOptions()
	options.Counts = counts
	book, list, source := tables.Open(c.tables().files, options)
	if list.HasErrors() {
		return nil, c.findings(c.tables(), list, source)
	}
	return book, nil
}

// findings shows the findings that stop a command and returns its error.
func (c *call) findings(of folder, list diagnostic.List, source rules.Sources) error {
	var err error
	if c.json {
		err = c.writeJSON(diagnostic.NewReport(of.placed(list)))
	} else {
		err = diagnostic.Write(c.stderr, of.placed(list), of.source(source))
	}
	if err != nil {
		return err
	}
	return errFindings
}

// mistakes shows the findings in files of a folder if the error is a list of them.
func (c *call) mistakes(of folder, err error) error {
	var found diagnostic.List
	if !errors.As(err, &found) {
		return err
	}
	return c.findings(of, found, hostfile.Texts(of.files))
}

// placed returns findings with the paths of their files as users know them.
func (f folder) placed(list diagnostic.List) diagnostic.List {
	placed := make(diagnostic.List, len(list))
	for i, d := range list {
		d.Subject.File = filepath.Join(f.place, filepath.FromSlash(d.Subject.File))
		placed[i] = d
	}
	return placed
}

// source returns the text of a file by its path as users know it.
func (f folder) source(of rules.Sources) rules.Sources {
	return func(name string) ([]byte, bool) {
		inside, err := filepath.Rel(f.place, name)
		if err != nil {
			return nil, false
		}
		return of(filepath.ToSlash(inside))
	}
}
