package folders

import (
	"context"
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
	take   func() ([]*Snapshot, error)
	loaded string // what was loaded last, or tried to be
	last   string // what was seen last
	// Differs is the time since which the folders differ from what is served, in Unix
	// milliseconds; 0 while they are the same.
	Differs atomic.Int64
}

// NewWatch follows the folders that take copies; read is the copy that is loaded now.
func NewWatch(take func() ([]*Snapshot, error), read []*Snapshot) *Watch {
	loaded := digest(read, nil)
	return &Watch{take: take, loaded: loaded, last: loaded}
}

// digest returns a digest of the folders as read. If they cannot be read, it returns the
// reason, which counts as a change: the reload then reports it.
func digest(read []*Snapshot, err error) (all string) {
	if err != nil {
		return err.Error()
	}
	for _, folder := range read {
		all += folder.Digest + "\n"
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
		seen := digest(w.take())
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
			w.loaded = digest(read, nil)
		}
		if served {
			w.Differs.Store(0)
		}
	}
}
