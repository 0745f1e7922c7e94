package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/server/rest"
)

// settleTime is how long a watched folder must be still before it is loaded: an
// editor writes a file in several steps, and people change several files.
const settleTime = 300 * time.Millisecond

// reloader loads rules and tables again while they are served.
type reloader struct {
	config
	server      *rest.Server
	certificate *certificate // nil without TLS
	log         *slog.Logger
	stderr      io.Writer

	now folders // what is served
}

// reloads loads rules and tables at each SIGHUP and, with --watch, when their
// folders change, until the function returned is called.
func (s *service) reloads(server *rest.Server, options rest.Options) (stop func(), err error) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &reloader{config: s.config, server: server, certificate: s.certificate, log: options.Log, stderr: s.stderr, now: s.atStart}
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	var watcher *fsnotify.Watcher
	var events chan fsnotify.Event
	var failures chan error
	if s.watch {
		if watcher, err = fsnotify.NewWatcher(); err != nil {
			cancel()
			return nil, fmt.Errorf("the folders cannot be watched: %w; serve without --watch and send SIGHUP", err)
		}
		events, failures = watcher.Events, watcher.Errors
		r.watchFolders(watcher)
	}
	var running sync.WaitGroup
	running.Go(func() {
		still := time.NewTimer(settleTime)
		still.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
				r.renewCertificate()
				r.reload(ctx)
			case <-events:
				still.Reset(settleTime)
			case err := <-failures:
				r.log.Warn("watching failed; send SIGHUP to load the rules", "cause", err)
			case <-still.C:
				r.watchFolders(watcher)
				r.reload(ctx)
			}
		}
	})
	return func() {
		signal.Stop(hangups)
		cancel()
		running.Wait()
		if watcher != nil {
			_ = watcher.Close() // nothing is left to be told
		}
	}, nil
}

// renewCertificate reads the certificate again, or keeps the one shown.
func (r *reloader) renewCertificate() {
	if r.certificate == nil {
		return
	}
	if err := r.certificate.read(); err != nil {
		r.log.Error("the certificate was not read again; the old one is shown", "cause", err)
		return
	}
	r.log.Info("the certificate was read again")
}

// watchFolders watches the folders and those below; known ones are not watched
// twice.
func (r *reloader) watchFolders(watcher *fsnotify.Watcher) {
	for _, root := range []string{r.rules, r.tables, r.cases} {
		if root == "" {
			continue
		}
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			return watcher.Add(name)
		})
		if err != nil {
			r.log.Warn("a folder cannot be watched; send SIGHUP to load it", "folder", root, "cause", err)
		}
	}
}

// reload loads what is in the folders now, or keeps what is served.
func (r *reloader) reload(ctx context.Context) {
	began := time.Now()
	var served *operations.Catalogue
	err := r.server.Reload(func() (*operations.Catalogue, error) {
		list, err := r.load(ctx)
		served = list
		return list, err
	})
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		r.log.Error("the new rules were not loaded; the old ones are kept", "cause", err)
	case served == nil:
		r.log.Info("the rules have not changed")
	default:
		r.log.Info("new rules are served", "rules_version", served.RulesVersion, "tables_version", served.TablesVersion, "took", time.Since(began).Round(time.Millisecond).String())
	}
}

// load reads, checks and tests the folders; nil where nothing has changed.
func (r *reloader) load(ctx context.Context) (*operations.Catalogue, error) {
	next, err := r.snapshots()
	if err != nil {
		return nil, err
	}
	if len(next.changed(&r.now)) == 0 {
		return nil, nil
	}
	if err := next.whole(&r.now); err != nil {
		return nil, err
	}
	subject, err := r.open(next, r.stderr)
	if err != nil {
		return nil, err
	}
	unproved, err := (&admission{&r.config, r.log}).admit(ctx, next, subject)
	if err != nil {
		return nil, err
	}
	list, err := operations.New(subject.Book, operations.WithTables(subject.Tables), operations.WithUnproved(unproved))
	if err == nil {
		r.now = next
	}
	return list, err
}
