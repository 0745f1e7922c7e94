package rest

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/internal/loopback"
	"github.com/payslate/payslate/mcp"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/documents"
	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/meter"
)

// Options configures a Server.
type Options struct {
	// Catalogue lists the operations to begin with.
	Catalogue *operations.Catalogue
	// Ledger has the keys and credits; without one everybody is served, free of charge.
	Ledger *ledger.Ledger
	// PublicURL is the public address of the service, without a trailing slash.
	PublicURL string
	// MarketplaceKey and MarketplaceHost are what a marketplace sends instead of
	// a key; both are empty without a marketplace.
	MarketplaceKey, MarketplaceHost string
	// RateLimit bounds the calls of each key; the zero RateLimit does not.
	RateLimit meter.RateLimit
	// AllowedOrigins are those whose pages may call the tools, and an open server, beside its
	// own.
	AllowedOrigins []string
	// TrustedProxies lists the addresses and networks (such as 10.0.0.0/8) whose
	// X-Forwarded-For and X-Forwarded-Proto are trusted; without any, the client is
	// the peer of the connection.
	TrustedProxies []string
	// MetricsApart keeps /metrics off the public address: MetricsServer serves it.
	MetricsApart bool
	Log          *slog.Logger
}

// Server answers HTTP requests.
type Server struct {
	catalogue atomic.Pointer[catalogue]
	ledger    *ledger.Ledger // nil where everybody is served
	meter     *meter.Meter
	publicURL string
	site      loopback.Site
	probes    probes
	log       *slog.Logger
	metrics   *metrics
	draining  atomic.Bool
	reload    atomic.Pointer[reload] // the last one
	differs   atomic.Int64           // since when, in Unix milliseconds
	engine    *gin.Engine
	// proxied reports whether clients may come through trusted proxies.
	proxied bool
	// segments are those of the service's paths.
	segments map[string]bool
}

// catalogue is a list of operations as the routes use it.
type catalogue struct {
	*operations.Catalogue
	operations []*operations.Operation
	documents  lazyDocuments
	ruleFiles  sync.Map       // of ruleFile, written once it is asked for
	tools      []*mcp.Handler // of each service
}

// New builds a Server.
func New(options Options) (*Server, error) {
	s := &Server{
		ledger:    options.Ledger,
		publicURL: strings.TrimRight(options.PublicURL, "/"),
		site:      loopback.NewSite(options.PublicURL, options.AllowedOrigins),
		log:       options.Log,
	}
	s.reload.Store(&reload{outcome: reloadNone})
	s.metrics = newMetrics(options.Ledger, s.differs.Load)
	metered := meter.Options{
		MarketplaceKey: options.MarketplaceKey, MarketplaceHost: options.MarketplaceHost,
		RateLimit: options.RateLimit, TopUp: s.publicURL,
		OnDebit: func(credits int64) { s.metrics.debited.Add(float64(credits)) }, // no amount: a count
		OnStuck: func(keyID string, cause error) {
			s.log.Warn("an Idempotency-Key stays reserved until its lease ends", "key_id", keyID, "cause", cause)
		},
	}
	if options.Ledger != nil {
		metered.Ledger = options.Ledger
	}
	s.meter = meter.New(metered)
	first, err := s.indexed(options.Catalogue)
	if err != nil {
		return nil, err
	}
	s.catalogue.Store(first)
	s.metrics.serves(options.Catalogue.RulesVersion)
	if err := s.route(options); err != nil {
		return nil, err
	}
	return s, nil
}

// indexed prepares a list of operations for the routes and tools.
func (s *Server) indexed(list *operations.Catalogue) (*catalogue, error) {
	c := &catalogue{Catalogue: list, operations: list.Operations(), documents: s.describe(list)}
	for _, service := range list.Services {
		tools, err := mcp.New(mcp.Options{Catalogue: list, Service: service, Site: s.site, PublicURL: s.publicURL, Log: s.log})
		if err != nil {
			return nil, err
		}
		c.tools = append(c.tools, tools)
	}
	return c, nil
}

// Replace switches to the list of the same operations on newer rules: all routes and tools at
// once, or after an error none. Calls under way finish with the old one.
func (s *Server) Replace(list *operations.Catalogue) error {
	next, err := s.indexed(list)
	if err != nil {
		return err
	}
	s.catalogue.Store(next)
	s.metrics.serves(list.RulesVersion)
	return nil
}

// Drain announces that the server is about to stop. It goes on answering.
func (s *Server) Drain() { s.draining.Store(true) }

// readMethods are those of what is only read.
var readMethods = []string{http.MethodGet, http.MethodHead}

func (s *Server) route(options Options) error {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.RedirectTrailingSlash = false
	engine.HandleMethodNotAllowed = true
	engine.RemoteIPHeaders = []string{forwardedForHeader}
	if err := engine.SetTrustedProxies(options.TrustedProxies); err != nil {
		return fmt.Errorf("trusted proxies: %w; write addresses or networks such as 10.0.0.0/8", err)
	}
	s.proxied = len(options.TrustedProxies) > 0
	engine.NoRoute(s.handle(nothing))
	engine.NoMethod(s.handle(func(x *exchange) { x.fail(operations.Fail("method_not_allowed")) }))
	for i, operation := range s.catalogue.Load().operations {
		for path, answer := range map[string]handler{operation.Path: s.serve(i, false), pagePrefix + strings.TrimPrefix(operation.Path, "/v1/"): s.serve(i, true)} {
			methods := []string{operation.Method}
			if operation.Method == http.MethodGet {
				methods = readMethods
			}
			engine.Match(methods, path, s.handle(s.guarded(answer)))
		}
	}
	handlers := map[string]handler{"/healthz": alive, "/readyz": ready, ruleFilesPath + "*file": s.guarded(counted(ruleFileOf))}
	if !options.MetricsApart {
		metrics := s.metrics.handler()
		handlers[metricsPath] = s.guarded(counted(func(x *exchange) { metrics.ServeHTTP(x.Writer, x.Request) }))
	}
	for _, path := range documents.Paths() {
		handlers[path] = documentAt(path)
	}
	for path, answer := range handlers {
		engine.Match(readMethods, path, s.handle(answer))
	}
	for i, service := range options.Catalogue.Services {
		engine.Any(mcp.Path(service.Name), s.handle(s.tools(i)))
	}
	s.routePage(engine)
	s.segments = map[string]bool{}
	for _, route := range engine.Routes() {
		for segment := range strings.SplitSeq(route.Path, "/") {
			s.segments[segment] = true
		}
	}
	s.engine = engine
	return nil
}
