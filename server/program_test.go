package main

import (
	"net"
	"os"
	"testing"

	"github.com/payslate/payslate/server/ledger"
)

// programFolder holds the real server, where a test has built it.
var programFolder string

func removeProgram() {
	if programFolder != "" {
		_ = os.RemoveAll(programFolder) // a leftover in the temporary folder does no harm
	}
}

// freeAddress returns an address that is not in use.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// ledgerPlace is where the servers of a test keep their ledger.
type ledgerPlace struct {
	t        *testing.T
	data     string
	database string
}

func (p ledgerPlace) open() *ledger.Ledger {
	p.t.Helper()
	opened, err := openLedger(p.t.Context(), p.data, p.database, ledger.Options{})
	if err != nil {
		p.t.Fatal(err)
	}
	return opened
}

func (p ledgerPlace) newKey(balance int64) ledger.IssuedKey {
	p.t.Helper()
	opened := p.open()
	defer opened.Close()
	key, err := opened.CreateKey(p.t.Context(), "", balance, ledger.Limits{})
	if err != nil {
		p.t.Fatal(err)
	}
	return key
}
