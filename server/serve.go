package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/rest"
)

const (
	// firstCredits is what the first key of an empty ledger may spend.
	firstCredits = 1000
	firstName    = "first key"

	// The three phases of stopping, less than ten seconds together: /readyz fails before
	// connections close, calls under way end, the ledger closes.
	readinessGrace = 500 * time.Millisecond
	callGrace      = 6 * time.Second
	ledgerGrace    = 3 * time.Second
)

// service is the program that serves.
type service struct {
	config
	standIn        operations.Rules // answers instead of the rules in tests
	stdout, stderr io.Writer
	terminal       bool // standard output is read by the person who starts the server
	log            *slog.Logger
	certificate    *certificate // nil without TLS
	// started, if set, is told the public address once calls are answered.
	started func(publicURL string)
}

// serve answers calls until the context ends.
func (s *service) serve(ctx context.Context) error {
	// A SIGHUP during the start is heard once it is over.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, hangup)
	defer signal.Stop(hangups)
	s.log = s.logger(s.stderr)
	files, err := s.snapshots()
	if err != nil {
		return err
	}
	now, err := s.load(files)
	if err != nil {
		return err
	}
	if s.certificate, err = s.openCertificate(); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", s.listen)
	if err != nil {
		return listenError(s.listen, "--listen", err)
	}
	defer listener.Close()
	if s.withoutKeys {
		return s.serveOn(ctx, listener, now, nil, hangups)
	}
	opened, err := openLedger(ctx, s.data, s.databaseURL, ledger.Options{OnLow: warnOfLow(s.log)})
	if err != nil {
		return err
	}
	return errors.Join(s.serveOn(ctx, listener, now, opened, hangups), closeLedger(opened))
}

// serveOn serves with a ledger, nil where everybody is served without one.
func (s *service) serveOn(ctx context.Context, listener net.Listener, now *loaded, opened *ledger.Ledger, hangups <-chan os.Signal) error {
	publicURL := s.public(listener.Addr())
	server, err := rest.New(rest.Options{
		Catalogue: now.catalogue, PublicURL: publicURL, RateLimit: s.rateLimit, AllowedOrigins: s.origins(), Log: s.log,
		MarketplaceKey: s.marketplaceKey, MarketplaceHost: s.marketplaceHost, Ledger: opened,
		TrustedProxies: s.proxies(), MetricsApart: s.metricsListen != "",
	})
	if err != nil {
		return err
	}
	stopMetrics, err := s.serveMetrics(server, s.log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	if err := s.firstKey(ctx, opened, listener.Addr(), publicURL); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s serves %s\n", operations.ThisBuild().Name(), publicURL)
	defer s.reloads(server, now, hangups)()
	return s.answer(ctx, server, listener, publicURL)
}

// answer answers calls until the context ends, and then those under way.
func (s *service) answer(ctx context.Context, server *rest.Server, listener net.Listener, publicURL string) error {
	httpServer := server.HTTPServer()
	if s.unsealed {
		httpServer.Handler = warned(httpServer.Handler)
	}
	ended := make(chan error, 1)
	go func() {
		if s.certificate == nil {
			ended <- httpServer.Serve(listener)
			return
		}
		httpServer.TLSConfig = s.certificate.tlsConfig()
		ended <- httpServer.ServeTLS(listener, "", "")
	}()
	if s.started != nil {
		s.started(publicURL)
	}
	select {
	case err := <-ended:
		return fmt.Errorf("serving ended: %w", err)
	case <-ctx.Done():
	}
	s.log.Info("stopping")
	server.Drain()
	time.Sleep(readinessGrace)
	grace, cancel := context.WithTimeout(context.Background(), callGrace)
	defer cancel()
	if err := httpServer.Shutdown(grace); err != nil {
		s.log.Warn("calls were cut off", "cause", err)
		_ = httpServer.Close() // the listener is closed already
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// warned warns in a header of every answer, as answers with warnings do in their text.
func warned(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(operations.UnsealedRules, "true")
		handler.ServeHTTP(w, r)
	})
}

// serveMetrics serves the metrics on an address of their own, if there is one,
// until the function returned is called.
func (s *service) serveMetrics(server *rest.Server, log *slog.Logger) (stop func(), err error) {
	if s.metricsListen == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", s.metricsListen)
	if err != nil {
		return nil, listenError(s.metricsListen, "--metrics-listen", err)
	}
	fmt.Fprintf(s.stdout, "metrics on http://%s/metrics\n", listener.Addr())
	metrics := server.MetricsServer()
	go func() {
		if err := metrics.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics are no longer served", "cause", err)
		}
	}()
	return func() { _ = metrics.Close() }, nil // nothing is lost with a reading
}

// firstKey creates the first key of an empty ledger and prints it on a terminal; elsewhere,
// where it would be kept in a log, it says how to create one.
func (s *service) firstKey(ctx context.Context, opened *ledger.Ledger, listening net.Addr, publicURL string) error {
	if s.withoutKeys {
		s.log.Warn("everyone who can reach this server is served without a key", "listen", listening.String())
		return nil
	}
	if !s.terminal {
		keys, err := opened.Keys(ctx)
		if err == nil && len(keys) == 0 {
			s.log.Warn("the ledger has no key: create one with keys create --credits 1000, with the --data or --database-url of this server")
		}
		return err
	}
	key, created, err := opened.EnsureFirstKey(ctx, firstName, firstCredits)
	if err != nil {
		return fmt.Errorf("the first key could not be created: %w", err)
	}
	if !created {
		return nil
	}
	if err := s.showKey(key, publicURL); err != nil {
		return errors.Join(fmt.Errorf("the first key could not be written and is revoked; create another with keys create: %w", err), opened.RevokeKey(ctx, key.ID))
	}
	return nil
}

// showKey prints the first key, and an address with the key in its fragment, which
// browsers do not send to servers.
func (s *service) showKey(key ledger.IssuedKey, publicURL string) error {
	_, err := fmt.Fprintf(s.stdout, `A first API key with %d credits was created. It is shown only once:

  %s

The web page, signed in: %s/#key=%s

`, key.Balance, key.Secret, publicURL, key.Secret)
	return err
}

// listenError explains why an address cannot be used.
func listenError(address, flag string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("another program uses %s: stop it, or choose another address with %s", address, flag)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("no permission to serve on %s: choose a port above 1023 with %s", address, flag)
	default:
		return fmt.Errorf("cannot serve on %s: %w; choose another address with %s", address, err, flag)
	}
}

// closeLedger closes the ledger within a time limit.
func closeLedger(opened *ledger.Ledger) error {
	closed := make(chan error, 1)
	go func() { closed <- opened.Close() }()
	select {
	case err := <-closed:
		return err
	case <-time.After(ledgerGrace):
		return errors.New("the ledger did not close in time; charges are safe")
	}
}
