package main

import (
	"context"
	"fmt"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// lookEvery is how often watched folders are polled. Polling finds changes that file
// notifications miss: a link with a new target, a folder that was created again, a
// network disk.
const lookEvery = 250 * time.Millisecond

// watch follows the folders that are served.
type watch struct {
	folders []string
	seed    maphash.Seed
	loaded  uint64 // what was loaded last, or tried to be
	last    uint64 // what was seen last
	// differs is the time since which the folders differ from what is served, in Unix
	// milliseconds; 0 while they are the same.
	differs atomic.Int64
}

func newWatch(c *config) *watch {
	w := &watch{folders: []string{c.rules, c.tables, c.cases}, seed: maphash.MakeSeed()}
	w.loaded = w.look()
	w.last = w.loaded
	return w
}

// look returns a digest of the loaded files by name, size, time and link target, since
// files of another folder may have the same size and time. A missing folder counts as
// empty.
func (w *watch) look() uint64 {
	var sum maphash.Hash
	sum.SetSeed(w.seed)
	for _, folder := range w.folders {
		if folder == "" {
			continue
		}
		// What cannot be read now is found by the load.
		_ = walkLoaded(os.DirFS(folder), func(name string, info fs.FileInfo) error {
			target, _ := filepath.EvalSymlinks(filepath.Join(folder, filepath.FromSlash(name)))
			fmt.Fprintf(&sum, "%s %s %d %d\n", name, target, info.Size(), info.ModTime().UnixNano())
			return nil
		})
	}
	return sum.Sum64()
}

// run calls load each time the folders have changed and then stayed the same for one
// poll. load reports whether they are served now.
func (w *watch) run(ctx context.Context, load func() bool) {
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
		w.differs.CompareAndSwap(0, time.Now().UnixMilli())
		if still {
			w.loaded = seen
			if load() {
				w.differs.Store(0)
			}
		}
	}
}
