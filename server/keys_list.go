package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/server/ledger"
)

// usageCommand is "server keys usage".
func usageCommand(call *keysCall) *cobra.Command {
	asCSV := false
	of := call.jsonFlag(call.command("usage KEY_ID", "charged calls by day and operation", func() error {
		if call.json && asCSV {
			return wrongUse{errors.New("choose one of --json and --csv")}
		}
		return call.open(ledger.Options{Existing: true}, func() error { return call.usage(asCSV) })
	}))
	of.Flags().BoolVar(&asCSV, "csv", false, "print CSV")
	return of
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

func (call *keysCall) list() error {
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

func (call *keysCall) usage(asCSV bool) error {
	used, err := call.Usage(call, call.id)
	if err != nil {
		return err
	}
	rows := [][]string{{"DAY", "OPERATION", "CALLS"}}
	for _, u := range used {
		rows = append(rows, []string{u.Day, u.Operation, strconv.FormatInt(u.Calls, 10)})
	}
	if asCSV { // no cell can be a formula: the ledger itself wrote them all
		rows[0] = []string{"day", "operation", "calls"}
		return csv.NewWriter(call.stdout).WriteAll(rows)
	}
	return call.print(append([]ledger.Usage{}, used...), rows)
}
