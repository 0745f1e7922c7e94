package folders

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"time"
)

// lookEvery is how often watched folders are read, and how long they must have stayed the
// same before they are loaded: a folder that is still being copied is not. Reading finds
// what file notifications and times miss: a link with a new target, a folder that was
// created again, a network disk, a file restored with its old time.
const lookEvery = time.Second

// Watch follows the folders that are served.
type Watch struct {
	folders []string // empty for those that are not watched
	seed    maphash.Seed
	loaded  uint64 // what was loaded last, or tried to be
	last    uint64 // what was seen last
	// Differs is the time since which the folders differ from what is served, in Unix
	// milliseconds; 0 while they are the same.
	Differs atomic.Int64
}

// NewWatch follows folders, empty names aside, from what was read of them.
func NewWatch(folders []string, read []*Snapshot) *Watch {
	w := &Watch{folders: folders, seed: maphash.MakeSeed()}
	w.loaded = w.digest(read)
	w.last = w.loaded
	return w
}

// digest is that of folders as they were read.
func (w *Watch) digest(read []*Snapshot) uint64 {
	return w.sum(func(i int) fs.FS { return read[i].FS })
}

// look is the digest of the folders as they are now.
func (w *Watch) look() uint64 { return w.sum(func(i int) fs.FS { return os.DirFS(w.folders[i]) }) }

// sum returns a digest of the names and contents of the files that are loaded. A folder
// that cannot be read has another one than any other: its load finds out why.
func (w *Watch) sum(folder func(i int) fs.FS) uint64 {
	var sum maphash.Hash
	sum.SetSeed(w.seed)
	for i, name := range w.folders {
		if name == "" {
			continue
		}
		files := folder(i)
		err := walkLoaded(files, func(name string, info fs.FileInfo) error {
			fmt.Fprintf(&sum, "%s %d\n", name, info.Size())
			file, err := files.Open(name)
			if err != nil {
				return err
			}
			defer file.Close()
			_, err = io.Copy(&sum, file)
			return err
		})
		fmt.Fprintf(&sum, "%d %v\n", i, err)
	}
	return sum.Sum64()
}

// Run calls load each time the folders have changed and then stayed the same for a while.
// load returns what it read, and whether that is served now.
func (w *Watch) Run(ctx context.Context, load func() (read []*Snapshot, served bool)) {
	looks := time.NewTicker(lookEvery)
	defer looks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-looks.C:
		}
		seen := w.look()
		still := seen == w.last
		w.last = seen
		if seen == w.loaded {
			continue
		}
		w.Differs.CompareAndSwap(0, time.Now().UnixMilli())
		if !still {
			continue
		}
		read, served := load()
		if w.loaded = seen; read != nil {
			w.loaded = w.digest(read)
		}
		if served {
			w.Differs.Store(0)
		}
	}
}
