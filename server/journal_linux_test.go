package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/payslate/payslate/server/credits"
)

// TestFirstKeyInTheJournal: if standard output is the journal, the first key is written
// to a file and not printed.
func TestFirstKeyInTheJournal(t *testing.T) {
	key := credits.IssuedKey{ID: "key_a", Secret: "ps_live_secret", Balance: 1000}
	for _, c := range []struct {
		name    string
		journal bool
	}{{"the journal", true}, {"another stream", false}} {
		t.Run(c.name, func(t *testing.T) {
			stdout, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
			if err != nil {
				t.Fatal(err)
			}
			defer stdout.Close()
			info, err := stdout.Stat()
			if err != nil {
				t.Fatal(err)
			}
			stat := info.Sys().(*syscall.Stat_t)
			s := service{stdout: stdout, journal: fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)}
			if !c.journal {
				s.journal = "1:1"
			}
			s.data = filepath.Join(t.TempDir(), "data")
			var log bytes.Buffer
			if err := s.handOver(key, "https://pay.test", slog.New(slog.NewTextHandler(&log, nil))); err != nil {
				t.Fatal(err)
			}
			if _, err := stdout.Seek(0, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			printed, err := io.ReadAll(stdout)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(s.data, firstKeyFile)
			written, err := os.ReadFile(name)
			if output := string(printed) + log.String(); strings.Contains(output, key.Secret) == c.journal || c.journal && !strings.Contains(output, name) {
				t.Errorf("printed and logged:\n%s", output)
			}
			if c.journal != (err == nil) || c.journal && string(written) != key.Secret+"\n" {
				t.Errorf("%s has %d bytes, %v", name, len(written), err)
			}
			if !c.journal {
				return
			}
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			// An existing file is never overwritten.
			if err := s.handOver(key, "https://pay.test", slog.New(slog.NewTextHandler(&log, nil))); err == nil {
				t.Error("an existing file was overwritten")
			}
		})
	}
}
