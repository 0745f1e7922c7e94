package ledger

import (
	"errors"
	"io/fs"
	"os"
	"sync/atomic"
	"time"
)

// The faults of the file under an open ledger.
const (
	faultGone     Fault = "the ledger's file was removed; put it back where it was, or stop the server and restore a backup"
	faultReplaced Fault = "another file has replaced the ledger's; put the ledger's file back, or restart the server to use the other"
	faultCut      Fault = "the ledger's file was truncated; stop the server and restore a backup"
)

// watchedFile compares the open files of a ledger with those at their paths. SQLite does
// not: it would continue to write to a removed file.
type watchedFile struct {
	path    string
	opened  map[string]os.FileInfo // the file, its log, and the index of the log
	largest atomic.Int64           // size of the file
	looked  atomic.Int64           // when, in nanoseconds since began
	began   time.Time
}

// lookEvery is how often the files are looked at while calls come in.
const lookEvery = time.Second

// watchFile records the open files of a ledger.
func watchFile(path string) (*watchedFile, error) {
	f := &watchedFile{path: path, opened: map[string]os.FileInfo{}, began: time.Now()}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		f.opened[name] = info
	}
	f.largest.Store(f.opened[path].Size())
	return f, nil
}

// check looks at the files unless they were found in place within the last second. Without
// a file there is nothing to check.
func (f *watchedFile) check() error {
	if f == nil {
		return nil
	}
	now := int64(time.Since(f.began))
	if looked := f.looked.Load(); looked != 0 && now-looked < int64(lookEvery) {
		return nil
	}
	if err := f.look(); err != nil {
		f.looked.Store(0) // until all is in place again
		return err
	}
	f.looked.Store(now)
	return nil
}

// look returns an error if an open file was removed, replaced or truncated.
func (f *watchedFile) look() error {
	if f == nil {
		return nil
	}
	for name, opened := range f.opened {
		now, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return faultGone
		case err != nil:
			return err
		case !os.SameFile(now, opened):
			return faultReplaced
		case name != f.path:
			continue
		}
		size := now.Size()
		if size < f.largest.Load() {
			return faultCut
		}
		f.largest.Store(size)
	}
	return nil
}
