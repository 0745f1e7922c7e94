package main

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/payslate/payslate/server/meter"
)

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// readConfig reads the settings of a command line.
func readConfig(arguments []string, env func(string) string) (config, error) {
	var c config
	flags := pflag.NewFlagSet("server", pflag.ContinueOnError)
	c.define(flags)
	if err := fromEnvironment(flags, env); err != nil {
		return c, err
	}
	if err := flags.Parse(arguments); err != nil {
		return c, wrongFlag(&cobra.Command{}, err)
	}
	return c, c.check()
}

func TestReadConfig(t *testing.T) {
	folder := t.TempDir()
	preset := config{listen: "127.0.0.1:8080", data: "./data", logFormat: "text"}
	tests := []struct {
		name string
		args []string
		env  []string
		want func(*config)
	}{
		{"defaults", nil, nil, func(*config) {}},
		{"flags", []string{"--listen", ":9", "--data=d", "--rules", folder, "--tables", folder, "--log-format", "json", "--rate-limit", "600/minute", "--database-url", "postgres://x", "--allowed-origins", "https://a.test,http://b.test:8"}, nil, func(c *config) {
			c.allowedOrigins = "https://a.test,http://b.test:8"
			c.listen, c.data, c.rules, c.tables, c.logFormat, c.databaseURL = ":9", "d", folder, folder, "json", "postgres://x"
			c.rateLimit = meter.RateLimit{Calls: 600, Per: time.Minute}
		}},
		{"security", []string{"--metrics-listen", "127.0.0.1:0", "--tls-cert", "c.pem", "--tls-key", "k.pem", "--trusted-proxies", "10.0.0.0/8,::1"}, nil, func(c *config) {
			c.metricsListen, c.tlsCert, c.tlsKey, c.trustedProxies = "127.0.0.1:0", "c.pem", "k.pem", "10.0.0.0/8,::1"
		}},
		{"environment", nil, []string{"PAYSLATE_LISTEN", ":7", "PAYSLATE_MARKETPLACE_KEY", "k", "PAYSLATE_MARKETPLACE_HOST", "h", "PAYSLATE_PUBLIC_URL", "https://a.test/", "PAYSLATE_RATE_LIMIT", "5"}, func(c *config) {
			c.listen, c.marketplaceKey, c.marketplaceHost, c.publicURL = ":7", "k", "h", "https://a.test/"
			c.rateLimit = meter.RateLimit{Calls: 5, Per: time.Second}
		}},
		{"a flag overrides the environment", []string{"--listen", ":9"}, []string{"PAYSLATE_LISTEN", ":7"}, func(c *config) { c.listen = ":9" }},
		{"open on localhost", []string{"--open"}, nil, func(c *config) { c.withoutKeys = true }},
		{"open with its address", []string{"--listen", ":9", "--public-url", "https://a.test"}, []string{"PAYSLATE_OPEN", "true"}, func(c *config) { c.listen, c.publicURL, c.withoutKeys = ":9", "https://a.test", true }},
		{"variables", nil, []string{"PAYSLATE_ARCHIVE", "1", "PAYSLATE_OPEN", "false", "PAYSLATE_VERSION", "7"}, func(c *config) { c.archive = true }},
		{"version", []string{"--version"}, nil, func(c *config) { c.version = true }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := preset
			test.want(&want)
			got, err := readConfig(test.args, environment(test.env...))
			if err != nil || got != want {
				t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
			}
		})
	}
}

func TestReadConfigRefusals(t *testing.T) {
	for args, problem := range map[string]string{
		"--nothing":                       "unknown flag --nothing; run with --help",
		"--listen 8080":                   `--listen "8080": write HOST:PORT`,
		"--public-url pay":                "write an address such as https://",
		"--public-url ftp://x":            "write an address such as https://",
		"--allowed-origins *":             "write origins such as https://",
		"--marketplace-key k":             "go together",
		"--log-format xml":                "write text or json",
		"--metrics-listen 9090":           `--metrics-listen "9090": write HOST:PORT`,
		"--tls-cert c.pem":                "go together",
		"--tls-key k.pem":                 "go together",
		"--trusted-proxies lb":            `--trusted-proxies "lb": write addresses or networks`,
		"--trusted-proxies 10.0.0.0/8,,":  "write addresses or networks",
		"--open --listen 0.0.0.0:80":      "give --public-url to confirm it",
		"--open --database-url postgres:": "leave out",
		"--rate-limit many":               "--rate-limit: ",
		"--demo 5":                        "--demo has ended",
		"--demo":                          "--open --rate-limit",
		"--rules /nowhere/at":             `--rules "/nowhere/at" is not a folder`,
		"--tables /nowhere/at":            `--tables "/nowhere/at" is not a folder`,
		"--rate-limit 5/minute":           "",
	} {
		_, err := readConfig(strings.Fields(args), environment())
		if problem == "" && err != nil || problem != "" && (err == nil || !strings.Contains(err.Error(), problem)) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func TestRun(t *testing.T) {
	tests := []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"--version", 0, "payslate 1.3.0\n", ""},
		{"--help", 0, "", "--listen"},
		{"serve", 2, "", `unknown command "serve"`},
		{"-listen :9", 2, "", "write --listen"},
		{"completion bash", 0, "complete", ""},
		{"--listen x", 2, "", "write HOST:PORT"},
		{"keys help", 0, "keys create", ""},
		{"--tls-cert config.go --tls-key config.go --listen 127.0.0.1:0", 1, "", "the certificate cannot be used"},
		{"--rules . --listen 127.0.0.1:0 --data /dev/null/x", 1, "", ""},
	}
	for _, test := range tests {
		var stdout, stderr strings.Builder
		code := run(strings.Fields(test.args), &stdout, &stderr, environment())
		if code != test.code || !strings.Contains(stdout.String(), test.stdout) || !strings.Contains(stderr.String(), test.stderr) {
			t.Errorf("%s: exit %d\n%s%s", test.args, code, &stdout, &stderr)
		}
	}
}

func TestPublicURL(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080", "0.0.0.0:80": "http://localhost:80", "[::]:80": "http://localhost:80", "[::1]:80": "http://[::1]:80",
	} {
		listening, err := net.ResolveTCPAddr("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&config{}).public(listening); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	if got := (&config{tlsCert: "c.pem"}).public(&net.TCPAddr{IP: net.IPv4zero, Port: 443}); got != "https://localhost:443" {
		t.Error(got)
	}
	if got := (&config{publicURL: "https://a.test/"}).public(nil); got != "https://a.test" {
		t.Error(got)
	}
}
