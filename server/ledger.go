package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/payslate/payslate/server/credits"
)

const (
	// defaultDataDir is the data folder when neither flag nor environment names one.
	defaultDataDir = "./data"
	// ledgerFile is the embedded ledger within the data folder.
	ledgerFile = "ledger.db"
)

// errSharedLedger refuses a database address: this build keeps its ledger in the
// data folder only.
var errSharedLedger = errors.New("only the embedded ledger is available; " +
	"leave --database-url and PAYSLATE_DATABASE_URL out and name a folder with --data")

// openLedger opens the ledger that the server and its keys command share: the
// file in dataDir, which is made if it is not there.
func openLedger(ctx context.Context, dataDir, databaseURL string) (credits.Ledger, error) {
	if databaseURL != "" {
		return nil, errSharedLedger
	}
	return credits.OpenEmbedded(ctx, filepath.Join(dataDir, ledgerFile), credits.EmbeddedOptions{})
}
