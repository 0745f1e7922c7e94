package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"runtime/debug"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rulecheck/editor"
	"github.com/payslate/payslate/server/args"
)

// editorMemory is the soft memory limit: an editor stays open all day, and checking every
// year produces much garbage.
const editorMemory = 132 << 20

// lsp is "rulecheck lsp".
func lsp(c *call, arguments []string) error {
	// Editors pass --stdio, the only transport.
	flags := flag.NewFlagSet("lsp", flag.ContinueOnError)
	flags.Bool("stdio", true, "")
	if _, err := args.ParseCount(flags, arguments, 0, "lsp takes no arguments"); err != nil {
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
		return args.ErrFindings
	}
	return err
}
