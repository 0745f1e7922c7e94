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
)

// Exit codes of Command.
const (
	exitFine     = 0
	exitFindings = 1
	exitUsage    = 2
)

const usage = `usage: rulecheck import KIND FILE … --out FILE.yaml

Turns published travel tables into a table file, holds it to the other tables and
prints what changed against the edition before. A file is a table as CSV (also
packed, .csv.gz), or the published workbook (.xlsx) where there is one. The kinds
stand in the import.yaml of each regime's folder.

  --out    the file to write; - writes to standard output
  --year   the year of a workbook, which does not say it
  --set    NAME=VALUE, what the publication does not say of its edition, such as
           data_as_of=2026-12-01; may be repeated
`

// Command is "rulecheck import" for travel tables: it takes the kind of publication
// and the arguments behind it and returns the exit code: 0 done, 1 the publication
// has findings and nothing was written, 2 wrong use. What changed goes to stderr if
// the table goes to stdout, else to stdout.
func Command(arguments []string, files fs.FS, stdout, stderr io.Writer) int {
	all, err := specs(files)
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return exitUsage
	}
	if len(arguments) == 0 {
		return wrongUse(stderr, "the kind of publication is missing")
	}
	s := find(all, arguments[0])
	if s == nil {
		return wrongUse(stderr, "the tables know no publication "+arguments[0])
	}
	set := settings{words: map[string]string{}}
	out := ""
	flags := flag.NewFlagSet("import "+s.command, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&out, "out", "", "")
	flags.StringVar(&set.year, "year", "", "")
	flags.Func("set", "", func(text string) error {
		name, value, found := strings.Cut(text, "=")
		if !found || name == "" || value == "" {
			return errors.New("write NAME=VALUE")
		}
		set.words[name] = value
		return nil
	})
	var publications []string
	for rest := arguments[1:]; ; {
		if err := flags.Parse(rest); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				fmt.Fprint(stdout, usage)
				return exitFine
			}
			return wrongUse(stderr, err.Error())
		}
		if flags.NArg() == 0 {
			break
		}
		publications, rest = append(publications, flags.Arg(0)), flags.Args()[1:]
	}
	switch {
	case len(publications) == 0:
		return wrongUse(stderr, "a file is needed: the published table")
	case out == "":
		return wrongUse(stderr, "--out is needed: the file to write, or -")
	}
	i := importer{spec: s, all: all, files: files, stderr: stderr}
	text, code := i.run(publications, set)
	if code != exitFine {
		return code
	}
	changes := stdout
	if out == "-" {
		changes = stderr
		_, err = io.WriteString(stdout, text)
	} else {
		err = os.WriteFile(out, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return exitUsage
	}
	fmt.Fprint(changes, i.changes.String())
	return exitFine
}

func wrongUse(stderr io.Writer, message string) int {
	fmt.Fprintf(stderr, "error: %s\n\n%s", message, usage)
	return exitUsage
}

// importer is one import under way.
type importer struct {
	*spec
	all     []*spec
	files   fs.FS
	stderr  io.Writer
	changes strings.Builder
	origins origins
}

// run makes the text of the table file and checks it.
func (i *importer) run(publications []string, set settings) (text string, code int) {
	if i.Gazetteer != nil {
		return i.gazetteer(publications)
	}
	if i.Postal != nil {
		text, err := i.makePostal(publications, &i.origins)
		if err != nil {
			return "", i.failed(err)
		}
		name := path.Join(i.regime, i.Postal.File)
		return text, i.check(map[string]string{name: text}, name, "")
	}
	first, err := i.makeEdition(publications, set, i.files, &i.origins)
	if err != nil {
		return "", i.failed(err)
	}
	changed := withoutPostal(i.all, i.regime)
	name := path.Join(i.regime, first.name+".yaml")
	changed[name] = first.text
	return first.text, i.check(changed, name, first.name)
}

// failed shows an error of a publication.
func (i *importer) failed(err error) int {
	var found *finding
	if errors.As(err, &found) {
		fmt.Fprintln(i.stderr, found)
		return exitFindings
	}
	var missing *fs.PathError
	fmt.Fprintf(i.stderr, "error: %v\n", err)
	if errors.As(err, &missing) {
		return exitUsage
	}
	return exitFindings
}

// check holds the changed files to the other tables, and notes what an edition
// changes. A finding of the file to be written is shown at the row of the publication
// that it is about.
func (i *importer) check(changed map[string]string, written, edition string) int {
	book, findings, source, err := checked(i.files, changed)
	if err != nil {
		return i.failed(err)
	}
	for k := range findings {
		if findings[k].Subject.File == written {
			findings[k].Subject = i.origins.of(findings[k].Subject, changed[written])
		}
	}
	source = i.origins.texts(source)
	if err := diagnostic.Write(i.stderr, findings, source, diagnostic.Options{}); err != nil {
		return exitUsage
	}
	if book == nil {
		return exitFindings
	}
	if edition != "" {
		if err := writeChanges(&i.changes, book.Regime(i.regime), edition); err != nil {
			return i.failed(err)
		}
	}
	return exitFine
}
