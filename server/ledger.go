package main

import (
	"context"
	"net/url"
	"path/filepath"

	"github.com/payslate/payslate/server/credits"
)

const (
	// defaultDataDir is the data folder when neither flag nor environment names one.
	defaultDataDir = "./data"
	// ledgerFile is the embedded ledger within the data folder.
	ledgerFile = "ledger.db"
)

// openLedger opens the ledger that the server and its keys command share: the
// one in the database, or without an address the file in dataDir. Either is made
// if it is not there, the file unless it has to be there.
func openLedger(ctx context.Context, dataDir, databaseURL string, existing bool) (credits.Ledger, error) {
	if databaseURL != "" {
		ledger, err := credits.OpenPostgres(ctx, databaseURL, credits.PostgresOptions{})
		if err != nil {
			return nil, err // not a Ledger that holds nil
		}
		return ledger, nil
	}
	ledger, err := credits.OpenEmbedded(ctx, filepath.Join(dataDir, ledgerFile), credits.EmbeddedOptions{Existing: existing})
	if err != nil {
		return nil, err
	}
	return ledger, nil
}

// ledgerName names a ledger in messages, without a password.
func ledgerName(dataDir, databaseURL string) string {
	if databaseURL == "" {
		return dataDir
	}
	address, err := url.Parse(databaseURL)
	if err != nil || address.Host == "" {
		return "the database"
	}
	return address.Host + address.Path
}
