package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules/format"
)

// newOptions are the flags of "rulecheck new": the year to copy, and of a new country its name
// and currency.
type newOptions struct{ from, name, currency string }

// newCommand is "rulecheck new".
func newCommand(c *call) *cobra.Command {
	var o newOptions
	of := command("new COUNTRY YEAR [--from YEAR]", "begin a year, a table edition or a country", nil, func(_ *cobra.Command, arguments []string) error {
		if len(arguments) != 2 {
			return wrongf("new needs a year and a country or regime: one of %s", strings.Join(c.copyable(), ", "))
		}
		return c.begin(arguments[0], arguments[1], o)
	})
	of.Args, of.ValidArgsFunction = cobra.ArbitraryArgs, c.completeScope
	of.Flags().StringVar(&o.from, "from", "", "")
	of.Flags().StringVar(&o.name, "name", "", "")
	of.Flags().StringVar(&o.currency, "currency", "", "")
	return of
}

// begin begins a year of a country or regime, or a country.
func (c *call) begin(name, year string, o newOptions) error {
	name, root := strings.ToLower(name), ""
	if c.isNewCountry(name) {
		return c.newCountry(strings.ToUpper(name), year, o.name, o.currency)
	}
	written := &copied{from: o.from, to: year, kind: ofYears}
	advance := written.year
	switch {
	case isFile(c.rules().place, path.Join(name, "country.yaml")):
		root = c.rules().place
	case isFile(c.tables().place, path.Join(name, "regime.yaml")):
		root, advance, written.tables = c.tables().place, written.edition, true
		regime, _, err := written.sound(os.DirFS(root), path.Join(name, "regime.yaml"))
		if err != nil {
			return err
		}
		if regime.Root.Get("editions") != nil {
			written.kind = ofMonths
		}
	default:
		return unknown("country or regime", name, c.copyable(), " in the folders "+c.rules().place+" and "+c.tables().place)
	}
	files := os.DirFS(root)
	if written.from == "" {
		if written.from = lastBefore(files, name, written.to); written.from == "" {
			return wrongf("%s has no year or month before %s to copy: if %[2]s is there, edit it; otherwise name one by --from", name, written.to)
		}
	}
	if written.to == written.from {
		return wrongf("the new %s must differ from the one to copy", written.kind.word)
	}
	for _, named := range []string{written.to, written.from} {
		if _, err := time.Parse(written.kind.layout, named); err != nil {
			return wrongf("%q is not a %s: write %s", named, written.kind.word, written.kind.example)
		}
	}
	if err := advance(files, name); err != nil {
		return err
	}
	if err := written.write(root); err != nil {
		return err
	}
	return c.showCopied(root, written)
}

func isFile(root, name string) bool {
	info, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
	return err == nil && info.Mode().IsRegular()
}

// copyable returns the folders of countries and regimes that have a year to copy.
func (s *settings) copyable() []string {
	return withYears(os.DirFS(s.rules().place), os.DirFS(s.tables().place))
}

// yearsOf lists the years or editions of a country or regime.
func (c *call) yearsOf(name string) (years []string) {
	folders, _ := fs.Glob(c.rules().files, path.Join(name, "*", parametersFile))
	editions, _ := fs.Glob(c.tables().files, path.Join(name, "[0-9][0-9][0-9][0-9]*.yaml"))
	for _, folder := range folders {
		years = append(years, path.Base(path.Dir(folder)))
	}
	for _, edition := range editions {
		years = append(years, strings.TrimSuffix(path.Base(edition), ".yaml"))
	}
	return years
}

