package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// addOptions are the flags of "rulecheck conformance add": the case, and what is expected as a
// list or in a file.
type addOptions struct {
	addedCase
	list, file string
}

// addCommand is "rulecheck conformance add".
func addCommand(c *call) *cobra.Command {
	var o addOptions
	of := command("add", "add a labelled case of your own", cobra.ArbitraryArgs, func(_ *cobra.Command, files []string) error { return c.addCase(files, o) })
	flags := of.Flags()
	flags.StringVar(&o.set.Name, "set", "", "")
	flags.StringVar((*string)(&o.set.Kind), "kind", string(conformance.HandChecked), "")
	flags.StringVar(&o.set.Origin, "origin", "", "")
	flags.StringVar((*string)(&o.set.Answer), "answer", string(conformance.NetAnswer), "")
	flags.StringVar(&o.name, "name", "", "")
	flags.StringVar(&o.list, "expect", "", "")
	flags.StringVar(&o.file, "expected", "", "")
	return of
}

// addCase adds the case whose request is in a file.
func (c *call) addCase(files []string, o addOptions) (err error) {
	add := &o.addedCase
	switch {
	case len(files) != 1 || add.set.Name == "" || add.name == "":
		return wrongf("conformance add needs --set, --name and one file with the request")
	case (o.list == "") == (o.file == ""):
		return wrongf("conformance add needs either --expect or --expected")
	}
	if !slices.Contains(conformance.Origins, add.set.Kind) {
		return unknown("--kind", string(add.set.Kind), diagnostic.Names(conformance.Origins, func(k conformance.Origin) string { return string(k) }), fmt.Sprintf("; it is one of %q", conformance.Origins))
	}
	if add.request, err = c.readJSON(files[0]); err != nil {
		return err
	}
	if o.file != "" {
		add.expected, err = c.readJSON(o.file)
	} else {
		add.expected, err = expectations(o.list)
	}
	if err != nil {
		return err
	}
	made, own, err := add.joined(c.casesDir)
	if err != nil {
		return c.mistakes(c.cases(), err)
	}
	subject, err := c.subject(c.countryScope(contentsOf(add.request).Country), c.options())
	if err != nil {
		return err
	}
	own = slices.DeleteFunc(own, func(set *conformance.Set) bool { return set.Name != add.set.Name })
	name, known, err := own[0].UnknownName(subject, add.name)
	if err != nil {
		return err
	}
	if name != "" {
		return unknown("name in what is expected", name, known, "; answers have "+strings.Join(known, ", "))
	}
	added := c.replaySets(own, subject, add.name)[0]
	if added.Failure != "" {
		return fmt.Errorf("the case is not added: %s", added.Failure)
	}
	for _, name := range []string{add.file(), conformance.SetsFile} {
		if err := writeFile(filepath.Join(c.casesDir, filepath.FromSlash(name)), made[name]); err != nil {
			return err
		}
	}
	return c.showAdded(add, added, len(own[0].Cases()))
}

// addedCase is a case to be added to a folder.
type addedCase struct {
	set               conformance.Set
	name              string
	request, expected json.RawMessage
	numbered          bool // gets a number if its set has the name
}

// read reads a file, or standard input for -.
func (c *call) read(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(c.stdin)
	}
	return os.ReadFile(name)
}

// readJSON reads JSON from a file, or standard input for -, without changing its numbers.
func (c *call) readJSON(name string) (json.RawMessage, error) {
	data, err := c.read(name)
	if err != nil {
		return nil, err
	}
	var short bytes.Buffer
	if err := json.Compact(&short, data); err != nil {
		return nil, fmt.Errorf("%s is not JSON: %w", name, err)
	}
	return short.Bytes(), nil
}

