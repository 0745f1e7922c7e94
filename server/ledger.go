package main

import (
	"context"
	"log/slog"
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
// one in the database, or without an address the file in dataDir. It is created if it is
// missing, unless the options require an existing one.
func openLedger(ctx context.Context, dataDir, databaseURL string, options credits.Options) (credits.Ledger, error) {
	if databaseURL != "" {
		ledger, err := credits.OpenPostgres(ctx, databaseURL, options)
		if err != nil {
			return nil, err // not a Ledger that holds nil
		}
		return ledger, nil
	}
	ledger, err := credits.OpenEmbedded(ctx, filepath.Join(dataDir, ledgerFile), options)
	if err != nil {
		return nil, err
	}
	return ledger, nil
}

// warnOfLow logs keys with few credits left.
func warnOfLow(log *slog.Logger) func(credits.Low) {
	return func(low credits.Low) {
		said := []any{"key_id", low.KeyID, "left", low.Left, "of", low.Of}
		if low.Renews == "" {
			log.Warn("a key has at most a tenth of its credits left: add more with keys add", said...)
			return
		}
		log.Warn("a key has at most a tenth of its monthly budget left", append(said, "renews", low.Renews)...)
	}
}

// warnOfEpoch logs that the ledger began again with an older state, so that operators
// can settle what is missing.
func warnOfEpoch(ctx context.Context, ledger credits.Ledger, log *slog.Logger) {
	embedded, is := ledger.(*credits.Embedded)
	if !is {
		return
	}
	if epoch, err := embedded.Epoch(ctx); err == nil && epoch.Restored() {
		log.Warn("the ledger began again with an older state: keys, charges and revocations since that state are missing; keys revoke --since lists revocations",
			"epoch", epoch.Number, "since", epoch.Began, "why", epoch.Why, "backup", epoch.Backup)
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
