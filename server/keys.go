package main

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/server/ledger"
)

// Exit codes of the server and its keys commands.
const (
	exitFine    = args.Fine
	exitFailure = 1
	exitUsage   = args.Wrong
)

//go:embed keys.txt
var keysUsage string

// defaultOverlap leaves time to give every client the new secret.
const defaultOverlap = 24 * time.Hour

// keysCall is one run of a keys command; id is its first argument.
type keysCall struct {
	context.Context
	*ledger.Ledger
	stdout, stderr           io.Writer
	id, dataDir, databaseURL string

	credits   int64
	name      string
	limits    ledger.Limits
	overlap   time.Duration
	json, csv bool
}

// keysCommand is one of the keys commands, with its arguments and flags by name. apart
// is set if it works without the ledger in use when it has arguments.
type keysCommand struct {
	arguments, flags string
	apart            bool
	run              func(call *keysCall) error
}

var keysCommands = map[string]keysCommand{
	"create": {flags: "credits name expires scope budget", run: createKey},
	"rotate": {arguments: "KEY_ID", flags: "overlap", run: rotateKey},
	"list":   {flags: "json", run: listKeys},
	"add": {arguments: "KEY_ID N", run: func(call *keysCall) error {
		balance, err := call.AddCredits(call, call.id, call.credits)
		return call.say(err, "%s has %d credits", call.id, balance)
	}},
	"revoke": {arguments: "KEY_ID", run: func(call *keysCall) error {
		return call.say(call.RevokeKey(call, call.id), "%s is revoked", call.id)
	}},
	"usage":  {arguments: "KEY_ID", flags: "json csv", run: showUsage},
	"verify": {arguments: "FILE", flags: "json", apart: true, run: verifyLedger},
	"backup": {arguments: "FILE", flags: "json", run: func(call *keysCall) error {
		made, err := call.Backup(call, call.id)
		return call.printBackup(made, err)
	}},
	"restore": {arguments: "FILE", flags: "json", apart: true, run: func(call *keysCall) error {
		said, err := ledger.Restore(call, call.id, filepath.Join(call.dataDir, ledgerFile))
		if err == nil {
			fmt.Fprintf(call.stderr, "restored to %s. It lacks keys, charges and revocations since %s, and the answers to Idempotency-Keys: revoke again every key revoked since.\n",
				call.dataDir, said.Made.Format(time.RFC3339))
		}
		return call.printBackup(said, err)
	}},
}

// define adds a flag of a command.
func (call *keysCall) define(set *flag.FlagSet, name string) {
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
		set.Func(name, "credits of the new key", func(text string) (err error) { call.credits, err = parseCredits(text, 0); return err })
	case "budget":
		set.Func(name, "most credits of a month", func(text string) (err error) { call.limits.Budget, err = parseCredits(text, 1); return err })
	case "scope":
		set.Func(name, "services that the key is for", func(text string) error {
			known := operations.Scopes()
			for scope := range strings.SplitSeq(text, ",") {
				if scope = strings.TrimSpace(scope); !slices.Contains(known, scope) {
					return fmt.Errorf("unknown scope %q; write one or more of %s", scope, strings.Join(known, ","))
				}
				call.limits.Scopes = append(call.limits.Scopes, scope)
			}
			return nil
		})
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

func parseCredits(text string, least int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, fmt.Errorf("%q is not a number of credits; give a whole number from %d, such as 1000", text, least)
	}
	return n, nil
}

