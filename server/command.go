package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/payslate/payslate/operations"
)

const serverUsage = `Serves net pay over HTTP.

  server [flags]             serve until Ctrl-C or SIGTERM
  server keys …              administer API keys (server keys help)
  server export DIR          write the page with an engine for browsers, which needs no server
  server completion SHELL    complete commands and flags in bash, zsh or fish

Each flag has a variable, such as PAYSLATE_LISTEN for --listen.

`

// serveCommand is the program without a command: it serves.
func serveCommand(p *invocation) *cobra.Command {
	var c config
	var wrong error
	serve := &cobra.Command{Use: "server", Short: "serve net pay over HTTP", Args: cobra.ArbitraryArgs, RunE: func(_ *cobra.Command, arguments []string) error {
		if len(arguments) > 0 {
			return wrongUse{fmt.Errorf("unknown command %q: write keys, or only flags to serve", arguments[0])}
		}
		if wrong != nil {
			return wrongUse{wrong}
		}
		return p.serve(c)
	}}
	c.define(serve.Flags())
	wrong = fromEnvironment(serve.Flags(), p.env)
	return serve
}

// serve serves with the settings until a signal, or prints the version.
func (p *invocation) serve(c config) error {
	if err := c.check(); err != nil {
		return wrongUse{err}
	}
	if c.version {
		_, err := fmt.Fprint(p.stdout, operations.ThisBuild())
		return err
	}
	if tuned(p.env) {
		debug.SetGCPercent(loadingPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	file, isFile := p.stdout.(*os.File)
	service := service{config: c, stdout: p.stdout, stderr: p.stderr, terminal: isFile && isatty.IsTerminal(file.Fd()),
		started: func(string) { tuneCollector(p.env) }}
	return service.serve(ctx)
}