// expectations returns the expected answer for a list such as net=1.50,annual.net=18. The name
// lines.KEY means the amount of the line with that key, paydays.3.net that of the third payday.
func expectations(list string) (json.RawMessage, error) {
	expected := map[string]any{}
	for item := range strings.SplitSeq(list, ",") {
		path, value, ok := strings.Cut(item, "=")
		if !ok || path == "" || value == "" {
			return nil, wrongf("--expect %q: write names and values, such as net=2452.05,gross=3000", item)
		}
		if !json.Valid([]byte(value)) {
			value = quoted(value)
		}
		within, names := expected, strings.Split(path, ".")
		for _, name := range names[:len(names)-1] {
			inner, is := within[name].(map[string]any)
			if !is {
				inner = map[string]any{}
				within[name] = inner
			}
			within = inner
		}
		within[names[len(names)-1]] = json.RawMessage(value)
	}
	return json.Marshal(expected)
}

// file is the file of the case's set.
func (a *addedCase) file() string { return path.Join("cases", a.set.File) }

// joined returns the files of a folder with the case in them, and its sets.
func (a *addedCase) joined(dir string) (ruletext.Files, []*conformance.Set, error) {
	files := ruletext.Files{}
	if err := a.join(dir, files); err != nil {
		return nil, nil, err
	}
	sets, err := conformance.LoadFrom(files.FS())
	return files, sets, err
}

// join adds the case to the files of a folder, which it reads if that was not done, with its set if
// that is new.
func (a *addedCase) join(dir string, files ruletext.Files) (err error) {
	if dir == "" {
		return wrongf("name the folder of your cases: --cases DIR")
	}
	if files[conformance.SetsFile] == nil {
		if files[conformance.SetsFile], err = os.ReadFile(filepath.Join(dir, conformance.SetsFile)); errors.Is(err, fs.ErrNotExist) {
			files[conformance.SetsFile], err = []byte("# Labelled cases.\nsets:\n"), nil
		}
	}
	if err != nil {
		return err
	}
	known, err := conformance.Sets(files.FS())
	if err != nil {
		return err
	}
	for _, set := range known {
		name := path.Join("cases", set.File)
		if files[name] == nil {
			if files[name], err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				return err
			}
		}
		if set.Name != a.set.Name {
			continue
		}
		if set.Answer == "" {
			return fmt.Errorf("the set %s is a table of %s: add rows to %s", set.Name, set.Report().Runs, name)
		}
		a.set = *set
	}
	if a.set.File == "" {
		if a.set.Origin == "" {
			return wrongf("the set %s is new: name the origin of its cases by --origin", a.set.Name)
		}
		a.set.File = a.set.Name + ".jsonl"
		entry, err := yaml.Marshal([]map[string]string{{
			"name": a.set.Name, "kind": string(a.set.Kind), "origin": a.set.Origin, "file": a.set.File, "answer": string(a.set.Answer),
		}})
		if err != nil {
			return err
		}
		for line := range bytes.Lines(entry) {
			files[conformance.SetsFile] = append(append(files[conformance.SetsFile], "  "...), line...)
		}
	}
	stem := a.name
	for n := 2; a.numbered && regexp.MustCompile(`"case":\s*`+regexp.QuoteMeta(quoted(a.name))).Match(files[a.file()]); n++ {
		a.name = fmt.Sprintf("%s-%d", stem, n)
	}
	line := object([]requestMember{{"case", quoted(a.name)}, {"request", string(a.request)}, {"expected", string(a.expected)}})
	files[a.file()] = append(append(files[a.file()], line...), '\n')
	return nil
}

// showAdded shows the case and what differs.
func (c *call) showAdded(a *addedCase, added *conformance.Report, cases int) (err error) {
	if c.json {
		err = c.writeJSON(added)
	} else {
		fmt.Fprintf(c.stdout, "added %s to %s: %s\n", a.name, added.Name, diagnostic.Counted(cases, "case"))
		for _, d := range added.Differences {
			fmt.Fprintf(c.stdout, "  %s\n", describe(d))
		}
	}
	return ended(err, added.Differing == 0)
}