// withYears returns the folders of countries and regimes that have a year.
func withYears(rules, tables fs.FS) []string {
	years, _ := fs.Glob(rules, "*/*/"+parametersFile)
	editions, _ := fs.Glob(tables, "*/[0-9][0-9][0-9][0-9]*.yaml")
	var names []string
	for _, name := range append(years, editions...) {
		names = append(names, strings.SplitN(name, "/", 2)[0])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// period is the kind of period in file names: a year, or a month for tables that are
// published every month.
type period struct{ word, layout, example string }

var (
	ofYears  = period{"year", "2006", "four digits, such as 2027"}
	ofMonths = period{"month", "2006-01", "year and month, such as 2027-05"}
)

// lastBefore returns the last year or month of a country or regime before another, or an
// empty text.
func lastBefore(files fs.FS, name, before string) string {
	last := ""
	for _, pattern := range []string{"[0-9]*/" + parametersFile, "[0-9]*.yaml"} {
		found, _ := fs.Glob(files, path.Join(name, pattern))
		for _, file := range found {
			file = strings.TrimPrefix(file, name+"/")
			if known := file[:min(len(before), len(file))]; known < before {
				last = max(last, known)
			}
		}
	}
	return last
}

// copied is a new year: its files, and what to look up.
type copied struct {
	from, to string
	kind     period
	tables   bool   // an edition of travel tables
	country  string // the code of a new country
	replaces string // the only file that may be written over
	files    []copiedFile
	lookups  []lookup
}

type copiedFile struct {
	name string // below the root
	data []byte
}

// lookup is an item to look up for the new year.
type lookup struct {
	Name string `json:"name"`
	// Value is the old value.
	Value string `json:"value,omitempty"`
	Cite  string `json:"cite,omitempty"`
	// Source and URL name the publication; At is the place to change.
	Source string `json:"source,omitempty"`
	URL    string `json:"url,omitempty"`
	At     string `json:"at"`
	// Do is what to do with the item, unless that is to compare a value.
	Do string `json:"do,omitempty"`
}

// read reads a rule file, or a table file if travel tables are copied.
func (w *copied) read(name string, data []byte) (*syntax.File, diagnostic.List) {
	if w.tables {
		root, list := syntax.Parse(name, data)
		return &syntax.File{Name: name, Root: root}, list
	}
	return syntax.Read(name, data, format.Of("rules"))
}

// sound reads a file that has no errors.
func (w *copied) sound(files fs.FS, name string) (*syntax.File, []byte, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, nil, err
	}
	file, list := w.read(name, data)
	if list.HasErrors() {
		return nil, nil, fmt.Errorf("%s has errors, the first: %s; run rulecheck validate and fix them first", name, list.Sorted()[0].Summary)
	}
	return file, data, nil
}

// copyFile copies a file with changes, and returns the copy.
func (w *copied) copyFile(files fs.FS, name, target string, change func(e *edit, file *syntax.File)) (*syntax.File, error) {
	file, data, err := w.sound(files, name)
	if err != nil {
		return nil, err
	}
	e := newEdit(name, data)
	change(e, file)
	if data, err = e.done(); err != nil {
		return nil, err
	}
	w.files = append(w.files, copiedFile{target, data})
	made, list := w.read(target, data)
	if list.HasErrors() {
		return nil, fmt.Errorf("%s would have errors, the first: %s", target, list.Sorted()[0])
	}
	return made, nil
}

// write writes the files unless one of them exists.
func (w *copied) write(root string) error {
	for _, file := range w.files {
		if file.name != w.replaces && isFile(root, file.name) {
			return fmt.Errorf("%s already exists: edit it, or remove it first", filepath.Join(root, filepath.FromSlash(file.name)))
		}
	}
	for _, file := range w.files {
		if err := writeFile(filepath.Join(root, filepath.FromSlash(file.name)), file.data); err != nil {
			return err
		}
	}
	return nil
}

// showCopied prints the files and what to look up, by publication.
func (c *call) showCopied(root string, w *copied) error {
	for i := range w.lookups {
		w.lookups[i].At = path.Join(filepath.ToSlash(root), w.lookups[i].At)
	}
	if c.json {
		return c.writeJSON(struct {
			Files  []string `json:"files"`
			LookUp []lookup `json:"look_up"`
		}{w.names(root), w.lookups})
	}
	var text bytes.Buffer
	for _, name := range w.names(root) {
		fmt.Fprintf(&text, "wrote %s\n", name)
	}
	if w.from == "" {
		fmt.Fprintf(&text, "\nCompare with the law what is marked to_check, and remove the marks. These commands say what is missing, and print a payslip:\n\n"+
			"  rulecheck check %s --rules %s\n  rulecheck payslip %[1]s %[3]s --rules %[2]s --gross 3000 --allow-unchecked\n", w.country, root, w.to)
	} else {
		fmt.Fprintf(&text, "\nLook up for %s, correct, and remove each to_check:\n", w.to)
	}
	listed := map[string]bool{}
	for _, publication := range w.lookups {
		if listed[publication.Source] {
			continue
		}
		listed[publication.Source] = true
		fmt.Fprintf(&text, "\n%s\n", publication.Source)
		if publication.URL != "" {
			fmt.Fprintf(&text, "  %s\n", publication.URL)
		}
		for _, item := range w.lookups {
			if item.Source == publication.Source {
				item.write(&text)
			}
		}
	}
	_, err := text.WriteTo(c.stdout)
	return err
}

// names returns the paths of the files as users know them.
func (w *copied) names(root string) []string {
	return diagnostic.Names(w.files, func(file copiedFile) string { return path.Join(filepath.ToSlash(root), file.name) })
}

// write writes the item as an entry of a checklist.
func (l *lookup) write(text *bytes.Buffer) {
	fmt.Fprintf(text, "  [ ] %s", l.Name)
	if l.Value != "" {
		fmt.Fprintf(text, " = %s", l.Value)
	}
	if l.Cite != "" {
		fmt.Fprintf(text, " · %s", l.Cite)
	}
	fmt.Fprintf(text, " · %s\n", l.At)
	if l.Do != "" {
		fmt.Fprintf(text, "      %s\n", l.Do)
	}
}
