package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/payslate/payslate/internal/loopback"
	"github.com/payslate/payslate/server/meter"
)

// config holds the settings of flags and their variables.
type config struct {
	listen, metricsListen           string
	tlsCert, tlsKey                 string
	trustedProxies                  string // separated by commas
	data, databaseURL               string
	rules, tables                   string
	marketplaceKey, marketplaceHost string
	publicURL                       string
	allowedOrigins                  string // separated by commas
	rateLimit                       meter.RateLimit
	logFormat                       string
	unsealed, archive               bool
	withoutKeys                     bool // open to everybody, without keys and credits
	version                         bool
}

const (
	defaultListen = "127.0.0.1:8080"
	versionFlag   = "version"
	logText       = "text"
	logJSON       = "json"
)

// define adds the flags of the settings.
func (c *config) define(flags *pflag.FlagSet) {
	flags.StringVar(&c.listen, "listen", defaultListen, "address to serve on")
	flags.StringVar(&c.metricsListen, "metrics-listen", "", "separate address for /metrics, which is then not served on --listen")
	flags.StringVar(&c.tlsCert, "tls-cert", "", "file of the certificate and its chain (PEM); enables HTTPS")
	flags.StringVar(&c.tlsKey, "tls-key", "", "file of the certificate's key (PEM)")
	flags.StringVar(&c.trustedProxies, "trusted-proxies", "", "addresses and networks, such as 10.0.0.0/8, whose X-Forwarded-For is trusted, separated by commas (default none)")
	flags.StringVar(&c.data, "data", defaultDataDir, "folder of the embedded ledger")
	flags.StringVar(&c.databaseURL, "database-url", "", "shared ledger (postgres://…) instead of the embedded one")
	flags.StringVar(&c.rules, "rules", "", "folder of rules to use instead of the embedded ones")
	flags.StringVar(&c.tables, "tables", "", "folder of travel tables to use instead of the embedded ones")
	flags.StringVar(&c.marketplaceKey, "marketplace-key", "", "secret that the marketplace sends as X-Marketplace-Key")
	flags.StringVar(&c.marketplaceHost, "marketplace-host", "", "host that the marketplace sends as X-Marketplace-Host")
	flags.StringVar(&c.publicURL, "public-url", "", "public address of the service (default http://LISTEN, or https://LISTEN with a certificate)")
	flags.StringVar(&c.allowedOrigins, "allowed-origins", "", "origins whose pages may call the tools, such as https://agent.example.com, separated by commas (default the public one)")
	flags.Func("rate-limit", "maximum `calls` per second of a key, or of an address without a valid key, such as 50, or 600/minute (default none)", func(text string) (err error) { c.rateLimit, err = meter.ParseRateLimit(text); return err })
	flags.StringVar(&c.logFormat, "log-format", logText, "text or json")
	flags.BoolVar(new(bool), "watch", false, "without effect: folders are always loaded again when their seal is renewed")
	flags.BoolVar(&c.archive, "archive", false, "also serve the past years that parameters.yaml marks as archive")
	flags.BoolVar(&c.unsealed, "unsealed", false, "serve folders under work, on a loopback address: without errors, but not as rulecheck check passed them; every answer warns")
	flags.BoolVar(&c.withoutKeys, "open", false, "serve everybody without keys and credits; only on a loopback address, or with --public-url")
	flags.BoolVar(&c.version, versionFlag, false, "print version, commit, date and compiler, and exit")
	for name, successor := range endedFlags {
		flags.BoolFunc(name, "", func(string) error { return fmt.Errorf("%w: %s", errEnded, successor) })
		_ = flags.MarkHidden(name)
	}
}

// errEnded is the error for a flag of before.
var errEnded = errors.New("has ended")

// endedFlags are flags of before, with what takes their place.
var endedFlags = map[string]string{
	"cases":           "give the cases to rulecheck check --cases, which seals the folder; the server trusts the seal",
	"allow-unchecked": "serve a folder under work with --unsealed, on a loopback address",
	"allow-removal":   "run rulecheck check, which seals the folder without what is gone; the server follows the seal",
	"demo":            "results need a key: to let everybody use the page, run a separate server with --open --rate-limit 60/minute",
}

