package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

func createKey(call *keysCall) error {
	key, err := call.ledger.CreateKey(call.ctx, call.name, call.credits, call.limits)
	if err != nil {
		return err
	}
	if end := call.limits.Expires; !end.IsZero() && !end.After(time.Now()) {
		fmt.Fprintln(call.stderr, "keys: the last day of the new key is in the past: no call will be answered")
	}
	if err := call.say(key.Secret); err != nil {
		// Nobody has seen the secret, so nobody may use it.
		return errors.Join(fmt.Errorf("the new key could not be printed and is revoked: %w", err), call.ledger.RevokeKey(call.ctx, key.ID))
	}
	return nil
}

func rotateKey(call *keysCall) error {
	key, err := call.ledger.RotateKey(call.ctx, call.arguments[0], call.overlap)
	if err != nil {
		return err
	}
	if err := call.say(key.Secret); err != nil {
		return fmt.Errorf("the new secret of %s could not be printed, and the old one ends in %s: rotate the key again: %w", key.ID, call.overlap, err)
	}
	fmt.Fprintf(call.stderr, "the old secret works until %s\n", time.Now().Add(call.overlap).UTC().Format(time.RFC3339))
	return nil
}

func addCredits(call *keysCall) error {
	balance, err := call.ledger.AddCredits(call.ctx, call.arguments[0], call.credits)
	if err != nil {
		return err
	}
	return call.say("%s has %d credits", call.arguments[0], balance)
}

func revokeKey(call *keysCall) error {
	if err := call.ledger.RevokeKey(call.ctx, call.arguments[0]); err != nil {
		return err
	}
	return call.say("%s is revoked", call.arguments[0])
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

// given returns a pointer to a value, nil for the zero value or if it is not given.
func given[T comparable](value T, is bool) *T {
	if !is {
		return nil
	}
	return &value
}

func listKeys(call *keysCall) error {
	keys, err := call.ledger.Keys(call.ctx)
	if err != nil {
		return err
	}
	listed, rows := make([]listedKey, len(keys)), [][]string{{"ID", "NAME", "CREATED", "CREDITS", "LAST USED", "STATE", "LIMITS"}}
	for i, key := range keys {
		expires, budgeted := key.Limits.Expires, key.Limits.Budget > 0
		listed[i] = listedKey{key.ID, key.Name, key.Created, key.Balance, given(key.Revoked, !key.Revoked.IsZero()), given(expires, !expires.IsZero()),
			append([]string{}, key.Limits.Scopes...), given(key.Limits.Budget, budgeted), given(key.Spent, budgeted), given(key.LastUsed, key.LastUsed != "")}
		state := "active"
		switch {
		case !key.Revoked.IsZero():
			state = "revoked " + key.Revoked.Format(time.DateOnly)
		case !expires.IsZero() && !expires.After(time.Now()):
			state = "expired"
		}
		rows = append(rows, []string{key.ID, cmp.Or(key.Name, "-"), key.Created.Format(time.DateOnly),
			strconv.FormatInt(key.Balance, 10), cmp.Or(key.LastUsed, "never"), state, cmp.Or(limitsOf(&key), "-")})
	}
	if len(keys) == 0 && !call.json {
		fmt.Fprintf(call.stderr, "no keys in the ledger of %s yet; create one with keys create\n", call.where())
	}
	return call.print(listed, rows)
}

// limitsOf describes the limits of a key.
func limitsOf(key *ledger.KeyRecord) string {
	var said []string
	if key.Limits.Budget > 0 {
		said = append(said, fmt.Sprintf("%d of %d this month", key.Spent, key.Limits.Budget))
	}
	if len(key.Limits.Scopes) > 0 {
		said = append(said, strings.Join(key.Limits.Scopes, ","))
	}
	if end := key.Limits.Expires; !end.IsZero() {
		said = append(said, "until "+end.Add(-time.Millisecond).Format(time.DateOnly))
	}
	return strings.Join(said, "; ")
}

func showUsage(call *keysCall) error {
	used, err := call.ledger.Usage(call.ctx, call.arguments[0])
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
	Sound       bool                `json:"sound"`
	Keys        int64               `json:"keys"`
	Entries     int64               `json:"entries"`
	Differences []ledger.Difference `json:"differences"`
	Damage      []string            `json:"damage"`
}

// verifyLedger checks the ledger in use, or a file that keys backup made.
func verifyLedger(call *keysCall) (err error) {
	var report ledger.VerifyReport
	where := call.where()
	if len(call.arguments) == 0 {
		report, err = call.ledger.Verify(call.ctx)
	} else {
		var said ledger.Backup
		where = call.arguments[0]
		if said, report, err = ledger.VerifyBackup(call.ctx, where); err == nil && !call.json {
			err = call.printBackup(said)
		}
	}
	if err != nil {
		return err
	}
	var findings [][]string
	for _, d := range report.Differences {
		findings = append(findings, []string{fmt.Sprintf("%s has %d credits, but its entries add up to %d", d.KeyID, d.Balance, d.Entries)})
	}
	for _, damage := range report.Damage {
		findings = append(findings, []string{damage})
	}
	verdict := "sound"
	if !report.Sound() {
		verdict = fmt.Sprintf("%d findings", len(findings))
	}
	findings = append(findings, []string{fmt.Sprintf("keys: %d, entries: %d, %s", report.Keys, report.Entries, verdict)})
	err = call.print(verification{report.Sound(), report.Keys, report.Entries, append([]ledger.Difference{}, report.Differences...),
		append([]string{}, report.Damage...)}, findings)
	switch {
	case err != nil:
		return err
	case !report.Sound():
		return errors.New("the ledger is not sound: keep an unchanged copy, and restore it from a backup")
	case report.Keys == 0:
		return fmt.Errorf("the ledger of %s has no key; name the right folder with --data, or restore a backup", where)
	}
	return nil
}

func backUp(call *keysCall) error {
	made, err := call.ledger.Backup(call.ctx, call.arguments[0])
	if err != nil {
		return err
	}
	return call.printBackup(made)
}

func restore(call *keysCall) error {
	said, err := ledger.Restore(call.ctx, call.arguments[0], filepath.Join(call.dataDir, ledgerFile))
	if err != nil {
		return err
	}
	fmt.Fprintf(call.stderr, "restored to %s. It lacks keys, charges and revocations since %s, and the answers to Idempotency-Keys: revoke again every key revoked since.\n",
		call.dataDir, said.Made.Format(time.RFC3339))
	return call.printBackup(said)
}

// printBackup prints a backup with the name of its file.
func (call *keysCall) printBackup(b ledger.Backup) error {
	file := call.arguments[0]
	return call.print(struct {
		File string `json:"file"`
		ledger.Backup
	}{file, b}, [][]string{{fmt.Sprintf("%s: made %s, keys: %d, entries: %d, sha256 %s", file, b.Made.Format(time.RFC3339), b.Keys, b.Entries, b.Digest)}})
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

// say prints a line.
func (call *keysCall) say(format string, values ...any) error {
	_, err := fmt.Fprintf(call.stdout, format+"\n", values...)
	return err
}