// runKeys runs a keys command with the arguments after "keys" and returns its
// exit code. Results go to stdout, everything else to stderr.
func runKeys(sent []string, stdout, stderr io.Writer, env func(string) string) int {
	if len(sent) == 0 {
		fmt.Fprint(stderr, keysUsage)
		return exitUsage
	}
	call := &keysCall{Context: context.Background(), stdout: stdout, stderr: stderr}
	set := flag.NewFlagSet("keys "+sent[0], flag.ContinueOnError)
	args.Environment(env).Text(set, &call.dataDir, "data", defaultDataDir, "folder of the embedded ledger")
	args.Environment(env).Text(set, &call.databaseURL, "database-url", "", "address of a shared ledger")
	command, known := keysCommands[sent[0]]
	for name := range strings.FieldsSeq(command.flags) {
		call.define(set, name)
	}
	arguments, err := args.Parse(set, sent[1:])
	switch {
	case errors.Is(err, flag.ErrHelp), slices.Contains([]string{"help", "-h", "-help", "--help"}, sent[0]):
		fmt.Fprint(stdout, keysUsage)
		return exitFine
	case !known:
		err = fmt.Errorf("unknown keys command %q", sent[0])
	case err == nil:
		err = call.check(sent[0], strings.Fields(command.arguments), arguments)
	}
	if err == nil {
		if err = call.use(sent[0], command); err == nil {
			return exitFine
		}
		switch {
		case errors.Is(err, ledger.ErrUnknownKey):
			err = fmt.Errorf("no key %s in the ledger of %s; keys list shows the ids", call.id, ledgerName(call.dataDir, call.databaseURL))
		case errors.Is(err, ledger.ErrExpiredKey), errors.Is(err, ledger.ErrRevokedKey):
			err = fmt.Errorf("%s: %w; create another with keys create", call.id, err)
		}
		if !errors.Is(err, ledger.ErrInvalidArgument) {
			fmt.Fprintln(stderr, "keys:", err)
			return exitFailure
		}
	}
	fmt.Fprintf(stderr, "keys: %v\n\n%s", err, keysUsage)
	return exitUsage
}

// check refuses wrong use before a ledger is opened.
func (call *keysCall) check(name string, wanted, arguments []string) (err error) {
	n := len(arguments)
	if n > 0 {
		call.id = arguments[0]
	}
	switch {
	case n != len(wanted) && (n > 0 || name != "verify"):
		return fmt.Errorf("keys %s takes %d arguments %v, not %d", name, len(wanted), wanted, n)
	case call.credits < 0:
		return errors.New("give the number of credits: keys create --credits N")
	case call.json && call.csv:
		return errors.New("choose one of --json and --csv")
	case name == "add":
		call.credits, err = parseCredits(arguments[1], 1)
	case call.databaseURL != "" && (name == "backup" || name == "restore"):
		err = ledger.ErrInDatabase
	}
	return err
}

// use runs the command, on the ledger in use if it needs one. Only create makes one.
func (call *keysCall) use(name string, command keysCommand) (err error) {
	if command.apart && call.id != "" {
		return command.run(call)
	}
	if call.Ledger, err = openLedger(call, call.dataDir, call.databaseURL, ledger.Options{Existing: name != "create"}); err != nil {
		return err
	}
	return errors.Join(command.run(call), call.Close())
}

func createKey(call *keysCall) error {
	key, err := call.CreateKey(call, call.name, call.credits, call.limits)
	if err != nil {
		return err
	}
	if end := call.limits.Expires; !end.IsZero() && !end.After(time.Now()) {
		fmt.Fprintln(call.stderr, "keys: the last day of the new key is in the past: no call will be answered")
	}
	if err := call.say(nil, key.Secret); err != nil {
		// Nobody has seen the secret, so nobody may use it.
		return errors.Join(fmt.Errorf("the new key could not be printed and is revoked: %w", err), call.RevokeKey(call, key.ID))
	}
	return nil
}

func rotateKey(call *keysCall) error {
	key, err := call.RotateKey(call, call.id, call.overlap)
	if err != nil {
		return err
	}
	if err := call.say(nil, key.Secret); err != nil {
		return fmt.Errorf("the new secret of %s could not be printed, and the old one ends in %s: rotate the key again: %w", key.ID, call.overlap, err)
	}
	fmt.Fprintf(call.stderr, "the old secret works until %s\n", time.Now().Add(call.overlap).UTC().Format(time.RFC3339))
	return nil
}

// listedKey is a key as keys list --json prints it.
type listedKey struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Created     time.Time  `json:"created"`
	Balance     int64      `json:"balance"`
	Revoked     *time.Time `json:"revoked"`
	Expires     *time.Time `json:"expires"`
	Scopes      []string   `json:"scopes"`
	Budget      *int64     `json:"budget"`
	BudgetSpent *int64     `json:"budget_spent"`
	LastUsedDay *string    `json:"last_used_day"`
}

