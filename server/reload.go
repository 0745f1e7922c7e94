package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/server/rest"
)

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
	looks := make(chan chan bool) // of the watch, for a load
	var running sync.WaitGroup
	if s.watch {
		w := newWatch(&s.config)
		server.Watch(w.differs.Load)
		running.Go(func() {
			w.run(ctx, func() bool {
				done := make(chan bool, 1)
				select {
				case looks <- done:
					return <-done
				case <-ctx.Done():
					return false
				}
			})
		})
	}
	running.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
				r.renewCertificate()
				r.reload(ctx)
			case done := <-looks:
				done <- r.reload(ctx)
			}
		}
	})
	return func() {
		signal.Stop(hangups)
		cancel()
		running.Wait()
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

// reload loads the folders, or keeps what is served. It reports whether the folders are
// served now.
func (r *reloader) reload(ctx context.Context) bool {
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
	return err == nil
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
