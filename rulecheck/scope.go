package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/payslate/payslate/conformance/review"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// scope is the country or regime and the year that a command is about; empty for all. Of is
// the code of a country, in capitals, or the id of a regime, which is its folder too.
type scope struct {
	of, folder string
	year       int
}

// scope reads the arguments COUNTRY [YEAR] of a command.
func (c *call) scope(command string, others []string) (s scope, err error) {
	if len(others) == 0 {
		return s, nil
	}
	if len(others) > 2 {
		return s, wrongf("%s takes a country or regime and a year, not %d arguments", command, len(others))
	}
	known := withYears(c.rules().files, c.tables().files)
	if s.folder = strings.ToLower(others[0]); !slices.Contains(known, s.folder) {
		return s, unknown("country or regime", others[0], known, "; there are "+strings.Join(known, ", "))
	}
	s.of = s.folder
	if _, err := fs.Stat(c.rules().files, path.Join(s.folder, "country.yaml")); err == nil {
		s.of = strings.ToUpper(s.folder)
	}
	if len(others) == 2 {
		tables, _ := fs.Glob(c.tables().files, path.Join(s.folder, others[1]+"*.yaml"))
		if _, err := fs.Stat(c.rules().files, path.Join(s.folder, others[1], parametersFile)); err != nil && len(tables) == 0 {
			return s, wrongf("%s has no year %s", s.of, others[1])
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

// reviewed are rules and tables with the findings of a scope.
type reviewed struct {
	scope
	book   *rules.Book // nil with errors
	travel *tables.Book
	list   diagnostic.List
	source rules.Sources
	// ofRules and ofTables are the two parts of list.
	ofRules, ofTables diagnostic.List
	// read returns the text of a rule file that a year reads, readTable that of a table file.
	read, readTable rules.Sources
	// rulesAlone and tablesAlone say that the other ones are not reviewed.
	rulesAlone, tablesAlone bool
}

// dayFlag adds the flag --date, which is today without it.
func dayFlag(flags *pflag.FlagSet) *string {
	return flags.String("date", time.Now().UTC().Format(time.DateOnly), "")
}

// review reviews the rules and tables of a scope as of a day; of a country only its own rules.
func (c *call) review(s scope, day string) (*reviewed, error) {
	today, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil, wrongf("--date: %q is not a date such as 2027-01-15", day)
	}
	files, r := c.rules().files, &reviewed{scope: s, read: func(string) ([]byte, bool) { return nil, true }}
	r.rulesAlone = s.isCountry() || s.of == "" && c.rulesDir != "" && c.tablesDir == ""
	r.tablesAlone = s.of != "" && !s.isCountry() || s.of == "" && c.tablesDir != "" && c.rulesDir == ""
	if s.isCountry() {
		all, err := ruletext.Read(files)
		if err != nil {
			return nil, err
		}
		files = all.OneCountry(s.folder).Only(func(name string) bool {
			year, err := strconv.Atoi(path.Base(path.Dir(name)))
			return err != nil || year >= s.year-1 // the year before is compared
		}).FS()
	}
	var ofRules, ofTables diagnostic.List
	if !r.tablesAlone {
		r.book, ofRules, r.read = review.Rules(files, c.options(), today)
		if r.book != nil && s.year == 0 { // every year is read
			ofRules.Extend(review.UnusedVariables(r.book))
		}
		r.source = c.rules().source(r.read)
	}
	if !r.rulesAlone {
		r.travel, ofTables, r.readTable = review.Tables(c.tables().files, c.tableOptions(), today)
		r.source = either(r.source, c.tables().source(r.readTable))
	}
	r.ofRules, r.ofTables = c.rules().placed(s.only(ofRules)), c.tables().placed(s.only(ofTables))
	r.list = slices.Concat(r.ofRules, r.ofTables)
	return r, nil
}

// isCountry reports whether the scope is a country of the rules or a year of it.
func (s scope) isCountry() bool { return s.of != s.folder }

// either returns the text of a file from the first source that has it.
func either(first, second rules.Sources) rules.Sources {
	if first == nil {
		return second
	}
	return func(name string) ([]byte, bool) {
		if data, ok := first(name); ok {
			return data, true
		}
		return second(name)
	}
}
