package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"runtime/debug"

	"github.com/payslate/payslate/rulecheck/editor"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/server/operations"
)

const lspDetails = `Serves an editor by the Language Server Protocol on standard input and output: findings
while you type, what a name means and where it is used, its value in other years,
completion, renaming, quick fixes, formatting. The rules are those of the folders rules
and tables of the editor's workspace, or of --rules and --tables.
`

// editorMemory is where the collector begins to work harder: an editor is open all
// day beside others, and a look at every year leaves much behind.
const editorMemory = 132 << 20

// lsp is "rulecheck lsp".
func lsp(c *call, arguments []string) error {
	// Editors add --stdio, the one way there is.
	flags := flag.NewFlagSet("lsp", flag.ContinueOnError)
	flags.Bool("stdio", true, "")
	others, err := usage.Parse(flags, arguments)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return usage.Errorf("lsp takes no arguments")
	}
	debug.SetGCPercent(300)
	debug.SetMemoryLimit(editorMemory)
	err = editor.Serve(context.Background(), stdio{c.stdin, c.stdout}, editor.Options{
		Rules: c.rulesDir, Tables: c.tablesDir, RuleOptions: c.options(), TableOptions: c.tableOptions(), Version: operations.ThisBuild().Version,
	})
	if errors.Is(err, editor.ErrExit) {
		return usage.ErrFindings
	}
	return err
}

// stdio is standard input and output as one stream.
type stdio struct {
	io.Reader
	io.Writer
}

// Close ends reading, where that can be.
func (s stdio) Close() error {
	if closer, ok := s.Reader.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
