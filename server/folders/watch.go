package folders

import (
	"context"
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
	loaded  string   // what was loaded last, or tried to be
	last    string   // what was seen last
	// Differs is the time since which the folders differ from what is served, in Unix
	// milliseconds; 0 while they are the same.
	Differs atomic.Int64
}

// NewWatch follows folders, empty names aside, from what was read of them.
func NewWatch(folders []string, read []*Snapshot) *Watch {
	w := &Watch{folders: folders, loaded: digest(read)}
	w.last = w.loaded
	return w
}

// digest is that of folders as they were read.
func digest(read []*Snapshot) (all string) {
	for _, folder := range read {
		all += folder.Digest + "\n"
	}
	return all
}

// look is the digest of the folders as they are now. In place of one that cannot be read
// stands the reason, so that its load finds out why.
func (w *Watch) look() (all string) {
	for _, name := range w.folders {
		if name != "" {
			if now, err := Take(os.DirFS(name)); err != nil {
				all += err.Error()
			} else {
				all += now.Digest
			}
		}
		all += "\n"
	}
	return all
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
			w.loaded = digest(read)
		}
		if served {
			w.Differs.Store(0)
		}
	}
}
