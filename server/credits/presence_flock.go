//go:build unix && !aix && !solaris

package credits

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// presence is a shared lock on a file next to the ledger, held while the ledger is open.
// The system releases it when the process ends in any way.
type presence struct{ file *os.File }

// enter takes the shared lock. If nobody else holds it, alone runs first, while
// others that enter wait.
func enter(path string, alone func() error) (*presence, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: the lock file next to the ledger cannot be opened: %w", ErrUnavailable, err)
	}
	if err := lock(file, syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		if err := alone(); err != nil {
			return nil, errors.Join(err, file.Close())
		}
	}
	// Without file locks, only the lease ends the reservations of a dead process.
	if err := lock(file, syscall.LOCK_SH); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.ENOLCK) {
		return nil, errors.Join(fmt.Errorf("%w: %s cannot be locked: %w", ErrUnavailable, path, err), file.Close())
	}
	return &presence{file}, nil
}

func lock(file *os.File, how int) error {
	for {
		err := syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func (p *presence) leave() error {
	err := p.file.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil // left before
	}
	return err
}
