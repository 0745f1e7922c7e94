package main

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/server/credits"
	"github.com/payslate/payslate/server/operations"
)

// defaultOverlap leaves time to give every client the new secret.
const defaultOverlap = 24 * time.Hour

// limitFlags adds the flags of keys create that limit a key.
func limitFlags(set *flag.FlagSet, call *keysCall) {
	set.Func("expires", "last day of the key", func(text string) error {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return errors.New("write a day such as 2026-12-31")
		}
		call.limits.Expires = day.AddDate(0, 0, 1)
		return nil
	})
	set.Func("scope", "services that the key is for", func(text string) error {
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
	})
	set.Func("budget", "most credits of a month", func(text string) (err error) {
		if call.limits.Budget, err = parseCredits(text); err == nil && call.limits.Budget < 1 {
			err = errors.New("give a whole number from 1")
		}
		return err
	})
}

// limitsOf describes the limits of a key.
func limitsOf(key *credits.KeyRecord) string {
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

func rotateKey(call *keysCall) error {
	key, err := call.ledger.RotateKey(call.ctx, call.arguments[0], call.overlap)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(call.stdout, key.Secret); err != nil {
		return fmt.Errorf("the new secret of %s could not be printed, and the old one ends in %s: rotate the key again: %w", key.ID, call.overlap, err)
	}
	fmt.Fprintf(call.stderr, "the old secret works until %s\n", time.Now().Add(call.overlap).UTC().Format(time.RFC3339))
	return nil
}

// printUsageCSV prints usage for a spreadsheet. No cell can be a formula: days,
// operations and numbers come from the ledger itself.
func (call *keysCall) printUsageCSV(usage []credits.Usage) error {
	table := csv.NewWriter(call.stdout)
	rows := [][]string{{"day", "operation", "calls"}}
	for _, u := range usage {
		rows = append(rows, []string{u.Day, u.Operation, strconv.FormatInt(u.Calls, 10)})
	}
	return table.WriteAll(rows)
}
