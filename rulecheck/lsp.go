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
	if _, err := usage.ParseCount(flags, arguments, 0, "lsp takes no arguments"); err != nil {
		return err
	}
	debug.SetGCPercent(300)
	debug.SetMemoryLimit(editorMemory)
	stdio := struct {
		io.ReadCloser
		io.Writer
	}{io.NopCloser(c.stdin), c.stdout}
	err := editor.Serve(context.Background(), stdio, editor.Options{
		Rules: c.rulesDir, Tables: c.tablesDir, RuleOptions: c.options(), TableOptions: c.tableOptions(), Version: operations.ThisBuild().Version,
	})
	if errors.Is(err, editor.ErrExit) {
		return usage.ErrFindings
	}
	return err
}
