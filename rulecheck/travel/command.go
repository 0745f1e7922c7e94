package travel

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/server/args"
)

// Command runs "rulecheck import" for travel tables. The arguments begin with the kind of
// publication. If there are findings, nothing is written. The changes go to stderr if the
// table goes to stdout, otherwise to stdout.
func Command(arguments []string, files fs.FS, stdout, stderr io.Writer) error {
	all, err := specs(files)
	if err != nil {
		return err
	}
	if len(arguments) == 0 {
		return args.Errorf("the kind of publication is missing")
	}
	s := find(all, arguments[0])
	if s == nil {
		return args.Errorf("unknown kind of publication: %s", arguments[0])
	}
	set := settings{words: map[string]string{}}
	flags := flag.NewFlagSet("import "+s.command, flag.ContinueOnError)
	out := flags.String("out", "", "")
	flags.StringVar(&set.year, "year", "", "")
	flags.Func("set", "", func(text string) error {
		name, value, found := strings.Cut(text, "=")
		if !found || name == "" || value == "" {
			return errors.New("write NAME=VALUE")
		}
		set.words[name] = value
		return nil
	})
	publications, err := args.Parse(flags, arguments[1:])
	switch {
	case err != nil:
		return err
	case len(publications) == 0:
		return args.Errorf("name the file of the published table")
	case *out == "":
		return args.Errorf("--out is needed: the file to write, or -")
	}
	i := importer{spec: s, all: all, files: files, stderr: stderr}
	text, err := i.run(publications, set)
	if err != nil {
		return i.failed(err)
	}
	changes := stdout
	if *out == "-" {
		changes = stderr
		_, err = io.WriteString(stdout, text)
	} else {
		err = os.WriteFile(*out, []byte(text), 0o644)
	}
	if err == nil {
		_, err = io.WriteString(changes, i.changes.String())
	}
	return err
}

// importer is an import.
type importer struct {
	*spec
	all     []*spec
	files   fs.FS
	stderr  io.Writer
	changes strings.Builder
	origins origins
}

// run returns the text of the table file, checked.
func (i *importer) run(publications []string, set settings) (text string, err error) {
	if i.Gazetteer != nil || i.CountyTowns != nil {
		return i.textFile(publications)
	}
	if i.Postal != nil {
		text, err := i.makePostal(publications, &i.origins)
		if err != nil {
			return "", err
		}
		name := path.Join(i.regime, i.Postal.File)
		return text, i.check(map[string]string{name: text}, name, "")
	}
	first, err := i.makeEdition(publications, set, i.files, &i.origins)
	if err != nil {
		return "", err
	}
	changed := withoutPostal(i.all, i.regime)
	name := path.Join(i.regime, first.name+".yaml")
	changed[name] = first.text
	return first.text, i.check(changed, name, first.name)
}

// failed prints an error in a publication. An unreadable file is a usage error.
func (i *importer) failed(err error) error {
	var found *finding
	var missing *fs.PathError
	switch {
	case errors.Is(err, args.ErrFindings):
	case errors.As(err, &found):
		fmt.Fprintln(i.stderr, found)
	case errors.As(err, &missing):
		return err
	default:
		fmt.Fprintf(i.stderr, "error: %v\n", err)
	}
	return args.ErrFindings
}

// check checks the changed files with the other tables, and records the changes of an
// edition. Findings in the new file are shown at the row of the publication.
func (i *importer) check(changed map[string]string, written, edition string) error {
	book, findings, source, err := checked(i.files, changed)
	if err != nil {
		return err
	}
	for k := range findings {
		if findings[k].Subject.File == written {
			findings[k].Subject = i.origins.of(findings[k].Subject, changed[written])
		}
	}
	source = i.origins.texts(source)
	if err := diagnostic.Write(i.stderr, findings, source, diagnostic.Options{}); err != nil {
		return err
	}
	if book == nil {
		return args.ErrFindings
	}
	if edition != "" {
		return writeChanges(&i.changes, book.Regime(i.regime), edition)
	}
	return nil
}
