package main

import (
	"context"
	"errors"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rulecheck/editor"
)

// editorMemory is the soft memory limit: an editor stays open all day, and checking every
// year produces much garbage.
const editorMemory = 132 << 20

// lspCommand is "rulecheck lsp".
func lspCommand(c *call) *cobra.Command {
	of := command("lsp", "serve an editor by the Language Server Protocol", counted(0, "lsp takes no arguments"), func(*cobra.Command, []string) error { return c.serveEditor() })
	of.Flags().Bool("stdio", true, "") // editors pass it: the only transport
	_ = of.Flags().MarkHidden("stdio")
	return of
}

func (c *call) serveEditor() error {
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
		return errFindings
	}
	return err
}
