package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/operations"
)

// Exit codes of the server and its keys commands.
const (
	exitFine    = args.Fine
	exitFailure = 1
	exitUsage   = args.Wrong
)

const keysUsage = `Administers API keys; works while a server runs on the same ledger.

  keys create --credits N [--name NAME]   make a key and print its secret, once
         [--expires DAY]                  ... whose last day (UTC) is DAY
         [--scope salary,travel]          ... for these services only
         [--budget N]                     ... that spends at most N credits a month (UTC)
  keys rotate KEY_ID [--overlap 24h]      print a new secret of a key, once; the old one works
                                          for the overlap
  keys list [--json]                      all keys with their balance
  keys add KEY_ID N                       add N credits
  keys revoke KEY_ID                      revoke a key permanently
  keys usage KEY_ID [--json | --csv]      charged calls by day and operation
  keys verify [FILE] [--json]             recompute every balance, in the ledger in use or in a
                                          backup; writes nothing
  keys backup FILE [--json]               write the ledger to a new file, while it is in use
  keys restore FILE [--json]              create the ledger in --data from a backup; none may exist

Each takes --data DIR (PAYSLATE_DATA, default ` + defaultDataDir + `) and --database-url URL
(PAYSLATE_DATABASE_URL). Exit: 0 fine, 1 failure, 2 wrong use.
`

// defaultOverlap leaves time to give every client the new secret.
const defaultOverlap = 24 * time.Hour

// keysCall is one run of a keys command.
type keysCall struct {
	ctx                  context.Context
	ledger               *ledger.Ledger
	arguments            []string
	stdout, stderr       io.Writer
	dataDir, databaseURL string

	credits   int64
	name      string
	limits    ledger.Limits
	overlap   time.Duration
	json, csv bool
}

// keysCommand is one of the keys commands, with its arguments and flags by name. apart
// is set if it works without the ledger in use when it has arguments.
type keysCommand struct {
	arguments, flags []string
	apart            bool
	run              func(call *keysCall) error
}

var keysCommands = map[string]keysCommand{
	"create":  {flags: []string{"credits", "name", "expires", "scope", "budget"}, run: createKey},
	"rotate":  {arguments: []string{"KEY_ID"}, flags: []string{"overlap"}, run: rotateKey},
	"list":    {flags: []string{"json"}, run: listKeys},
	"add":     {arguments: []string{"KEY_ID", "N"}, run: addCredits},
	"revoke":  {arguments: []string{"KEY_ID"}, run: revokeKey},
	"usage":   {arguments: []string{"KEY_ID"}, flags: []string{"json", "csv"}, run: showUsage},
	"verify":  {arguments: []string{"FILE"}, flags: []string{"json"}, apart: true, run: verifyLedger},
	"backup":  {arguments: []string{"FILE"}, flags: []string{"json"}, run: backUp},
	"restore": {arguments: []string{"FILE"}, flags: []string{"json"}, apart: true, run: restore},
}

// define adds flags of a command.
func (call *keysCall) define(set *flag.FlagSet, names []string) {
	amount := func(into *int64, least int64) func(string) error {
		return func(text string) (err error) { *into, err = parseCredits(text, least); return err }
	}
	for _, name := range names {
		switch name {
		case "json":
			set.BoolVar(&call.json, name, false, "print JSON")
		case "csv":
			set.BoolVar(&call.csv, name, false, "print CSV")
		case "name":
			set.StringVar(&call.name, name, "", "a name to find the key by")
		case "overlap":
			set.DurationVar(&call.overlap, name, defaultOverlap, "how long the old secret still works")
		case "credits":
			call.credits = -1 // not given
			set.Func(name, "credits of the new key", amount(&call.credits, 0))
		case "budget":
			set.Func(name, "most credits of a month", amount(&call.limits.Budget, 1))
		case "scope":
			set.Func(name, "services that the key is for", call.addScopes)
		case "expires":
			set.Func(name, "last day of the key", func(text string) error {
				day, err := time.Parse(time.DateOnly, text)
				if err != nil {
					return errors.New("write a day such as 2026-12-31")
				}
				call.limits.Expires = day.AddDate(0, 0, 1)
				return nil
			})
		}
	}
}

