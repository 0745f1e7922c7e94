package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/folders"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/server/rest"
)

// reloader loads rules and tables again while they are served.
type reloader struct {
	*service
	server *rest.Server
	mutex  sync.Mutex // one reload at a time
	now    *loaded    // what is served
}

// reloads loads rules and tables at each SIGHUP, one that came during the start too, and
// with --watch when their folders change, until the function returned is called.
func (s *service) reloads(server *rest.Server, now *loaded, hangups <-chan os.Signal) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &reloader{service: s, server: server, now: now}
	var running sync.WaitGroup
	if s.watch {
		w := folders.NewWatch(func() ([]*folders.Snapshot, error) {
			now, err := s.snapshots()
			return now.all(), err
		}, now.all())
		server.Watch(w.Differs.Load)
		running.Go(func() {
			w.Run(ctx, func() ([]*folders.Snapshot, bool) { return r.reload(ctx, s.allowRemoval) })
		})
	}
	running.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
				r.renewCertificate()
				r.reload(ctx, true)
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}

// hangup is the signal that asks for a reload.
const hangup = syscall.SIGHUP

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

// reload loads the folders, or keeps what is served. What was in service may go only where
// that is meant. It returns what it read, and whether that is served now.
func (r *reloader) reload(ctx context.Context, meant bool) (files []*folders.Snapshot, served bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	began := time.Now()
	var next *loaded
	now, err := r.snapshots()
	if err == nil {
		files = now.all()
		next, err = r.loadAgain(ctx, now, meant)
	}
	if err == nil && next != nil {
		err = r.server.Replace(next.catalogue)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return files, false
	case err != nil:
		r.log.Error("the new rules were not loaded; the old ones are kept", "cause", err)
		r.server.Reloaded(rest.ReloadFailed, err.Error())
	case next == nil:
		r.log.Info("the rules have not changed")
		r.server.Reloaded(rest.ReloadUnchanged, "")
	default:
		r.now = next
		r.log.Info("new rules are served", "rules_version", next.catalogue.RulesVersion, "tables_version", next.catalogue.TablesVersion, "took", time.Since(began).Round(time.Millisecond).String())
		r.server.Reloaded(rest.ReloadDone, "")
	}
	return files, err == nil
}

// loadAgain checks and tests what was read; next is nil where nothing has changed.
func (r *reloader) loadAgain(ctx context.Context, now sources, meant bool) (next *loaded, err error) {
	if !now.changed(&r.now.sources) {
		return nil, nil
	}
	if err := now.whole(&r.now.sources); err != nil {
		return nil, err
	}
	if next, err = r.load(ctx, now); err != nil {
		return nil, err
	}
	if gone := next.lacks(r.now); len(gone) > 0 {
		if !meant {
			return nil, fmt.Errorf("the folders no longer have what is in service: %s; put it back, or if it is to end, send SIGHUP or start with --allow-removal", strings.Join(gone, ", "))
		}
		r.log.Warn("what was in service is no longer served", "gone", strings.Join(gone, ", "))
	}
	return next, nil
}

// loaded is what may be served: the operations on the folders as they were read.
type loaded struct {
	sources
	catalogue *operations.Catalogue
	offers    []string // countries, their years, regimes and their editions
}

// load opens the folders as they were read, and has them admitted.
func (s *service) load(ctx context.Context, from sources) (*loaded, error) {
	subject, err := s.open(from, s.stderr)
	if err != nil {
		return nil, err
	}
	if s.standIn != nil {
		list, err := operations.New(s.standIn, operations.WithTables(subject.Tables))
		return &loaded{sources: from, catalogue: list}, err
	}
	unproved, err := s.admit(ctx, from, subject)
	if err != nil {
		return nil, err
	}
	cases, err := s.countedCases()
	if err != nil {
		return nil, err
	}
	list, err := operations.New(subject.Book, operations.WithTables(subject.Tables), operations.WithUnproved(unproved), operations.WithCases(cases))
	return &loaded{from, list, offers(subject)}, err
}

// offers lists what a subject can be asked for.
func offers(subject *conformance.Subject) (all []string) {
	for _, country := range subject.Book.Countries() {
		if country.Status() != rules.Available {
			continue
		}
		all = append(all, country.Code())
		for _, year := range country.Years() {
			all = append(all, country.Code()+" "+strconv.Itoa(year))
		}
	}
	for _, regime := range subject.Tables.Regimes() {
		if len(regime.Editions) == 0 {
			continue
		}
		all = append(all, regime.ID)
		for _, edition := range regime.Editions {
			all = append(all, regime.ID+" "+edition.Name)
		}
	}
	return all
}

// lacks lists what was offered before and is no longer, a country without its years.
func (l *loaded) lacks(before *loaded) (gone []string) {
	for _, name := range before.offers {
		whole, _, _ := strings.Cut(name, " ")
		if !slices.Contains(l.offers, name) && !slices.Contains(gone, whole) {
			gone = append(gone, name)
		}
	}
	return gone
}
