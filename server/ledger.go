package main

import (
	"context"
	"log/slog"
	"net/url"
	"path/filepath"

	"github.com/payslate/payslate/server/ledger"
)

const (
	// defaultDataDir is the data folder when neither flag nor environment names one.
	defaultDataDir = "./data"
	// ledgerFile is the embedded ledger within the data folder.
	ledgerFile = "ledger.db"
)

// openLedger opens the ledger that the server and its keys command share: the
// one in the database, or without an address the file in dataDir. It is created if it is
// missing, unless the options require an existing one.
func openLedger(ctx context.Context, dataDir, databaseURL string, options ledger.Options) (*ledger.Ledger, error) {
	if databaseURL != "" {
		return ledger.OpenDatabase(ctx, databaseURL, options)
	}
	return ledger.OpenFile(ctx, filepath.Join(dataDir, ledgerFile), options)
}

// warnOfLow logs keys with few credits left.
func warnOfLow(log *slog.Logger) func(ledger.Low) {
	return func(low ledger.Low) {
		said := []any{"key_id", low.KeyID, "left", low.Left, "of", low.Of}
		if low.Renews == "" {
			log.Warn("a key has at most a tenth of its credits left: add more with keys add", said...)
			return
		}
		log.Warn("a key has at most a tenth of its monthly budget left", append(said, "renews", low.Renews)...)
	}
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
