package rest

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/ledger"
)

type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	errors   *prometheus.CounterVec
	duration *prometheus.HistogramVec
	debited  prometheus.Counter
	reloads  *prometheus.CounterVec
	reload   prometheus.Gauge
	rules    *prometheus.GaugeVec
}

// newMetrics makes the metrics of a server on a ledger, nil without one. differing is since
// when the folders differ from what is served, in Unix milliseconds.
func newMetrics(from *ledger.Ledger, differing func() int64) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	f := promauto.With(registry)
	m := &metrics{
		registry: registry,
		requests: f.NewCounterVec(prometheus.CounterOpts{
			Name: "payslate_requests_total", Help: "Requests by operation and status.",
		}, []string{"operation", "status"}),
		errors: f.NewCounterVec(prometheus.CounterOpts{
			Name: "payslate_errors_total", Help: "Calls without an answer, by operation and the code of the error; invalid_request for those that do not fit the schema.",
		}, []string{"operation", "code"}),
		duration: f.NewHistogramVec(prometheus.HistogramOpts{
			Name: "payslate_request_duration_seconds", Help: "Time to answer, by operation.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 2, 16),
		}, []string{"operation"}),
		debited: f.NewCounter(prometheus.CounterOpts{
			Name: "payslate_credits_debited_total", Help: "Credits debited by this process.",
		}),
		reloads: f.NewCounterVec(prometheus.CounterOpts{
			Name: "payslate_reloads_total", Help: "Reloads of rules and tables by outcome: done, unchanged, failed.",
		}, []string{"outcome"}),
		reload: f.NewGauge(prometheus.GaugeOpts{
			Name: "payslate_reload_timestamp_seconds", Help: "Time of the last successful reload; 0 before the first.",
		}),
		rules: f.NewGaugeVec(prometheus.GaugeOpts{
			Name: "payslate_rules_info", Help: "1 for the version of the rules in use.",
		}, []string{"rules_version"}),
	}
	for _, outcome := range []string{ReloadDone, ReloadUnchanged, ReloadFailed} {
		m.reloads.WithLabelValues(outcome)
	}
	build := operations.ThisBuild()
	f.NewGauge(prometheus.GaugeOpts{
		Name: "payslate_build_info", Help: "1 for the build that runs.",
		ConstLabels: prometheus.Labels{"version": build.Version, "commit": build.Commit, "go": build.Go},
	}).Set(1)
	f.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "payslate_folders_differ_timestamp_seconds", Help: "Time since which the watched folders differ from what is served; 0 while they are the same.",
	}, func() float64 { return float64(differing() / 1000) }) // no amount: a time
	if from != nil {
		batches(f, from)
	}
	return m
}

func (m *metrics) request(operation string, status int, duration time.Duration) {
	m.duration.WithLabelValues(operation).Observe(duration.Seconds())
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
}

func (m *metrics) failed(operation string, err error) {
	m.errors.WithLabelValues(operation, operations.ErrorCode(err)).Inc()
}

func (m *metrics) reloaded(outcome string) {
	m.reloads.WithLabelValues(outcome).Inc()
	if outcome == ReloadDone {
		m.reload.SetToCurrentTime()
	}
}

// serves exports the version of the rules in use.
func (m *metrics) serves(rulesVersion string) {
	m.rules.Reset()
	m.rules.WithLabelValues(rulesVersion).Set(1)
}

// metricsPath is where the metrics are.
const metricsPath = "/metrics"

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// batches counts how the ledger gathers debits into durable writes.
func batches(f promauto.Factory, from *ledger.Ledger) {
	for _, each := range []struct {
		name, help string
		of         func(ledger.Batches) float64 // no amount: a count or a time
	}{
		{"payslate_ledger_batches_total", "Durable writes of the ledger by this process.", func(b ledger.Batches) float64 { return float64(b.Commits) }},      // no amount: a count
		{"payslate_ledger_batch_failures_total", "Durable writes that failed.", func(b ledger.Batches) float64 { return float64(b.Failures) }},                // no amount: a count
		{"payslate_ledger_batch_requests_total", "Requests, such as debits, in these writes.", func(b ledger.Batches) float64 { return float64(b.Requests) }}, // no amount: a count
		{"payslate_ledger_batch_seconds_total", "Time of these writes together.", func(b ledger.Batches) float64 { return b.Took.Seconds() }},                 // no amount: a time
	} {
		f.NewCounterFunc(prometheus.CounterOpts{Name: each.name, Help: each.help}, func() float64 { return each.of(from.Batches()) }) // no amount: a count or a time
	}
}
