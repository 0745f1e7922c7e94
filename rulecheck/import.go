package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/fixed"
	"github.com/payslate/payslate/rulecheck/travel"
	"github.com/payslate/payslate/rules"
)

// importOptions are the flags of "rulecheck import": where to write, the year, the plan file of
// a flow plan, and properties of an edition.
type importOptions struct {
	out, year, plan string
	set             map[string]string
}

// importCommand is "rulecheck import".
func importCommand(c *call) *cobra.Command {
	o := importOptions{set: map[string]string{}}
	of := command("import pap FILE.xml --year YEAR --out FILE.yaml", "turn official publications into rule files", cobra.ArbitraryArgs,
		func(_ *cobra.Command, arguments []string) error { return c.importFile(arguments, o) })
	of.ValidArgsFunction = func(_ *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(before) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		kinds, _ := c.importKinds()
		return kinds, cobra.ShellCompDirectiveNoFileComp
	}
	of.Flags().StringVar(&o.out, "out", "", "")
	of.Flags().StringVar(&o.year, "year", "", "")
	of.Flags().StringVar(&o.plan, "plan", "", "")
	of.Flags().Func("set", "", func(text string) error {
		name, value, found := strings.Cut(text, "=")
		if !found || name == "" || value == "" {
			return errors.New("write NAME=VALUE")
		}
		o.set[name] = value
		return nil
	})
	return of
}

// planKind is the kind of the German flow plan; those of travel tables are declared with them.
const planKind = "pap"

// importKinds lists the kinds of publications.
func (c *call) importKinds() ([]string, error) {
	records, err := fixed.Kinds(c.rules().files)
	if err != nil {
		return nil, wrongf("%v", err)
	}
	kinds, err := travel.Names(c.tables().files)
	return slices.Concat([]string{planKind}, records, kinds), c.mistakes(c.tables(), err)
}

// imported is a publication as a file of the rules or tables.
type imported struct {
	file []byte // nil if the publication is refused
	// said is what the importer tells of the file, or why there is none; toCheck says that the
	// file is still to be compared with the law.
	said     string
	toCheck  bool
	findings diagnostic.List
	source   rules.Sources
}

// importFile imports a publication of the kind that the first argument names.
func (c *call) importFile(arguments []string, o importOptions) error {
	kinds, err := c.importKinds()
	switch {
	case err != nil:
		return err
	case len(arguments) == 0:
		return wrongf("import needs the kind of publication: %s", strings.Join(kinds, ", "))
	case !slices.Contains(kinds, arguments[0]):
		return unknown("kind of publication", arguments[0], kinds, "; the kinds are "+strings.Join(kinds, ", "))
	case o.out == "":
		return wrongf("--out is needed: the file to write, or -")
	case o.out == "-" && c.json:
		return wrongf("--out - and --json both write to standard output: name a file by --out")
	}
	if records, err := fixed.Kinds(c.rules().files); err == nil && slices.Contains(records, arguments[0]) {
		return c.importRecords(arguments[0], arguments[1:], o)
	}
	from := c.importTables
	if arguments[0] == planKind {
		from = c.importPlan
	}
	made, err := from(arguments[0], arguments[1:], o)
	if err != nil {
		return err
	}
	if !c.json {
		return made.write(o.out, c.stdout, c.stderr)
	}
	var messages bytes.Buffer
	if err = made.write(o.out, &messages, &messages); err != nil && !errors.Is(err, errFindings) {
		return err
	}
	report := importReport{Done: err == nil, Messages: []string{}}
	if text := strings.TrimSpace(messages.String()); text != "" {
		report.Messages = strings.Split(text, "\n")
	}
	return cmp.Or(c.writeJSON(report), err)
}

// importReport is the answer of import as JSON.
type importReport struct {
	Done     bool     `json:"done"`
	Messages []string `json:"messages"`
}

// write writes the file of a publication, unless findings refuse it. What is said goes
// to stderr if the file goes to stdout, or is still to be checked.
func (made *imported) write(out string, stdout, stderr io.Writer) error {
	if made.file == nil {
		err := diagnostic.Write(stderr, made.findings, made.source)
		fmt.Fprint(stderr, made.said)
		return cmp.Or(err, errFindings)
	}
	said, err := stdout, error(nil)
	if out == "-" {
		_, err = stdout.Write(made.file)
	} else {
		err = os.WriteFile(out, made.file, 0o644)
	}
	if err != nil {
		return err
	}
	if made.toCheck || out == "-" {
		said = stderr
	}
	if err := diagnostic.Write(stderr, made.findings, made.source); err != nil {
		return err
	}
	_, err = fmt.Fprint(said, made.said)
	return err
}

// importRecords imports publications of fixed columns, each as a file of a table in the folder out.
func (c *call) importRecords(kind string, files []string, o importOptions) error {
	if len(files) == 0 || o.plan != "" || o.year != "" || len(o.set) > 0 || o.out == "-" {
		return wrongf("write import %s FILE... --out FOLDER, the folder of the table", kind)
	}
	report := importReport{Done: true, Messages: []string{}}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		table, err := fixed.Import(c.rules().files, kind, name, text)
		if err != nil {
			return wrongf("%v", err)
		}
		packed, err := table.Pack()
		if err == nil {
			err = os.WriteFile(filepath.Join(o.out, table.Name), packed, 0o644)
		}
		if err != nil {
			return err
		}
		report.Messages = append(report.Messages, fmt.Sprintf("%s: %s, %s", filepath.Join(o.out, table.Name), diagnostic.Counted(table.Heads, "column"), diagnostic.Counted(table.Records, "record")))
	}
	if c.json {
		return c.writeJSON(report)
	}
	_, err := fmt.Fprintln(c.stdout, strings.Join(report.Messages, "\n"))
	return err
}

// importTables imports published travel tables.
func (c *call) importTables(kind string, files []string, o importOptions) (*imported, error) {
	switch {
	case len(files) == 0:
		return nil, wrongf("name the file of the published table")
	case o.plan != "":
		return nil, wrongf("--plan goes with import %s", planKind)
	}
	made, err := travel.Import(kind, files, travel.Settings{Year: o.year, Words: o.set}, c.tables().files)
	var refused *travel.Refusal
	if errors.As(err, &refused) {
		return &imported{said: refused.Error() + "\n"}, nil
	} else if err != nil {
		return nil, err
	}
	read := &imported{said: made.Changes, findings: made.Findings, source: made.Source}
	if !made.Findings.HasErrors() {
		read.file = []byte(made.Text)
	}
	return read, nil
}
