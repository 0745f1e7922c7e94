package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// settings are the flags that every command takes.
type settings struct {
	rulesDir, tablesDir, casesDir string
	json                          bool
	// allowUnchecked accepts years and editions that carry marks "to be checked".
	allowUnchecked bool
}

// readSettings takes the shared flags out of the arguments, wherever they stand.
func readSettings(arguments []string) (settings, []string, error) {
	var s settings
	folders := map[string]*string{"rules": &s.rulesDir, "tables": &s.tablesDir, "cases": &s.casesDir}
	switches := map[string]*bool{"json": &s.json, "allow-unchecked": &s.allowUnchecked}
	var rest []string
	for i := 0; i < len(arguments); i++ {
		flag, value, given := strings.Cut(arguments[i], "=")
		name, isFlag := strings.CutPrefix(flag, "-")
		bare := strings.TrimPrefix(name, "-")
		if set := switches[bare]; isFlag && set != nil && !given {
			*set = true
			continue
		}
		folder := folders[bare]
		if !isFlag || folder == nil {
			rest = append(rest, arguments[i])
			continue
		}
		if !given && i+1 < len(arguments) {
			i++
			value = arguments[i]
		}
		// A folder of cases may be new: rulecheck case add begins it.
		if err := checkFolder(name, value); err != nil && (folder != &s.casesDir || !errors.Is(err, fs.ErrNotExist)) {
			return s, nil, err
		}
		*folder = value
	}
	return s, rest, nil
}

func checkFolder(flag, name string) error {
	info, err := os.Stat(name)
	switch {
	case name == "":
		return usage.Errorf("-%s needs a folder", flag)
	case err != nil:
		return usage.Errorf("-%s: %w", flag, err)
	case !info.IsDir():
		return usage.Errorf("-%s: %s is not a folder", flag, name)
	}
	return nil
}

// options says how the rule book is opened.
func (s *settings) options() rules.Options {
	return rules.Options{AllowUnchecked: s.allowUnchecked}
}

// tableOptions says how the travel tables are opened.
func (s *settings) tableOptions() tables.Options {
	return tables.Options{AllowUnchecked: s.allowUnchecked}
}

// folder is a folder of files and where its user finds it.
type folder struct {
	files fs.FS
	place string
}

// rules is the folder of the rule files that the command works on.
func (s *settings) rules() folder {
	if s.rulesDir != "" {
		return folder{os.DirFS(s.rulesDir), s.rulesDir}
	}
	return folder{rules.Embedded(), "rules"}
}

// tables is the folder of the travel tables.
func (s *settings) tables() folder {
	if s.tablesDir != "" {
		return folder{os.DirFS(s.tablesDir), s.tablesDir}
	}
	return folder{tables.Embedded(), "tables"}
}

// openBook opens the rule book or shows why it cannot be opened.
func (c *call) openBook(options rules.Options) (*rules.Book, error) {
	book, list, source := rules.Validate(c.rules().files, options)
	if list.HasErrors() {
		return nil, c.findings(c.rules(), list, source)
	}
	return book, nil
}

// openTables opens the travel tables or shows why they cannot be opened.
func (c *call) openTables() (*tables.Book, error) {
	book, list, source := tables.Open(c.tables().files, c.tableOptions())
	if list.HasErrors() {
		return nil, c.findings(c.tables(), list, source)
	}
	return book, nil
}

// allFindings is the limit that leaves no finding out: programs read them all.
const allFindings = -1

// findings shows what keeps a command from its work, and ends it.
func (c *call) findings(of folder, list diagnostic.List, source rules.Sources) error {
	var err error
	if c.json {
		err = c.writeJSON(diagnostic.NewReport(of.placed(list), allFindings))
	} else {
		err = diagnostic.Write(c.stderr, of.placed(list), of.source(source), diagnostic.Options{})
	}
	if err != nil {
		return err
	}
	return usage.ErrFindings
}

// placed names the files of findings as the user finds them.
func (f folder) placed(list diagnostic.List) diagnostic.List {
	placed := make(diagnostic.List, len(list))
	for i, d := range list {
		d.Subject.File = filepath.Join(f.place, filepath.FromSlash(d.Subject.File))
		placed[i] = d
	}
	return placed
}

// source finds the text of a file that placed has named.
func (f folder) source(of rules.Sources) rules.Sources {
	return func(name string) ([]byte, bool) {
		inside, err := filepath.Rel(f.place, name)
		if err != nil {
			return nil, false
		}
		return of(filepath.ToSlash(inside))
	}
}
