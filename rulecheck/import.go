package main

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/payslate/payslate/rulecheck/pap"
	"github.com/payslate/payslate/rulecheck/travel"
	"github.com/payslate/payslate/server/args"
)

// importReport is the answer of import as JSON.
type importReport struct {
	Done     bool     `json:"done"`
	Messages []string `json:"messages"`
}

// importFile is "rulecheck import".
func importFile(c *call, arguments []string) error {
	kinds, err := travel.Names(c.tables().files)
	if err != nil {
		return c.mistakes(c.tables(), err)
	}
	kinds = append([]string{"pap"}, kinds...)
	if len(arguments) == 0 {
		return args.Errorf("import needs the kind of publication: %s", strings.Join(kinds, ", "))
	}
	if !slices.Contains(kinds, arguments[0]) {
		return args.Unknown("kind of publication", arguments[0], kinds, "; the kinds are "+strings.Join(kinds, ", "))
	}
	run := func(stdout, stderr io.Writer) error {
		if arguments[0] == "pap" {
			return pap.Command(arguments[1:], c.rules().files, stdout, stderr)
		}
		return travel.Command(arguments, c.tables().files, stdout, stderr)
	}
	if !c.json {
		return run(c.stdout, c.stderr)
	}
	var written, messages bytes.Buffer
	err = run(&written, &messages)
	switch {
	case args.Code(err) == args.Wrong:
		return err
	case written.Len() > 0 && slices.ContainsFunc(arguments, func(a string) bool { return a == "-" || strings.HasSuffix(a, "out=-") }):
		return args.Errorf("--out - and --json both write to standard output: name a file by --out")
	}
	report := importReport{Done: err == nil, Messages: []string{}}
	if text := strings.TrimSpace(written.String() + messages.String()); text != "" {
		report.Messages = strings.Split(text, "\n")
	}
	return cmp.Or(c.writeJSON(report), err)
}
