package rest

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	debited  prometheus.Counter
	reloads  *prometheus.CounterVec
	reload   prometheus.Gauge
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "payslate_requests_total", Help: "Requests by operation and status.",
		}, []string{"operation", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "payslate_request_duration_seconds", Help: "Time to answer, by operation.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 2, 16),
		}, []string{"operation"}),
		debited: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "payslate_credits_debited_total", Help: "Credits debited by this process.",
		}),
	}
	m.reloads = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "payslate_reloads_total", Help: "Reloads of rules and tables by outcome: done, unchanged, failed.",
	}, []string{"outcome"})
	for _, outcome := range []string{reloadDone, reloadUnchanged, reloadFailed} {
		m.reloads.WithLabelValues(outcome)
	}
	m.reload = prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "payslate_reload_timestamp_seconds", Help: "Time of the last reload that was done; 0 before the first.",
	})
	m.registry.MustRegister(m.requests, m.duration, m.debited, m.reloads, m.reload,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) request(operation string, status int, duration time.Duration) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(operation).Observe(duration.Seconds())
}

func (m *metrics) reloaded(outcome string) {
	m.reloads.WithLabelValues(outcome).Inc()
	if outcome == reloadDone {
		m.reload.SetToCurrentTime()
	}
}

func (m *metrics) debit() { m.debited.Inc() }

// metricsPath is where the metrics are.
const metricsPath = "/metrics"

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
