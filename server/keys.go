package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/server/credits"
)

// Exit codes of the keys command.
const (
	exitFine    = 0
	exitFailure = 1
	exitUsage   = 2
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
  keys revoke --since TIME                list and repeat the revocations since a backup
  keys usage KEY_ID [--json | --csv]      charged calls by day and operation
  keys verify [FILE] [--json]             recompute every balance from its entries and follow
                                          their seals, in the ledger in use or in a backup
  keys seal                               adopt entries that a server of version 1.0.0 wrote
  keys backup FILE [--json]               write the ledger to a new file, while it is in use
  keys restore FILE [--json]              create the ledger in --data from a backup; none may exist

Each takes --data DIR (PAYSLATE_DATA, default ` + defaultDataDir + `) and --database-url URL
(PAYSLATE_DATABASE_URL). Exit: 0 fine, 1 failure, 2 wrong use.
`

// keysCall is one run of a keys command.
type keysCall struct {
	ctx            context.Context
	ledger         credits.Ledger
	arguments      []string
	stdout, stderr io.Writer

	credits optionalCount
	name    string
	limits  credits.Limits
	overlap time.Duration
	json    bool
	csv     bool
	since   moment
	dataDir string
	where   string // names the ledger in messages
}

// optionalCount is a flag for a number of credits that records whether it was given.
type optionalCount struct {
	value int64
	given bool
}

func (c *optionalCount) String() string { return strconv.FormatInt(c.value, 10) }

func (c *optionalCount) Set(text string) (err error) {
	c.value, err = parseCredits(text)
	c.given = err == nil
	return err
}

func parseCredits(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number of credits; write a whole number such as 1000", text)
	}
	return n, nil
}

// keysCommand is one of the keys commands: its arguments after the flags, its own
// flags, and its function on an open ledger.
type keysCommand struct {
	arguments []string
	least     int // of the arguments that must be there, if fewer may
	flags     func(set *flag.FlagSet, call *keysCall)
	check     func(call *keysCall) error
	makes     bool                      // the ledger, if there is none
	embedded  bool                      // not for a ledger in a database
	apart     func(call *keysCall) bool // works without the ledger in use
	run       func(call *keysCall) error
}

var keysCommands = map[string]keysCommand{
	"create": {flags: func(set *flag.FlagSet, call *keysCall) {
		set.Var(&call.credits, "credits", "credits of the new key")
		set.StringVar(&call.name, "name", "", "a name to find the key by")
		limitFlags(set, call)
	}, check: func(call *keysCall) error {
		if !call.credits.given {
			return errors.New("give the number of credits: keys create --credits N")
		}
		return nil
	}, makes: true, run: createKey},
	"list": {flags: jsonFlag, run: listKeys},
	"add": {arguments: []string{"KEY_ID", "N"}, check: func(call *keysCall) (err error) {
		call.credits.value, err = parseCredits(call.arguments[1])
		return err
	}, run: addCredits},
	"revoke": {arguments: []string{"KEY_ID"}, least: -1, flags: func(set *flag.FlagSet, call *keysCall) {
		set.Var(&call.since, "since", "repeat the revocations since a time")
	}, check: func(call *keysCall) error {
		if call.since.IsZero() == (len(call.arguments) == 0) {
			return errors.New("name the key, or a time: keys revoke KEY_ID, or keys revoke --since TIME")
		}
		return nil
	}, run: revokeKey},
	"rotate": {arguments: []string{"KEY_ID"}, flags: func(set *flag.FlagSet, call *keysCall) {
		set.DurationVar(&call.overlap, "overlap", defaultOverlap, "how long the old secret still works")
	}, run: rotateKey},
	"usage": {arguments: []string{"KEY_ID"}, flags: func(set *flag.FlagSet, call *keysCall) {
		jsonFlag(set, call)
		set.BoolVar(&call.csv, "csv", false, "print CSV")
	}, check: func(call *keysCall) error {
		if call.json && call.csv {
			return errors.New("choose one of --json and --csv")
		}
		return nil
	}, run: showUsage},
	"verify":  {arguments: []string{"FILE"}, least: -1, flags: jsonFlag, apart: func(call *keysCall) bool { return len(call.arguments) > 0 }, run: verifyLedger},
	"seal":    {run: seal},
	"backup":  {arguments: []string{"FILE"}, embedded: true, flags: jsonFlag, run: backUp},
	"restore": {arguments: []string{"FILE"}, embedded: true, flags: jsonFlag, apart: func(*keysCall) bool { return true }, run: restore},
}

func jsonFlag(set *flag.FlagSet, call *keysCall) {
	set.BoolVar(&call.json, "json", false, "print JSON")
}

// runKeys runs a keys command with the arguments after "keys" and returns its
// exit code. Results go to stdout, everything else to stderr.
func runKeys(args []string, stdout, stderr io.Writer, env func(string) string) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, keysUsage)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, keysUsage)
		return exitFine
	}
	command, known := keysCommands[args[0]]
	if !known {
		return wrongUse(stderr, fmt.Errorf("unknown keys command %q", args[0]))
	}
	call := &keysCall{ctx: context.Background(), stdout: stdout, stderr: stderr}
	set := flag.NewFlagSet("keys "+args[0], flag.ContinueOnError)
	set.StringVar(&call.dataDir, "data", cmp.Or(env("PAYSLATE_DATA"), defaultDataDir), "folder of the embedded ledger")
	databaseURL := set.String("database-url", env("PAYSLATE_DATABASE_URL"), "address of a shared ledger")
	if command.flags != nil {
		command.flags(set, call)
	}
	var err error
	if call.arguments, err = usage.Parse(set, args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stdout, keysUsage)
			return exitFine
		}
		return wrongUse(stderr, err)
	}
	if most := len(command.arguments); len(call.arguments) > most || len(call.arguments) < most+command.least {
		return wrongUse(stderr, fmt.Errorf("keys %s takes %d arguments %v, not %d",
			args[0], len(command.arguments), command.arguments, len(call.arguments)))
	}
	if command.check != nil {
		if err := command.check(call); err != nil {
			return wrongUse(stderr, err)
		}
	}
	return call.run(command, *databaseURL)
}

func (call *keysCall) run(command keysCommand, databaseURL string) int {
	call.where = ledgerName(call.dataDir, databaseURL)
	err := call.use(command, databaseURL)
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, credits.ErrInvalidArgument):
		return wrongUse(call.stderr, err)
	case errors.Is(err, credits.ErrUnknownKey):
		err = fmt.Errorf("no key %s in the ledger of %s; keys list shows the ids", call.arguments[0], call.where)
	case errors.Is(err, credits.ErrExpiredKey):
		err = fmt.Errorf("the key %s has expired; create another with keys create", call.arguments[0])
	case errors.Is(err, credits.ErrRevokedKey):
		err = fmt.Errorf("the key %s is revoked; create another with keys create", call.arguments[0])
	}
	fmt.Fprintln(call.stderr, "keys:", err)
	return exitFailure
}

// use runs the command, on the ledger in use if it needs one.
func (call *keysCall) use(command keysCommand, databaseURL string) error {
	if command.embedded && databaseURL != "" {
		return errInDatabase
	}
	if command.apart != nil && command.apart(call) {
		return command.run(call)
	}
	ledger, err := openLedger(call.ctx, call.dataDir, databaseURL, credits.Options{Existing: !command.makes})
	if err != nil {
		return err
	}
	call.ledger = ledger
	return errors.Join(command.run(call), ledger.Close())
}

func wrongUse(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "keys: %v\n\n%s", err, keysUsage)
	return exitUsage
}
