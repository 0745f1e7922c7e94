package rest

import (
	"log/slog"
	"net/http"
	"time"
)

const (
	headerTimeout = 5 * time.Second
	// bodyTimeout is the time for the body after that of the header.
	bodyTimeout  = 10 * time.Second
	writeTimeout = 30 * time.Second
	idleTimeout  = 120 * time.Second
	// maxHeaderBytes bounds a request's line and headers.
	maxHeaderBytes = 16 << 10
)

// HTTPServer is a server with the service's limits of time and size.
func (s *Server) HTTPServer() *http.Server { return s.limited(s.engine) }

// MetricsServer is HTTPServer for the metrics alone.
func (s *Server) MetricsServer() *http.Server {
	routes := http.NewServeMux()
	routes.Handle("GET "+metricsPath, s.metrics.handler())
	return s.limited(routes)
}

func (s *Server) limited(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler,
		// OPTIONS * is a request like any other.
		DisableGeneralOptionsHandler: true,

		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       headerTimeout + bodyTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
}
