package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/server/ledger"
)

//go:embed keys.txt
var keysUsage string

// keysCall is one run of a keys command on a ledger; id is its first argument, and number the
// second.
type keysCall struct {
	context.Context
	*ledger.Ledger
	*invocation
	dataDir, databaseURL string
	id, number           string
	json                 bool
}

// keysCommand is "server keys".
func keysCommand(p *invocation) *cobra.Command {
	call := &keysCall{Context: context.Background(), invocation: p}
	keys := &cobra.Command{Use: "keys", Short: "administer API keys", Args: cobra.ArbitraryArgs, RunE: func(of *cobra.Command, arguments []string) error {
		switch {
		case len(arguments) == 0:
			return wrongUse{errors.New("name a command")}
		case arguments[0] == "help":
			return of.Help()
		}
		return wrongUse{fmt.Errorf("unknown keys command %q%s", arguments[0], meant(arguments[0], diagnostic.Names(of.Commands(), (*cobra.Command).Name), ""))}
	}}
	flags := keys.PersistentFlags()
	flags.StringVar(&call.dataDir, "data", defaultDataDir, "folder of the embedded ledger")
	flags.StringVar(&call.databaseURL, "database-url", "", "address of a shared ledger")
	_ = fromEnvironment(flags, p.env) // any text will do
	keys.AddCommand(createCommand(call), rotateCommand(call), usageCommand(call),
		call.command("add KEY_ID N", "add N credits", call.add),
		call.command("revoke KEY_ID", "revoke a key permanently", call.inUse(call.revoke)),
		call.jsonFlag(call.command("list", "all keys with their balance", call.inUse(call.list))),
		call.jsonFlag(call.command("verify [FILE]", "recompute every balance", call.verify)),
		call.jsonFlag(call.command("backup FILE", "write the ledger to a new file, while it is in use", call.backup)),
		call.jsonFlag(call.command("restore FILE", "create the ledger in --data from a backup", call.restore)))
	return keys
}

// command returns a keys command. Its use names the arguments, those that may be left out in
// brackets.
func (call *keysCall) command(use, short string, run func() error) *cobra.Command {
	wanted := strings.Fields(use)[1:]
	return &cobra.Command{Use: use, Short: short, Args: cobra.ArbitraryArgs, RunE: func(of *cobra.Command, arguments []string) error {
		if n := len(arguments); n != len(wanted) && (n > 0 || !strings.HasSuffix(use, "]")) {
			if len(wanted) == 0 {
				return wrongUse{fmt.Errorf("keys %s takes no arguments", use)}
			}
			return wrongUse{fmt.Errorf("write keys %s", use)}
		}
		for i, to := range []*string{&call.id, &call.number}[:min(len(arguments), 2)] {
			*to = arguments[i]
		}
		err := run()
		switch {
		case errors.Is(err, ledger.ErrInvalidArgument):
			return wrongUse{err}
		case errors.Is(err, ledger.ErrUnknownKey):
			return fmt.Errorf("no key %s in the ledger of %s; keys list shows the ids", call.id, ledgerName(call.dataDir, call.databaseURL))
		case errors.Is(err, ledger.ErrExpiredKey), errors.Is(err, ledger.ErrRevokedKey):
			return fmt.Errorf("%s: %w; create another with keys create", call.id, err)
		}
		return err
	}}
}

// jsonFlag adds --json to a command.
func (call *keysCall) jsonFlag(of *cobra.Command) *cobra.Command {
	of.Flags().BoolVar(&call.json, "json", false, "print JSON")
	return of
}

// open opens the ledger in use, runs a command on it and closes it.
func (call *keysCall) open(options ledger.Options, run func() error) (err error) {
	if call.Ledger, err = openLedger(call, call.dataDir, call.databaseURL, options); err != nil {
		return err
	}
	return errors.Join(run(), call.Close())
}

// inUse is a command on a ledger that exists.
func (call *keysCall) inUse(run func() error) func() error {
	return func() error { return call.open(ledger.Options{Existing: true}, run) }
}

func parseCredits(text string, least int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, fmt.Errorf("%q is not a number of credits; give a whole number from %d, such as 1000", text, least)
	}
	return n, nil
}

// print prints a value as JSON if that was asked for, or else rows as a table.
func (call *keysCall) print(value any, rows [][]string) error {
	if call.json {
		encoder := json.NewEncoder(call.stdout)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(value)
	}
	table := tabwriter.NewWriter(call.stdout, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	return table.Flush()
}

// say prints a line, unless what it tells failed.
func (call *keysCall) say(err error, format string, values ...any) error {
	if err == nil {
		_, err = fmt.Fprintf(call.stdout, format+"\n", values...)
	}
	return err
}
