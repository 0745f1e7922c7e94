package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/payslate/payslate/server/credits"
)

func createKey(call *keysCall) error {
	key, err := call.ledger.CreateKey(call.ctx, call.name, call.credits.value, call.limits)
	if err != nil {
		return err
	}
	if end := call.limits.Expires; !end.IsZero() && !end.After(time.Now()) {
		fmt.Fprintln(call.stderr, "keys: the last day of the new key is in the past: no call will be answered")
	}
	if _, err := fmt.Fprintln(call.stdout, key.Secret); err != nil {
		// Nobody has seen the secret, so nobody may use it.
		return errors.Join(fmt.Errorf("the new key could not be printed and is revoked: %w", err),
			call.ledger.RevokeKey(call.ctx, key.ID))
	}
	return nil
}

func addCredits(call *keysCall) error {
	balance, err := call.ledger.AddCredits(call.ctx, call.arguments[0], call.credits.value)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(call.stdout, "%s has %d credits\n", call.arguments[0], balance)
	return err
}

func revokeKey(call *keysCall) error {
	if len(call.arguments) == 0 {
		return revokeSince(call)
	}
	if err := call.ledger.RevokeKey(call.ctx, call.arguments[0]); err != nil {
		return err
	}
	_, err := fmt.Fprintf(call.stdout, "%s is revoked\n", call.arguments[0])
	return err
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
	keys, err := call.ledger.Keys(call.ctx)
	if err != nil {
		return err
	}
	if call.json {
		listed := make([]listedKey, len(keys))
		for i, key := range keys {
			listed[i] = listedKey{ID: key.ID, Name: key.Name, Created: key.Created, Balance: key.Balance, Scopes: append([]string{}, key.Limits.Scopes...)}
			if !key.Limits.Expires.IsZero() {
				listed[i].Expires = &key.Limits.Expires
			}
			if key.Limits.Budget > 0 {
				listed[i].Budget, listed[i].BudgetSpent = &key.Limits.Budget, &key.Spent
			}
			if !key.Revoked.IsZero() {
				listed[i].Revoked = &key.Revoked
			}
			if key.LastUsed != "" {
				listed[i].LastUsedDay = &key.LastUsed
			}
		}
		return call.printJSON(listed)
	}
	if len(keys) == 0 {
		fmt.Fprintf(call.stderr, "no keys in the ledger of %s yet; create one with keys create\n", call.where)
	}
	rows := [][]string{{"ID", "NAME", "CREATED", "CREDITS", "LAST USED", "STATE", "LIMITS"}}
	for _, key := range keys {
		state := "active"
		switch {
		case !key.Revoked.IsZero():
			state = "revoked " + key.Revoked.Format(time.DateOnly)
		case !key.Limits.Expires.IsZero() && !key.Limits.Expires.After(time.Now()):
			state = "expired"
		}
		rows = append(rows, []string{key.ID, cmp.Or(key.Name, "-"), key.Created.Format(time.DateOnly),
			strconv.FormatInt(key.Balance, 10), cmp.Or(key.LastUsed, "never"), state, cmp.Or(limitsOf(&key), "-")})
	}
	return call.printTable(rows)
}

func showUsage(call *keysCall) error {
	usage, err := call.ledger.Usage(call.ctx, call.arguments[0])
	if err != nil {
		return err
	}
	if call.json {
		return call.printJSON(append([]credits.Usage{}, usage...))
	}
	if call.csv {
		return call.printUsageCSV(usage)
	}
	rows := [][]string{{"DAY", "OPERATION", "CALLS"}}
	for _, u := range usage {
		rows = append(rows, []string{u.Day, u.Operation, strconv.FormatInt(u.Calls, 10)})
	}
	return call.printTable(rows)
}

// verification is the report of keys verify --json.
type verification struct {
	Sound       bool                 `json:"sound"`
	Epoch       int64                `json:"epoch,omitempty"`
	Keys        int64                `json:"keys"`
	Entries     int64                `json:"entries"`
	Differences []credits.Difference `json:"differences"`
	Damage      []string             `json:"damage"`
}

// errUnsound makes a ledger with findings a failure.
var errUnsound = errors.New("the ledger is not sound: keep an unchanged copy, and restore it from a backup unless the findings name another remedy")

func verifyLedger(call *keysCall) error {
	if len(call.arguments) > 0 {
		return verifyBackup(call)
	}
	report, err := call.ledger.Verify(call.ctx)
	if err != nil {
		return err
	}
	return call.judge(report)
}

// judge prints a report and returns an error if there are findings.
func (call *keysCall) judge(report credits.VerifyReport) (err error) {
	if call.json {
		err = call.printJSON(verification{Sound: report.Sound(), Epoch: report.Epoch.Number, Keys: report.Keys, Entries: report.Entries,
			Differences: append([]credits.Difference{}, report.Differences...), Damage: append([]string{}, report.Damage...)})
	} else {
		err = call.printReport(report)
	}
	switch {
	case err != nil:
	case !report.Sound():
		err = errUnsound
	case report.Keys == 0:
		err = fmt.Errorf("the ledger of %s has no key; name the right folder with --data, or restore a backup", call.where)
	}
	return err
}

// seal adopts the entries of a server of version 1.0.0 and lists them.
func seal(call *keysCall) error {
	found, err := call.ledger.Seal(call.ctx)
	if err != nil {
		return err
	}
	for _, loose := range found {
		if _, err := fmt.Fprintf(call.stdout, "%s: %d entries with a sum of %d credits\n", loose.KeyID, loose.Entries, loose.Credits); err != nil {
			return err
		}
	}
	if len(found) == 0 {
		fmt.Fprintln(call.stderr, "every entry has a seal")
	}
	return nil
}

func (call *keysCall) printReport(report credits.VerifyReport) error {
	for _, d := range report.Differences {
		fmt.Fprintf(call.stdout, "%s has %d credits, but its entries add up to %d\n", d.KeyID, d.Balance, d.Entries)
	}
	for _, damage := range report.Damage {
		fmt.Fprintln(call.stdout, damage)
	}
	if report.Epoch.Restored() {
		fmt.Fprintf(call.stdout, "epoch %d since %s (%s): entries between that state and the epoch are missing\n",
			report.Epoch.Number, report.Epoch.Began.Format(time.RFC3339), report.Epoch.Why)
	}
	verdict := "sound"
	if !report.Sound() {
		verdict = fmt.Sprintf("%d findings", len(report.Differences)+len(report.Damage))
	}
	_, err := fmt.Fprintf(call.stdout, "keys: %d, entries: %d, %s\n", report.Keys, report.Entries, verdict)
	return err
}

func (call *keysCall) printJSON(value any) error {
	encoder := json.NewEncoder(call.stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

func (call *keysCall) printTable(rows [][]string) error {
	table := tabwriter.NewWriter(call.stdout, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(table, "\t")
			}
			fmt.Fprint(table, cell)
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}
