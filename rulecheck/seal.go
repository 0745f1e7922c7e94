package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/payslate/payslate/conformance/judge"
	"github.com/payslate/payslate/internal/seal"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// seal seals the folders of --rules and --tables that pass.
func (c *call) seal(report *checkReport, r *reviewed, v *judge.Verdict) error {
	day := time.Now().UTC().Format(time.DateOnly)
	write := func(folder string, names []string, text func(name string) ([]byte, bool), years []seal.Year) error {
		files := map[string][]byte{}
		for _, name := range names {
			files[name], _ = text(name)
		}
		if err := seal.New(files, years, operations.ThisBuild().Version, day).Write(folder); err != nil {
			return wrongf("%s cannot be sealed: %v; run rulecheck check where it can be written", folder, err)
		}
		report.Sealed = append(report.Sealed, filepath.Join(folder, seal.File))
		return nil
	}
	var ofRules, ofTables []seal.Year
	for _, year := range v.Years {
		if r.book != nil && hasCountry(r.book, year.Of) {
			ofRules = append(ofRules, year)
		} else {
			ofTables = append(ofTables, year)
		}
	}
	if c.rulesDir != "" && r.book != nil && len(v.Rules) == 0 {
		if err := write(c.rulesDir, r.book.Files(), r.book.Text, ofRules); err != nil {
			return err
		}
	}
	if c.tablesDir != "" && r.travel != nil && len(v.Tables) == 0 {
		return write(c.tablesDir, r.travel.Files(), r.readTable, ofTables)
	}
	return nil
}

func hasCountry(book *rules.Book, code string) bool {
	_, has := book.Country(code)
	return has
}

// record returns what is known of years from before, and a function that keeps more: beside the
// built-in rules for these, and otherwise in the user's cache folder. What cannot be kept is tried
// again.
func (c *call) record(builtIn judge.Record) (known judge.Record, keep func(judge.Record)) {
	known = builtIn
	folder, err := os.UserCacheDir()
	if err != nil || c.rulesDir == "" && c.tablesDir == "" && c.casesDir == "" {
		return known, func(judge.Record) {}
	}
	place, _ := filepath.Abs(c.rulesDir)
	if c.tablesDir != "" {
		of, _ := filepath.Abs(c.tablesDir)
		place += " " + of
	}
	name := filepath.Join(folder, "payslate", "checked.json")
	kept := map[string]judge.Record{}
	if text, err := os.ReadFile(name); err == nil && json.Unmarshal(text, &kept) != nil {
		clear(kept)
	}
	return known.With(kept[place]), func(now judge.Record) {
		kept[place] = now
		text, err := json.Marshal(kept)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(name), 0o700)
		}
		if err == nil {
			err = os.WriteFile(name, text, 0o600)
		}
		if err != nil {
			fmt.Fprintf(c.stderr, "what was found is not kept, and is tried again next time: %v\n", err)
		}
	}
}
