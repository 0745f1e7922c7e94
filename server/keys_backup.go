package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/payslate/payslate/server/ledger"
)

func (call *keysCall) backup() error {
	if call.databaseURL != "" {
		return ledger.ErrInDatabase
	}
	return call.inUse(func() error {
		made, err := call.Backup(call, call.id)
		return call.printBackup(made, err)
	})()
}

// restore works without a ledger in use.
func (call *keysCall) restore() error {
	if call.databaseURL != "" {
		return ledger.ErrInDatabase
	}
	said, err := ledger.Restore(call, call.id, filepath.Join(call.dataDir, ledgerFile))
	if err == nil {
		fmt.Fprintf(call.stderr, "restored to %s. It lacks keys, charges and revocations since %s, and the answers to Idempotency-Keys: revoke again every key revoked since.\n",
			call.dataDir, said.Made.Format(time.RFC3339))
	}
	return call.printBackup(said, err)
}

// verification is the report of keys verify --json.
type verification struct {
	Sound bool `json:"sound"`
	ledger.VerifyReport
}

// verify checks the ledger in use, or without one a file that keys backup made.
func (call *keysCall) verify() error {
	if call.id == "" {
		return call.inUse(func() error {
			report, err := call.Verify(call)
			return call.printReport(report, err)
		})()
	}
	said, report, err := ledger.VerifyBackup(call, call.id)
	if !call.json {
		err = call.printBackup(said, err)
	}
	return call.printReport(report, err)
}

// printReport prints what verifying found, and returns an error unless the ledger is sound.
func (call *keysCall) printReport(report ledger.VerifyReport, err error) error {
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
