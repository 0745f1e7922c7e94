package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/payslate/payslate/server/credits"
)

// backedUp is a backup as --json prints it.
type backedUp struct {
	File string `json:"file"`
	credits.Backup
}

func (call *keysCall) printBackup(file string, b credits.Backup) error {
	if call.json {
		return call.printJSON(backedUp{file, b})
	}
	_, err := fmt.Fprintf(call.stdout, "%s: made %s, epoch %d, keys: %d, entries: %d, sha256 %s\n",
		file, b.Made.Format(time.RFC3339), b.Epoch, b.Keys, b.Entries, b.Digest)
	return err
}

// embeddedLedger is the ledger in the data folder.
func (call *keysCall) embeddedLedger() (*credits.Embedded, error) {
	ledger, embedded := call.ledger.(*credits.Embedded)
	if !embedded {
		return nil, errInDatabase
	}
	return ledger, nil
}

var errInDatabase = fmt.Errorf("%w: back up and restore a ledger in PostgreSQL with pg_dump and pg_restore", credits.ErrInvalidArgument)

func backUp(call *keysCall) error {
	ledger, err := call.embeddedLedger()
	if err != nil {
		return err
	}
	made, err := ledger.Backup(call.ctx, call.arguments[0])
	if err != nil {
		return err
	}
	return call.printBackup(call.arguments[0], made)
}

func restore(call *keysCall) error {
	said, err := credits.Restore(call.ctx, call.arguments[0], filepath.Join(call.dataDir, ledgerFile))
	if err != nil {
		return err
	}
	fmt.Fprintf(call.stderr, "restored to %s. It lacks keys, charges and revocations since %s, and the answers to Idempotency-Keys. keys revoke --since %s lists and repeats revocations.\n",
		call.dataDir, said.Made.Format(time.RFC3339), said.Made.Format(time.RFC3339))
	return call.printBackup(call.arguments[0], said)
}

// verifyBackup is verifyLedger for a file that keys backup made.
func verifyBackup(call *keysCall) error {
	said, report, err := credits.VerifyBackup(call.ctx, call.arguments[0])
	if err != nil {
		return err
	}
	if !call.json {
		if err := call.printBackup(call.arguments[0], said); err != nil {
			return err
		}
	}
	call.where = call.arguments[0]
	return call.judge(report)
}

// revokeSince repeats the revocations in the file next to the ledger.
func revokeSince(call *keysCall) error {
	ledger, err := call.embeddedLedger()
	if err != nil {
		return err
	}
	list, err := ledger.Revocations(call.since.Time)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintf(call.stderr, "no revocations since %s are recorded for the ledger of %s\n", call.since.Format(time.RFC3339), call.where)
	}
	keys, err := ledger.Keys(call.ctx)
	if err != nil {
		return err
	}
	state := map[string]string{}
	for _, key := range keys {
		state[key.ID] = "is revoked"
		if key.Revoked.IsZero() {
			state[key.ID] = "is revoked again"
		}
	}
	for _, revocation := range list {
		said := state[revocation.KeyID]
		switch said {
		case "":
			said = "is not in this ledger"
		case "is revoked again":
			if err := ledger.RevokeKey(call.ctx, revocation.KeyID); err != nil {
				return err
			}
			state[revocation.KeyID] = "is revoked"
		}
		if _, err := fmt.Fprintf(call.stdout, "%s %s %s\n", revocation.At.Format(time.RFC3339), revocation.KeyID, said); err != nil {
			return err
		}
	}
	return nil
}

// moment is a flag for a time: a day, or a time with its offset from UTC.
type moment struct{ time.Time }

func (m *moment) String() string { return m.Format(time.RFC3339) }

func (m *moment) Set(text string) (err error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if m.Time, err = time.Parse(layout, text); err == nil {
			return nil
		}
	}
	return errors.New("write a day such as 2026-11-20, or a time such as 2026-11-20T09:30:00Z")
}
