package rest

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/server/ledger"
)

// readyWait is how long the ledger may take to answer.
const readyWait = 2 * time.Second

// probes is what the last probes of each path found: only changes are logged.
type probes struct{ alive, ready atomic.Int64 }

// alive answers that the process runs.
func alive(x *exchange) {
	x.quiet = x.server.probes.alive.Swap(http.StatusOK) == http.StatusOK
	x.Header("Cache-Control", cacheNone)
	x.JSON(http.StatusOK, gin.H{"status": "alive"})
}

// ready answers whether calls can be answered: rules are loaded, the ledger
// answers, and the server is not about to stop.
func ready(x *exchange) {
	s := x.server
	x.Header("Cache-Control", cacheNone)
	list, reload := s.catalogue.Load(), s.reload.Load()
	answer := gin.H{
		"status": "ready", "rules_version": list.RulesVersion, "tables_version": list.TablesVersion, "ledger": "ok", "reload": reload.outcome, "version": list.Version,
		"years_without_cases": append([]string{}, list.Judged.WithoutCases...), "years_with_warnings": []string{}, "unproved_figures": list.Judged.Figures()}
	if reload.reason != "" {
		answer["reload_reason"] = reload.reason
	}
	if since := s.differs.Load(); since != 0 {
		answer["folders_differ_since"] = time.UnixMilli(since).UTC().Format(time.RFC3339)
	}
	status := http.StatusOK
	var fault error
	ctx, cancel := context.WithTimeout(x.Request.Context(), readyWait)
	defer cancel()
	if s.meter.Open() {
		answer["ledger"] = "none"
	} else if err := s.ledger.Ping(ctx); err != nil {
		fault = err
		answer["ledger"], answer["status"] = "not answering", "not ready"
		var cause ledger.Fault
		if errors.As(err, &cause) {
			answer["reason"] = cause.Error()
		}
		status = http.StatusServiceUnavailable
	}
	if s.draining.Load() {
		answer["status"] = "stopping"
		status = http.StatusServiceUnavailable
	}
	if x.quiet = s.probes.ready.Swap(int64(status)) == int64(status); !x.quiet {
		x.fault = fault
	}
	x.JSON(status, answer)
}

// The outcomes of loading rules while serving, as /readyz and /metrics name them.
const (
	reloadNone      = "none"
	ReloadDone      = "done"
	ReloadUnchanged = "unchanged"
	ReloadFailed    = "failed"
)

// reload is how loading the rules again ended, and why where it failed.
type reload struct{ outcome, reason string }

// Reloaded records how loading the rules again ended, with the reason where it failed, for
// /readyz and /metrics.
func (s *Server) Reloaded(outcome, reason string) {
	s.reload.Store(&reload{outcome, reason})
	s.metrics.reloaded(outcome)
}

// Differ says whether the folders differ from what is served: /readyz and /metrics tell since
// when.
func (s *Server) Differ(differ bool) {
	if differ {
		s.differs.CompareAndSwap(0, time.Now().UnixMilli())
	} else {
		s.differs.Store(0)
	}
}
