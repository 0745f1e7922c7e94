package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/usage"
)

const caseDetails = `Adds a labelled case to a folder of your own: the request and what an official
source says that its answer must be. The folder and its set are made if they are
not there. The case is kept whether or not the rules agree with it; if they do not,
the differences are shown and the exit code is 1.

  --cases DIR      the folder
  --set NAME       the set, one for each source and kind of question
  --kind KIND      of a new set: official, "published example", "computed from the
                   routine" or hand-checked (default)
  --origin TEXT    of a new set: the publication or the computation
  --answer KIND    of a new set: net (default), gross or trip
  --name ID        the name of the case
  --expect LIST    top-level figures of the answer, such as net=2452.05,gross=3000
  --expected FILE  or a file with the expected answer, or the parts of it that count

  rulecheck case add --cases cases --set uk-2027 --origin "HMRC, example 3" \
    --name example-3 --expect net=2452.05 request.json
`

// caseCommand is "rulecheck case add".
func caseCommand(c *call, arguments []string) error {
	if len(arguments) == 0 || arguments[0] != "add" {
		return usage.Errorf("there is rulecheck case add")
	}
	add := &addedCase{}
	flags := flag.NewFlagSet("case add", flag.ContinueOnError)
	flags.StringVar(&add.set.Name, "set", "", "")
	flags.StringVar((*string)(&add.set.Kind), "kind", string(conformance.HandChecked), "")
	flags.StringVar(&add.set.Origin, "origin", "", "")
	flags.StringVar((*string)(&add.set.Answer), "answer", string(conformance.NetAnswer), "")
	flags.StringVar(&add.name, "name", "", "")
	list := flags.String("expect", "", "")
	file := flags.String("expected", "", "")
	others, err := usage.Parse(flags, arguments[1:])
	switch {
	case err != nil:
		return err
	case len(others) != 1 || add.set.Name == "" || add.name == "":
		return usage.Errorf("case add needs --set, --name and one file with the request")
	case (*list == "") == (*file == ""):
		return usage.Errorf("case add needs either --expect or --expected")
	}
	if add.request, err = c.readJSON(others[0]); err != nil {
		return err
	}
	if *file != "" {
		add.expected, err = c.readJSON(*file)
	} else {
		add.expected, err = expectations(*list)
	}
	if err != nil {
		return err
	}
	if err := add.write(c.casesDir); err != nil {
		return err
	}
	return c.showAdded(add)
}

// addedCase is a case on its way into a folder.
type addedCase struct {
	set               conformance.Set
	name              string
	request, expected json.RawMessage
}

// read reads a file, or standard input for -.
func (c *call) read(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(c.stdin)
	}
	return os.ReadFile(name)
}

// readJSON reads a file, or standard input for -, and keeps its digits.
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

// expectations makes an expected answer of a list such as net=1.50,gross=2.
func expectations(list string) (json.RawMessage, error) {
	var members []string
	for item := range strings.SplitSeq(list, ",") {
		name, value, ok := strings.Cut(item, "=")
		if !ok || name == "" || value == "" {
			return nil, usage.Errorf("--expect %q: write names and values, such as net=2452.05,gross=3000", item)
		}
		if !json.Valid([]byte(value)) {
			value = string(quoted(value))
		}
		members = append(members, string(quoted(name))+":"+value)
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}"), nil
}

func quoted(text string) []byte {
	data, _ := json.Marshal(text) // a string cannot fail
	return data
}

// write puts the case into the folder. Nothing is written unless the folder with
// the case in it can be read.
func (a *addedCase) write(dir string) error {
	if dir == "" {
		return usage.Errorf("case add needs the folder of your cases: --cases DIR")
	}
	setsFile := filepath.Join(dir, "sets.yaml")
	sets, err := os.ReadFile(setsFile)
	if errors.Is(err, fs.ErrNotExist) {
		sets, err = []byte("# Labelled cases of our own.\nsets:\n"), nil
	}
	if err != nil {
		return err
	}
	before, others, err := a.into(dir, &sets)
	if err != nil {
		return err
	}
	line := fmt.Appendf(nil, `{"case":%s,"request":%s,"expected":%s}`+"\n", quoted(a.name), a.request, a.expected)
	cases := append(before, line...)
	trial := ruletext.Files{"sets.yaml": sets, path.Join("cases", a.set.File): cases}
	for _, file := range others {
		if trial[file], err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(file))); err != nil {
			return err
		}
	}
	if _, err := conformance.LoadFrom(trial.FS()); err != nil {
		return err
	}
	name := filepath.Join(dir, "cases", filepath.FromSlash(a.set.File))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, cases, 0o644); err != nil {
		return err
	}
	return os.WriteFile(setsFile, sets, 0o644)
}

// into finds the case's set, or adds it to the text of sets.yaml, and returns the
// cases that the set has and the files of the other sets.
func (a *addedCase) into(dir string, sets *[]byte) (cases []byte, others []string, err error) {
	var known struct {
		Sets []conformance.Set `yaml:"sets"`
	}
	if err := yaml.Unmarshal(*sets, &known); err != nil {
		return nil, nil, fmt.Errorf("sets.yaml: %w", err)
	}
	there := false
	for i := range known.Sets {
		set := &known.Sets[i]
		switch {
		case set.Name != a.set.Name:
			others = append(others, path.Join("cases", set.File))
		case set.Answer == "":
			return nil, nil, fmt.Errorf("the set %s holds a table of %s: add its rows to cases/%s", set.Name, runs(set), set.File)
		default:
			a.set, there = *set, true
			if cases, err = os.ReadFile(filepath.Join(dir, "cases", filepath.FromSlash(set.File))); err != nil {
				return nil, nil, err
			}
		}
	}
	if there {
		return cases, others, nil
	}
	if a.set.Origin == "" {
		return nil, nil, usage.Errorf("the set %s is new: say with --origin where its cases come from", a.set.Name)
	}
	a.set.File = a.set.Name + ".jsonl"
	entry, err := yaml.Marshal([]map[string]string{{
		"name": a.set.Name, "kind": string(a.set.Kind), "origin": a.set.Origin, "file": a.set.File, "answer": string(a.set.Answer),
	}})
	if err != nil {
		return nil, nil, err
	}
	for line := range bytes.Lines(entry) {
		*sets = append(append(*sets, "  "...), line...)
	}
	return nil, others, nil
}

// showAdded replays the case and shows what differs.
func (c *call) showAdded(a *addedCase) error {
	subject, err := c.subject(c.options())
	if err != nil {
		return err
	}
	own, err := c.ownCases()
	if err != nil {
		return err
	}
	for _, set := range own {
		if set.Name != a.set.Name {
			continue
		}
		report, err := set.Run(context.Background(), subject, conformance.Options{Case: a.name})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "added %s to %s, which has %d cases\n", a.name, set.Name, len(set.Cases()))
		for _, d := range report.Differences {
			fmt.Fprintf(c.stdout, "  %s\n", describe(d))
		}
		if !report.Fine() {
			return usage.ErrFindings
		}
	}
	return nil
}