func listKeys(call *keysCall) error {
	keys, err := call.Keys(call)
	if err != nil {
		return err
	}
	listed, rows := make([]listedKey, len(keys)), [][]string{{"ID", "NAME", "CREATED", "CREDITS", "LAST USED", "STATE", "LIMITS"}}
	for i, key := range keys {
		of := &listed[i]
		*of = listedKey{ID: key.ID, Name: key.Name, Created: key.Created, Balance: key.Balance, Scopes: append([]string{}, key.Limits.Scopes...)}
		state, limits := "active", []string{}
		if key.LastUsed != "" {
			of.LastUsedDay = &key.LastUsed
		}
		if key.Limits.Budget > 0 {
			of.Budget, of.BudgetSpent = &key.Limits.Budget, &key.Spent
			limits = append(limits, fmt.Sprintf("%d of %d this month", key.Spent, key.Limits.Budget))
		}
		if len(of.Scopes) > 0 {
			limits = append(limits, strings.Join(of.Scopes, ","))
		}
		if end := key.Limits.Expires; !end.IsZero() {
			of.Expires = &key.Limits.Expires
			limits = append(limits, "until "+end.Add(-time.Millisecond).Format(time.DateOnly))
			if !end.After(time.Now()) {
				state = "expired"
			}
		}
		if !key.Revoked.IsZero() {
			of.Revoked, state = &key.Revoked, "revoked "+key.Revoked.Format(time.DateOnly)
		}
		rows = append(rows, []string{key.ID, cmp.Or(key.Name, "-"), key.Created.Format(time.DateOnly), strconv.FormatInt(key.Balance, 10),
			cmp.Or(key.LastUsed, "never"), state, cmp.Or(strings.Join(limits, "; "), "-")})
	}
	if len(keys) == 0 && !call.json {
		fmt.Fprintf(call.stderr, "no keys in the ledger of %s yet; create one with keys create\n", ledgerName(call.dataDir, call.databaseURL))
	}
	return call.print(listed, rows)
}

func showUsage(call *keysCall) error {
	used, err := call.Usage(call, call.id)
	if err != nil {
		return err
	}
	rows := [][]string{{"DAY", "OPERATION", "CALLS"}}
	for _, u := range used {
		rows = append(rows, []string{u.Day, u.Operation, strconv.FormatInt(u.Calls, 10)})
	}
	if call.csv { // no cell can be a formula: the ledger itself wrote them all
		rows[0] = []string{"day", "operation", "calls"}
		return csv.NewWriter(call.stdout).WriteAll(rows)
	}
	return call.print(append([]ledger.Usage{}, used...), rows)
}

// verification is the report of keys verify --json.
type verification struct {
	Sound bool `json:"sound"`
	ledger.VerifyReport
}

// verifyLedger checks the ledger in use, or a file that keys backup made.
func verifyLedger(call *keysCall) (err error) {
	var report ledger.VerifyReport
	if call.id == "" {
		report, err = call.Verify(call)
	} else {
		var said ledger.Backup
		if said, report, err = ledger.VerifyBackup(call, call.id); !call.json {
			err = call.printBackup(said, err)
		}
	}
	if err != nil {
		return err
	}
	var lines [][]string
	for _, d := range report.Differences {
		lines = append(lines, []string{fmt.Sprintf("%s has %d credits, but its entries add up to %d", d.KeyID, d.Balance, d.Entries)})
	}
	for _, damage := range report.Damage {
		lines = append(lines, []string{damage})
	}
	verdict := "sound"
	if !report.Sound() {
		verdict = fmt.Sprintf("%d findings", len(lines))
	}
	lines = append(lines, []string{fmt.Sprintf("keys: %d, entries: %d, %s", report.Keys, report.Entries, verdict)})
	switch err := call.print(verification{report.Sound(), report}, lines); {
	case err != nil:
		return err
	case !report.Sound():
		return errors.New("the ledger is not sound: keep an unchanged copy, and restore it from a backup")
	case report.Keys == 0:
		return fmt.Errorf("the ledger of %s has no key; name the right folder with --data, or restore a backup", cmp.Or(call.id, ledgerName(call.dataDir, call.databaseURL)))
	}
	return nil
}

// printBackup prints a backup with the name of its file, unless it failed.
func (call *keysCall) printBackup(b ledger.Backup, err error) error {
	if err != nil {
		return err
	}
	return call.print(struct {
		File string `json:"file"`
		ledger.Backup
	}{call.id, b}, [][]string{{fmt.Sprintf("%s: made %s, keys: %d, entries: %d, sha256 %s", call.id, b.Made.Format(time.RFC3339), b.Keys, b.Entries, b.Digest)}})
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
