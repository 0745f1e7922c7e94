package main

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/rest"
)

// reloader replaces the rules and tables that are served by those that were sealed since.
type reloader struct {
	*service
	server *rest.Server
	mutex  sync.Mutex // one reload at a time
	now    *loaded    // what is served
	said   string     // the difference that was logged last
}

// lookEvery is how often folders are compared with what is served. Reading them finds what
// notifications and times of files miss: a link with a new target, a network disk, a file
// restored with its old time.
const lookEvery = time.Second

// reloads looks at the folders every second, and at once at each SIGHUP, one that came during
// the start too, until the function returned is called.
func (s *service) reloads(server *rest.Server, now *loaded, hangups <-chan os.Signal) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &reloader{service: s, server: server, now: now}
	var running sync.WaitGroup
	running.Go(func() {
		looks := time.NewTicker(lookEvery)
		defer looks.Stop()
		if s.rules == "" && s.tables == "" {
			looks.Stop()
		}
		for {
			select {
			case <-ctx.Done():
				return
			case <-looks.C:
				r.look(false)
			case <-hangups:
				r.renewCertificate()
				r.look(true)
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

// look compares the folders with what is served, and serves what is new and sealed. What is
// kept instead is said once, or if it was asked for.
func (r *reloader) look(asked bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	began := time.Now()
	files, err := r.snapshots()
	var next *loaded
	if err == nil && files.state() != r.now.state() {
		if next, err = r.load(files); err == nil {
			err = r.server.Replace(next.catalogue)
		}
	}
	switch {
	case err != nil:
		r.server.Differ(true)
		if asked || r.said != err.Error() {
			r.log.Error("the new rules were not loaded; the old ones are kept", "cause", err)
			r.server.Reloaded(rest.ReloadFailed, err.Error())
		}
		r.said = err.Error()
		return
	case next == nil:
		if asked || r.said != "" {
			r.log.Info("the rules have not changed")
			r.server.Reloaded(rest.ReloadUnchanged, "")
		}
	default:
		if gone := next.lacks(r.now); len(gone) > 0 {
			r.log.Warn("what was in service is no longer served", "gone", strings.Join(gone, ", "))
		}
		r.now = next
		r.log.Info("new rules are served", "rules_version", next.catalogue.RulesVersion, "tables_version", next.catalogue.TablesVersion, "took", time.Since(began).Round(time.Millisecond).String())
		r.server.Reloaded(rest.ReloadDone, "")
	}
	r.said = ""
	r.server.Differ(false)
}

// loaded is what may be served: the operations on the folders as they were read.
type loaded struct {
	sources
	catalogue *operations.Catalogue
	offers    []string // countries, their years, regimes and their editions
}

// load opens the folders as they were read.
func (s *service) load(from sources) (*loaded, error) {
	opened, err := s.open(from, s.stderr)
	if err != nil {
		return nil, err
	}
	options := []operations.Option{operations.WithTables(opened.tables), operations.WithJudged(judged(from.years()))}
	if s.unsealed {
		options = append(options, operations.Unsealed())
	}
	var answering operations.Rules = opened.rules
	if s.standIn != nil {
		answering = s.standIn
	}
	list, err := operations.New(answering, options...)
	return &loaded{from, list, offers(opened)}, err
}

// offers lists what can be asked for.
func offers(of *books) (all []string) {
	for _, country := range of.rules.Countries() {
		if country.Status != rules.Available {
			continue
		}
		all = append(all, country.Code)
		for _, year := range country.Years {
			all = append(all, country.Code+" "+strconv.Itoa(year))
		}
	}
	for _, regime := range of.tables.Regimes() {
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
