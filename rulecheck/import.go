package main

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/fixed"
	"github.com/payslate/payslate/rulecheck/publication"
	"github.com/payslate/payslate/rulecheck/travel"
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
	of := command("import KIND FILE ... --out FILE", "turn official publications into rule files", cobra.ArbitraryArgs,
		func(cmd *cobra.Command, arguments []string) error { return c.importFiles(arguments, o, cmd.Flags()) })
	of.ValidArgsFunction = func(_ *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(before) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		kinds, _ := c.importKinds()
		return diagnostic.Names(kinds, importKind.String), cobra.ShellCompDirectiveNoFileComp
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

// planKind is the kind of the German flow plan; the others are declared beside the rules and
// tables.
const planKind = "pap"

// importKind is a kind of publication: the flags that it takes beside --out, and its importer.
type importKind struct {
	name  string
	flags []string
	read  func(kind string, files []string, o importOptions) ([]*publication.Made, error)
}

// String returns the name of the kind.
func (k importKind) String() string { return k.name }

// importKinds lists the kinds of publications.
func (c *call) importKinds() ([]importKind, error) {
	kinds := []importKind{{planKind, []string{"year", "plan"}, c.importPlan}}
	records, err := fixed.Kinds(c.rules().files)
	if err != nil {
		return nil, wrongf("%v", err)
	}
	for _, name := range records {
		kinds = append(kinds, importKind{name, nil, c.importRecords})
	}
	tables, err := travel.Names(c.tables().files)
	for _, name := range tables {
		kinds = append(kinds, importKind{name, []string{"year", "set"}, c.importTables})
	}
	return kinds, c.mistakes(c.tables(), err)
}

// importFiles imports publications of the kind that the first argument names.
func (c *call) importFiles(arguments []string, o importOptions, flags *pflag.FlagSet) (err error) {
	kinds, err := c.importKinds()
	if err != nil {
		return err
	}
	names := diagnostic.Names(kinds, importKind.String)
	if len(arguments) == 0 {
		return wrongf("import needs the kind of publication: %s", strings.Join(names, ", "))
	}
	at := slices.Index(names, arguments[0])
	switch {
	case at < 0:
		return unknown("kind of publication", arguments[0], names, "; the kinds are "+strings.Join(names, ", "))
	case len(arguments) == 1:
		return wrongf("import %s needs the file of the publication", arguments[0])
	case o.out == "":
		return wrongf("--out is needed: the file to write, or -")
	case o.out == "-" && c.json:
		return wrongf("--out - and --json both write to standard output: name a file by --out")
	}
	flags.Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"year", "plan", "set"}, f.Name) && !slices.Contains(kinds[at].flags, f.Name) {
			err = wrongf("--%s does not go with import %s", f.Name, names[at])
		}
	})
	if err != nil {
		return err
	}
	made, err := kinds[at].read(names[at], arguments[1:], o)
	var refused diagnostic.List
	if errors.As(err, &refused) {
		made = []*publication.Made{{Findings: refused, Source: publication.Source}}
	} else if err != nil {
		return err
	}
	return c.writeMade(made, o.out)
}

// importReport is the answer of import as JSON.
type importReport struct {
	Done     bool     `json:"done"`
	Messages []string `json:"messages"`
}

// writeMade writes what was made of publications, unless it is refused.
func (c *call) writeMade(made []*publication.Made, out string) (err error) {
	var messages bytes.Buffer
	said, found := c.stdout, c.stderr
	switch {
	case c.json:
		said, found = &messages, &messages
	case out == "-":
		said = c.stderr
	}
	report := importReport{Done: true, Messages: []string{}}
	for _, file := range made {
		if err := diagnostic.Write(found, file.Findings, file.Source); err != nil {
			return err
		}
		name := filepath.Join(out, file.Name)
		switch {
		case file.Findings.HasErrors():
			report.Done = false
			continue
		case out == "-" && file.Name != "":
			return wrongf("--out is the folder of the table: %s is one of its files", file.Name)
		case out == "-":
			_, err = c.stdout.Write(file.Text)
		default:
			err = writeFile(name, file.Text)
		}
		if err != nil {
			return err
		}
		if out != "-" {
			io.WriteString(said, "wrote "+name+": ")
		}
		io.WriteString(said, file.Summary)
	}
	if c.json {
		report.Messages = slices.DeleteFunc(strings.Split(messages.String(), "\n"), func(line string) bool { return line == "" })
		err = c.writeJSON(report)
	}
	return ended(err, report.Done)
}

// importRecords imports publications of fixed columns, each as a file of a table in a folder.
func (c *call) importRecords(kind string, files []string, _ importOptions) (made []*publication.Made, err error) {
	for _, name := range files {
		one, err := fixed.Import(c.rules().files, kind, name)
		if err != nil {
			return nil, err
		}
		made = append(made, one)
	}
	return made, nil
}

// importTables imports published travel tables.
func (c *call) importTables(kind string, files []string, o importOptions) ([]*publication.Made, error) {
	made, err := travel.Import(kind, files, travel.Settings{Year: o.year, Words: o.set}, c.tables().files)
	return []*publication.Made{made}, err
}
