package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/ledger"
)

// createOptions are the flags of "server keys create".
type createOptions struct {
	credits int64 // -1 if not given
	name    string
	limits  ledger.Limits
}

// createCommand is "server keys create", the only command that creates a ledger.
func createCommand(call *keysCall) *cobra.Command {
	o := createOptions{credits: -1}
	of := call.command("create", "make a key and print its secret, once", func() error {
		if o.credits < 0 {
			return wrongUse{errors.New("give the number of credits: keys create --credits N")}
		}
		return call.open(ledger.Options{}, func() error { return call.create(o) })
	})
	flags := of.Flags()
	flags.StringVar(&o.name, "name", "", "a name to find the key by")
	flags.Func("credits", "credits of the new key", func(text string) (err error) { o.credits, err = parseCredits(text, 0); return err })
	flags.Func("budget", "most credits of a month", func(text string) (err error) { o.limits.Budget, err = parseCredits(text, 1); return err })
	flags.Func("scope", "services that the key is for", func(text string) error {
		known := operations.Scopes()
		for scope := range strings.SplitSeq(text, ",") {
			if scope = strings.TrimSpace(scope); !slices.Contains(known, scope) {
				return fmt.Errorf("unknown scope %q; write one or more of %s", scope, strings.Join(known, ","))
			}
			o.limits.Scopes = append(o.limits.Scopes, scope)
		}
		return nil
	})
	flags.Func("expires", "last day of the key", func(text string) error {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return errors.New("write a day such as 2026-12-31")
		}
		o.limits.Expires = day.AddDate(0, 0, 1)
		return nil
	})
	return of
}

// defaultOverlap leaves time to give every client the new secret.
const defaultOverlap = 24 * time.Hour

func rotateCommand(call *keysCall) *cobra.Command {
	var overlap time.Duration
	of := call.command("rotate KEY_ID", "print a new secret of a key, once", call.inUse(func() error { return call.rotate(overlap) }))
	of.Flags().DurationVar(&overlap, "overlap", defaultOverlap, "how long the old secret still works")
	return of
}

func (call *keysCall) add() error {
	credits, err := parseCredits(call.number, 1)
	if err != nil {
		return wrongUse{err}
	}
	return call.inUse(func() error {
		balance, err := call.AddCredits(call, call.id, credits)
		return call.say(err, "%s has %d credits", call.id, balance)
	})()
}

func (call *keysCall) revoke() error {
	return call.say(call.RevokeKey(call, call.id), "%s is revoked", call.id)
}

func (call *keysCall) create(o createOptions) error {
	key, err := call.CreateKey(call, o.name, o.credits, o.limits)
	if err != nil {
		return err
	}
	if end := o.limits.Expires; !end.IsZero() && !end.After(time.Now()) {
		fmt.Fprintln(call.stderr, "keys: the last day of the new key is in the past: no call will be answered")
	}
	if err := call.say(nil, key.Secret); err != nil {
		// Nobody has seen the secret, so nobody may use it.
		return errors.Join(fmt.Errorf("the new key could not be printed and is revoked: %w", err), call.RevokeKey(call, key.ID))
	}
	return nil
}

func (call *keysCall) rotate(overlap time.Duration) error {
	key, err := call.RotateKey(call, call.id, overlap)
	if err != nil {
		return err
	}
	if err := call.say(nil, key.Secret); err != nil {
		return fmt.Errorf("the new secret of %s could not be printed, and the old one ends in %s: rotate the key again: %w", key.ID, overlap, err)
	}
	fmt.Fprintf(call.stderr, "the old secret works until %s\n", time.Now().Add(overlap).UTC().Format(time.RFC3339))
	return nil
}