// check returns an error unless the settings fit together, which names a setting and its valid
// form.
func (c *config) check() error {
	if host, _, _ := net.SplitHostPort(c.listen); c.unsealed && !loopback.Is(host) {
		return errors.New("--unsealed serves rules that nobody has checked: serve on a loopback address, or seal the folder with rulecheck check")
	}
	if _, _, err := net.SplitHostPort(c.listen); err != nil {
		return fmt.Errorf("--listen %q: write HOST:PORT, such as %s", c.listen, defaultListen)
	}
	if _, _, err := net.SplitHostPort(c.metricsListen); c.metricsListen != "" && err != nil {
		return fmt.Errorf("--metrics-listen %q: write HOST:PORT, such as 127.0.0.1:9090", c.metricsListen)
	}
	if err := c.checkOpen(); err != nil {
		return err
	}
	if (c.tlsCert == "") != (c.tlsKey == "") {
		return errors.New("--tls-cert and --tls-key go together: give both, or neither")
	}
	for _, proxy := range c.proxies() {
		_, wrongAddress := netip.ParseAddr(proxy)
		if _, wrongNetwork := netip.ParsePrefix(proxy); wrongAddress != nil && wrongNetwork != nil {
			return fmt.Errorf("--trusted-proxies %q: write addresses or networks such as 10.0.0.0/8, separated by commas", proxy)
		}
	}
	if c.publicURL != "" {
		address, err := url.Parse(c.publicURL)
		if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" || address.RawQuery != "" || address.Fragment != "" {
			return fmt.Errorf("--public-url %q: write an address such as https://pay.example.com", c.publicURL)
		}
	}
	for _, origin := range c.origins() {
		address, err := url.Parse(origin)
		if err != nil || address.Scheme == "" || address.Host == "" {
			return fmt.Errorf("--allowed-origins %q: write origins such as https://agent.example.com, separated by commas", origin)
		}
	}
	if (c.marketplaceKey == "") != (c.marketplaceHost == "") {
		return errors.New("--marketplace-key and --marketplace-host go together: give both, or neither")
	}
	if c.logFormat != logText && c.logFormat != logJSON {
		return fmt.Errorf("--log-format %q: write text or json", c.logFormat)
	}
	for name, folder := range map[string]string{"rules": c.rules, "tables": c.tables} {
		if folder == "" {
			continue
		}
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return fmt.Errorf("--%s %q is not a folder that can be read", name, folder)
		}
	}
	return nil
}

// checkOpen refuses --open where it could open a server by accident, or contradicts other
// settings.
func (c *config) checkOpen() error {
	switch host, _, _ := net.SplitHostPort(c.listen); {
	case !c.withoutKeys:
		return nil
	case c.marketplaceKey != "" || c.databaseURL != "":
		return errors.New("--open serves without keys and credits: leave out --marketplace-key and --database-url")
	case !loopback.Is(host) && c.publicURL == "":
		return errors.New("--open serves everyone who can reach " + c.listen + ": serve on a loopback address, or give --public-url to confirm it")
	}
	return nil
}

// origins lists the origins whose pages may call the tools.
func (c *config) origins() []string { return splitList(c.allowedOrigins) }

// proxies lists the addresses and networks of trusted proxies.
func (c *config) proxies() []string { return splitList(c.trustedProxies) }

// splitList splits a list at its commas.
func splitList(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

// public returns the public address of the service.
func (c *config) public(listening net.Addr) string {
	if c.publicURL != "" {
		return strings.TrimRight(c.publicURL, "/")
	}
	scheme := "http://"
	if c.tlsCert != "" {
		scheme = "https://"
	}
	host, port, _ := net.SplitHostPort(listening.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return scheme + net.JoinHostPort(host, port)
}

// logger creates the log in the configured format.
func (c *config) logger(w io.Writer) *slog.Logger {
	if c.logFormat == logJSON {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}
