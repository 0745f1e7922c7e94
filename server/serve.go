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
	"path/filepath"
	"syscall"
	"time"

	"github.com/payslate/payslate/mcp"
	"github.com/payslate/payslate/server/credits"
	"github.com/payslate/payslate/server/operations"
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
	journal        string       // JOURNAL_STREAM
	atStart        folders      // what is served first
	certificate    *certificate // nil without TLS
	// started, if set, is told the public address once calls are answered.
	started func(publicURL string)
}

// serve answers calls until the context ends.
func (s *service) serve(ctx context.Context) error {
	log, flushLog := s.logger(s.stderr)
	defer flushLog()
	var err error
	if s.atStart, err = s.snapshots(); err != nil {
		return err
	}
	catalogue, err := s.admitted(ctx, log)
	if err != nil {
		return err
	}
	if s.certificate, err = s.openCertificate(); err != nil {
		return err
	}
	tracer, closeTracer, err := s.openTracer(ctx, log)
	if err != nil {
		return err
	}
	defer closeTracer()
	listener, err := net.Listen("tcp", s.listen)
	if err != nil {
		return listenError(s.listen, "--listen", err)
	}
	defer listener.Close()
	ledger, err := openLedger(ctx, s.data, s.databaseURL, credits.Options{OnLow: warnOfLow(log), KeepMonths: s.keepEntries})
	if err != nil {
		return err
	}
	warnOfEpoch(ctx, ledger, log)
	publicURL := s.public(listener.Addr())
	err = s.serveOn(ctx, listener, rest.Options{
		Catalogue: catalogue, Ledger: ledger, PublicURL: publicURL, RateLimit: s.rateLimit, Demo: s.demo, Log: log,
		MarketplaceKey: s.marketplaceKey, MarketplaceHost: s.marketplaceHost,
		TrustedProxies: s.proxies(), MetricsApart: s.metricsListen != "", Tracer: tracer,
	})
	return errors.Join(err, closeLedger(ledger))
}

// admitted lists the operations on what the folders held at the start.
func (s *service) admitted(ctx context.Context, log *slog.Logger) (*operations.Catalogue, error) {
	subject, err := s.open(s.atStart, s.stderr)
	var unproved operations.Unproved
	if err == nil && s.standIn == nil {
		unproved, err = (&admission{&s.config, log}).admit(ctx, s.atStart, subject)
	}
	if err != nil {
		return nil, fmt.Errorf("%w and start again", err)
	}
	if s.standIn != nil {
		return operations.New(s.standIn, operations.WithTables(subject.Tables))
	}
	return operations.New(subject.Book, operations.WithTables(subject.Tables), operations.WithUnproved(unproved))
}

func (s *service) serveOn(ctx context.Context, listener net.Listener, options rest.Options) error {
	server, err := rest.New(options)
	if err != nil {
		return err
	}
	if err := s.mountTools(server, options); err != nil {
		return err
	}
	stopMetrics, err := s.serveMetrics(server, options.Log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	key, created, err := options.Ledger.EnsureFirstKey(ctx, firstName, firstCredits)
	if err != nil {
		return fmt.Errorf("the first key could not be created: %w", err)
	}
	if created {
		if err := s.handOver(key, options.PublicURL, options.Log); err != nil {
			return errors.Join(fmt.Errorf("the first key could not be written and is revoked; create another with keys create: %w", err),
				options.Ledger.RevokeKey(ctx, key.ID))
		}
	}
	fmt.Fprintf(s.stdout, "%s serves %s\n", options.Catalogue.ComputedBy(), options.PublicURL)

	stopReloads, err := s.reloads(server, options)
	if err != nil {
		return err
	}
	defer stopReloads()
	httpServer := server.HTTPServer()
	ended := make(chan error, 1)
	go func() { ended <- s.answer(httpServer, listener) }()
	if s.started != nil {
		s.started(options.PublicURL)
	}
	select {
	case err := <-ended:
		return fmt.Errorf("serving ended: %w", err)
	case <-ctx.Done():
	}
	options.Log.Info("stopping")
	server.Drain()
	time.Sleep(readinessGrace)
	grace, cancel := context.WithTimeout(context.Background(), callGrace)
	defer cancel()
	if err := httpServer.Shutdown(grace); err != nil {
		options.Log.Warn("calls were cut off", "cause", err)
		_ = httpServer.Close() // the listener is closed already
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// answer answers on a listener until the server is shut down.
func (s *service) answer(server *http.Server, listener net.Listener) error {
	if s.certificate == nil {
		return server.Serve(rest.Plain(listener))
	}
	server.TLSConfig = s.certificate.tlsConfig()
	return server.ServeTLS(listener, "", "")
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

// mountTools serves the operations of each service as tools too.
func (s *service) mountTools(server *rest.Server, options rest.Options) error {
	for _, group := range options.Catalogue.Services {
		tools, err := mcp.New(mcp.Options{
			Catalogue: options.Catalogue, Service: group.Name, Caller: server, PublicURL: options.PublicURL,
			AllowedOrigins: s.origins(), Log: options.Log,
		})
		if err != nil {
			return err
		}
		server.Mount(mcp.Path(group.Name), group.Name+"/mcp", tools)
	}
	return nil
}

// firstKeyFile is where the first key is put, in the data folder, if standard output
// is the journal.
const firstKeyFile = "first-key"

// handOver gives the first key to the user who starts the server. The journal is stored
// and read by others, so only the name of the key's file is written there.
func (s *service) handOver(key credits.IssuedKey, publicURL string, log *slog.Logger) error {
	if !isJournal(s.stdout, s.journal) {
		s.showKey(key, publicURL)
		return nil
	}
	if err := os.MkdirAll(s.data, 0o700); err != nil {
		return err
	}
	name := filepath.Join(s.data, firstKeyFile)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, key.Secret)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	log.Info("a first API key was created: read it in its file and delete the file", "file", name, "credits", key.Balance)
	return nil
}

// showKey prints the first key, and an address with the key in its fragment, which
// browsers do not send to servers.
func (s *service) showKey(key credits.IssuedKey, publicURL string) {
	fmt.Fprintf(s.stdout, `A first API key with %d credits was created. It is shown only once:

  %s

The web page, signed in: %s/#key=%s

`, key.Balance, key.Secret, publicURL, key.Secret)
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
func closeLedger(ledger credits.Ledger) error {
	closed := make(chan error, 1)
	go func() { closed <- ledger.Close() }()
	select {
	case err := <-closed:
		return err
	case <-time.After(ledgerGrace):
		return errors.New("the ledger did not close in time; charges are safe")
	}
}
