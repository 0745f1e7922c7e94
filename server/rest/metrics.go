package rest

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/operations"
)

type metrics struct {
	registry *prometheus.Registry
	factory  promauto.Factory
	requests *prometheus.CounterVec
	errors   *prometheus.CounterVec
	duration *prometheus.HistogramVec
	debited  prometheus.Counter
	refunded prometheus.Counter
	reloads  *prometheus.CounterVec
	reload   prometheus.Gauge
	rules    *prometheus.GaugeVec
}

func newMetrics(from Ledger) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	f := promauto.With(registry)
	m := &metrics{
		registry: registry, factory: f,
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
		refunded: f.NewCounter(prometheus.CounterOpts{
			Name: "payslate_credits_refunded_total", Help: "Credits given back by this process for answers that could not be sent.",
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
	if from != nil {
		m.batches(from)
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

// watch exports since when the folders differ from what is served.
func (m *metrics) watch(differing func() int64) {
	m.factory.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "payslate_folders_differ_timestamp_seconds", Help: "Time since which the watched folders differ from what is served; 0 while they are the same.",
	}, func() float64 { return float64(differing() / 1000) }) // no amount: a time
}

// serves exports the version of the rules in use.
func (m *metrics) serves(rulesVersion string) {
	m.rules.Reset()
	m.rules.WithLabelValues(rulesVersion).Set(1)
}

func (m *metrics) refund(credits int64) { m.refunded.Add(float64(credits)) } // no amount: a count

func (m *metrics) debit(credits int64) { m.debited.Add(float64(credits)) } // no amount: a count

// metricsPath is where the metrics are.
const metricsPath = "/metrics"

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// batches counts how the ledger gathers debits into durable writes.
func (m *metrics) batches(from Ledger) {
	for _, each := range []struct {
		name, help string
		count      func(ledger.Batches) uint64
	}{
		{"payslate_ledger_batches_total", "Durable writes of the ledger by this process.", func(b ledger.Batches) uint64 { return b.Commits }},
		{"payslate_ledger_batch_failures_total", "Durable writes that failed.", func(b ledger.Batches) uint64 { return b.Failures }},
		{"payslate_ledger_batch_requests_total", "Requests, such as debits, in these writes.", func(b ledger.Batches) uint64 { return b.Requests }},
	} {
		m.counter(each.name, each.help, func() float64 { return float64(each.count(from.Batches())) }) // no amount: a count
	}
	m.counter("payslate_ledger_batch_seconds_total", "Time of these writes together.", func() float64 { return from.Batches().Took.Seconds() }) // no amount: a time
}

func (m *metrics) counter(name, help string, value func() float64) { // no amount: a count
	m.factory.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value)
}
