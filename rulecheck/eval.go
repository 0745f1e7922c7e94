package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/payslate/payslate/interpreter/check"
	exec "github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rules"
)

// evaluate is "rulecheck eval".
func evaluate(c *call, arguments []string) error {
	flags := flag.NewFlagSet("eval", flag.ContinueOnError)
	in := flags.String("csv", "", "")
	out := flags.String("out", "", "")
	others, err := usage.Parse(flags, arguments)
	switch {
	case err != nil:
		return err
	case len(others) != 1:
		return usage.Errorf("eval needs one program, such as COUNTRY/YEAR/NAME or FILE.yaml, not %d", len(others))
	case *in == "":
		return usage.Errorf("eval needs --csv: the file with the rows, or - for standard input")
	}
	executable, err := c.loadExecutable(others[0])
	if err != nil {
		return err
	}
	source, name := c.stdin, "standard input"
	if *in != "-" {
		file, err := os.Open(*in)
		if err != nil {
			return err
		}
		defer file.Close()
		source, name = file, *in
	}
	progress := c.newProgress("rows", 0)
	defer progress.end()
	work := func(w io.Writer) error { return evaluateRows(executable, source, name, w, c.json, progress) }
	if *out == "" || *out == "-" {
		err = work(c.stdout)
	} else {
		err = replaceFile(*out, work)
	}
	if row, failed := err.(*rowError); failed {
		progress.end()
		fmt.Fprintf(c.stderr, "error: %v\n", row)
		return usage.ErrFindings
	}
	return err
}

// replaceFile replaces a file when work has written all of its new content.
func replaceFile(name string, work func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err := work(file); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// loadExecutable loads and compiles a program of the rules or of a file.
func (c *call) loadExecutable(name string) (*exec.Executable, error) {
	of, inside := c.programFiles(name)
	program, list := rules.LoadProgram(of.files, inside)
	if list.HasErrors() {
		return nil, c.findings(of, list, func(file string) ([]byte, bool) {
			data, err := fs.ReadFile(of.files, file)
			return data, err == nil
		})
	}
	return program.Compile(check.Silent)
}

// programFiles returns the folder that contains a program, and the program's name in it.
func (c *call) programFiles(name string) (of folder, inside string) {
	file, program, named := strings.Cut(name, "#")
	if _, err := os.Stat(file); err != nil || filepath.Ext(file) != ".yaml" {
		return c.rules(), name
	}
	root := "."
	if !filepath.IsLocal(file) {
		if absolute, err := filepath.Abs(file); err == nil {
			file = absolute
		}
		root = filepath.VolumeName(file) + string(filepath.Separator)
	}
	inside = filepath.ToSlash(strings.TrimPrefix(filepath.Clean(file), root))
	if root == "." {
		inside = filepath.ToSlash(filepath.Clean(file))
	}
	if named {
		inside += "#" + program
	}
	return folder{os.DirFS(root), root}, inside
}

// evaluateRows runs an executable for each row of source.
func evaluateRows(executable *exec.Executable, source io.Reader, name string, w io.Writer, asJSON bool, progress *progress) error {
	rows, err := newRowReader(executable.Program, source, name)
	if err != nil {
		return err
	}
	out := &rowWriter{program: executable.Program, json: asJSON, hasCase: rows.caseColumn >= 0}
	buffered := bufio.NewWriterSize(w, 1<<16)
	if !asJSON {
		if _, err := buffered.Write(out.header()); err != nil {
			return err
		}
	}
	run := executable.Run()
	defer run.Release()
	line := make([]byte, 0, 1<<10)
	for done := 0; ; done++ {
		if done%progressRows == 0 && done > 0 {
			progress.add(progressRows)
		}
		more, err := rows.next(run)
		if err != nil || !more {
			// The rows before one that failed are results too.
			if flushed := buffered.Flush(); err == nil {
				err = flushed
			}
			return err
		}
		line = out.appendRow(line[:0], run.Outcome(), rows.caseName)
		if _, err := buffered.Write(line); err != nil {
			return err
		}
	}
}

// progressRows is the number of rows between two reports of progress.
const progressRows = 4096
