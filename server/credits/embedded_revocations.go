package credits

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Revocation is a revocation recorded in the file next to the ledger. A restored older
// backup does not have it.
type Revocation struct {
	At    time.Time
	KeyID string
}

const revocationsSuffix = ".revoked"

// RevokeKey implements Ledger. It also records the revocation in the file next to the
// ledger.
func (e *Embedded) RevokeKey(ctx context.Context, keyID string) error {
	if err := e.books.RevokeKey(ctx, keyID); err != nil {
		return err
	}
	file, err := os.OpenFile(e.file.path+revocationsSuffix, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err == nil {
		_, err = fmt.Fprintf(file, "%s %s\n", e.file.clock().UTC().Format(time.RFC3339), keyID)
		err = errors.Join(err, file.Sync(), file.Close())
	}
	if err != nil {
		return fmt.Errorf("the key is revoked, but the revocation was not recorded for a restored backup: %w", err)
	}
	return nil
}

// Revocations lists the revocations recorded since a time.
func (e *Embedded) Revocations(since time.Time) (list []Revocation, err error) {
	name := e.file.path + revocationsSuffix
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		at, keyID, _ := strings.Cut(lines.Text(), " ")
		when, err := time.Parse(time.RFC3339, at)
		if err != nil || !strings.HasPrefix(keyID, keyIDPrefix) {
			return nil, fmt.Errorf("%s:%d: %q is not a revocation; write a time and a key id", name, number, lines.Text())
		}
		if !when.Before(since) {
			list = append(list, Revocation{when, keyID})
		}
	}
	return list, lines.Err()
}
