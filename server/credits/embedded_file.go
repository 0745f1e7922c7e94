package credits

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
)

// FileFault is the reason why the open file of an embedded ledger cannot be used. It
// contains no path and may be shown to clients.
type FileFault string

func (f FileFault) Error() string { return string(f) }

// The faults of the file under an open ledger.
const (
	errFileGone     FileFault = "the ledger's file was removed; put it back where it was, or stop the server and restore a backup"
	errFileReplaced FileFault = "another file has replaced the ledger's; put the ledger's file back, or restart the server to use the other"
	errFileCut      FileFault = "the ledger's file was truncated; stop the server and restore a backup"
	errFileOlder    FileFault = "the ledger's file went back to an older state; stop the server and restore the newest backup"
)

// missingLedger returns the error for a missing ledger that may not be created.
func missingLedger(path string) error {
	return fmt.Errorf("no ledger at %s; create one with keys create, or name the right folder with --data", path)
}

// sqliteFile compares the open files with those at their paths. SQLite does not: it
// would continue to write to a removed file.
type sqliteFile struct {
	path    string
	opened  map[string]os.FileInfo // the file, its log, and the index of the log
	largest atomic.Int64           // size of the file
	newest  atomic.Int64           // entry that this process wrote or found
}

// watchFile records the open files of a ledger.
func watchFile(ctx context.Context, path string, conn *sql.Conn) (*sqliteFile, error) {
	f := &sqliteFile{path: path, opened: map[string]os.FileInfo{}}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		f.opened[name] = info
	}
	f.largest.Store(f.opened[path].Size())
	var newest int64
	err := conn.QueryRowContext(ctx, newestEntrySQL).Scan(&newest)
	f.newest.Store(newest)
	return f, err
}

const newestEntrySQL = "SELECT coalesce(max(id), 0) FROM ledger_entries"

// check returns an error if an open file was removed, replaced or truncated; held
// returns the size of the ledger according to SQLite.
func (f *sqliteFile) check(held func() (int64, error)) error {
	for name, opened := range f.opened {
		now, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return f.fault(errFileGone)
		case err != nil:
			return f.fault(err)
		case !os.SameFile(now, opened):
			return f.fault(errFileReplaced)
		case name != f.path:
			continue
		}
		size := now.Size()
		if size == 0 { // asking SQLite would leave the empty page in its cache
			return f.fault(errFileCut)
		}
		if size < f.largest.Load() { // truncated, unless another program compacted it
			if held, err := held(); err != nil || held > size {
				return f.fault(errFileCut)
			}
		}
		f.largest.Store(size)
	}
	return nil
}

func (f *sqliteFile) fault(err error) error {
	return fmt.Errorf("%w: %s: %w", ErrUnavailable, f.path, err)
}