func (call *keysCall) addScopes(text string) error {
	known, err := operations.Scopes()
	if err != nil {
		return err
	}
	for scope := range strings.SplitSeq(text, ",") {
		scope = strings.TrimSpace(scope)
		if !slices.Contains(known, scope) {
			return fmt.Errorf("unknown scope %q; write one or more of %s", scope, strings.Join(known, ","))
		}
		call.limits.Scopes = append(call.limits.Scopes, scope)
	}
	return nil
}

func parseCredits(text string, least int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, fmt.Errorf("%q is not a number of credits; give a whole number from %d, such as 1000", text, least)
	}
	return n, nil
}

// runKeys runs a keys command with the arguments after "keys" and returns its
// exit code. Results go to stdout, everything else to stderr.
func runKeys(arguments []string, stdout, stderr io.Writer, env func(string) string) int {
	if len(arguments) == 0 {
		fmt.Fprint(stderr, keysUsage)
		return exitUsage
	}
	command, known := keysCommands[arguments[0]]
	switch {
	case slices.Contains([]string{"help", "-h", "-help", "--help"}, arguments[0]):
		fmt.Fprint(stdout, keysUsage)
		return exitFine
	case !known:
		return wrongUse(stderr, fmt.Errorf("unknown keys command %q", arguments[0]))
	}
	call := &keysCall{ctx: context.Background(), stdout: stdout, stderr: stderr}
	set := flag.NewFlagSet("keys "+arguments[0], flag.ContinueOnError)
	args.Environment(env).Text(set, &call.dataDir, "data", defaultDataDir, "folder of the embedded ledger")
	args.Environment(env).Text(set, &call.databaseURL, "database-url", "", "address of a shared ledger")
	call.define(set, command.flags)
	var err error
	call.arguments, err = args.Parse(set, arguments[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, keysUsage)
		return exitFine
	}
	if err == nil {
		err = call.check(arguments[0], command)
	}
	if err != nil {
		return wrongUse(stderr, err)
	}
	err = call.use(arguments[0], command)
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, ledger.ErrInvalidArgument):
		return wrongUse(stderr, err)
	case errors.Is(err, ledger.ErrUnknownKey):
		err = fmt.Errorf("no key %s in the ledger of %s; keys list shows the ids", call.arguments[0], call.where())
	case errors.Is(err, ledger.ErrExpiredKey), errors.Is(err, ledger.ErrRevokedKey):
		err = fmt.Errorf("%s: %w; create another with keys create", call.arguments[0], err)
	}
	fmt.Fprintln(stderr, "keys:", err)
	return exitFailure
}

// check refuses wrong use before a ledger is opened.
func (call *keysCall) check(name string, command keysCommand) (err error) {
	n := len(call.arguments)
	switch {
	case n != len(command.arguments) && (n > 0 || name != "verify"):
		return fmt.Errorf("keys %s takes %d arguments %v, not %d", name, len(command.arguments), command.arguments, n)
	case call.credits < 0:
		return errors.New("give the number of credits: keys create --credits N")
	case call.json && call.csv:
		return errors.New("choose one of --json and --csv")
	case name == "add":
		call.credits, err = parseCredits(call.arguments[1], 1)
	case call.databaseURL != "" && (name == "backup" || name == "restore"):
		err = ledger.ErrInDatabase
	}
	return err
}

// use runs the command, on the ledger in use if it needs one. Only create makes one.
func (call *keysCall) use(name string, command keysCommand) (err error) {
	if command.apart && len(call.arguments) > 0 {
		return command.run(call)
	}
	if call.ledger, err = openLedger(call.ctx, call.dataDir, call.databaseURL, ledger.Options{Existing: name != "create"}); err != nil {
		return err
	}
	return errors.Join(command.run(call), call.ledger.Close())
}

// where names the ledger in messages.
func (call *keysCall) where() string { return ledgerName(call.dataDir, call.databaseURL) }

func wrongUse(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "keys: %v\n\n%s", err, keysUsage)
	return exitUsage
}
