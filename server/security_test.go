package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/payslate/payslate/server/meter"
)

// writeCertificate writes a certificate for 127.0.0.1 with a common name, and its key,
// into a folder.
func writeCertificate(t *testing.T, folder, name string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	wanted := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	signed, err := x509.CreateCertificate(rand.Reader, &wanted, &wanted, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: signed}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

// shownName returns the common name of the certificate that a server presents.
func shownName(t *testing.T, address string) string {
	t.Helper()
	connection, err := tls.Dial("tcp", strings.TrimPrefix(address, "https://"), &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	return connection.ConnectionState().PeerCertificates[0].Subject.CommonName
}

// TestTLS: with a certificate the server requires TLS 1.2 or later and sends the
// Strict-Transport-Security header; SIGHUP loads a renewed certificate, and keeps the
// old one if the new one is invalid.
func TestTLS(t *testing.T) {
	folder := t.TempDir()
	certFile, keyFile := writeCertificate(t, folder, "first")
	address, key, log := startOn(t, config{tlsCert: certFile, tlsKey: keyFile})
	if !strings.HasPrefix(address, "https://127.0.0.1:") {
		t.Fatalf("the address is %s", address)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequest("GET", address+"/v1/salary-net/countries", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", key)
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 || response.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("status %d, %v", response.StatusCode, response.Header)
	}
	old := &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS11}
	if connection, err := tls.Dial("tcp", strings.TrimPrefix(address, "https://"), old); err == nil {
		connection.Close()
		t.Error("TLS 1.1 was accepted")
	}
	hangUp := func(message string) {
		t.Helper()
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); !strings.Contains(log.String(), message); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%q was never logged:\n%s", message, log)
			}
		}
	}
	writeCertificate(t, folder, "second")
	hangUp("the certificate was read again")
	if got := shownName(t, address); got != "second" {
		t.Errorf("the certificate is %q, want the second", got)
	}
	if err := os.WriteFile(certFile, []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	hangUp("the old one is shown")
	if got := shownName(t, address); got != "second" {
		t.Errorf("the certificate is %q after an invalid renewal, want the second", got)
	}
}

// twice percent-encodes a text twice, the first time every letter of it.
func twice(text string) string { return url.PathEscape(everyLetter(text)) }

func everyLetter(text string) string {
	var encoded strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&encoded, "%%%02X", text[i])
	}
	return encoded.String()
}

// TestMetricsListener: with a separate address the metrics are served only there.
func TestMetricsListener(t *testing.T) {
	separate := freeAddress(t)
	address, _, _ := startOn(t, config{metricsListen: separate})
	if text := read(t, "http://"+separate+"/metrics"); !strings.Contains(text, "process_open_fds") || !strings.Contains(text, "go_goroutines") {
		t.Errorf("%.300s", text)
	}
	if text := read(t, address+"/metrics"); !strings.Contains(text, "not_found") {
		t.Errorf("%.300s", text)
	}
	if text := read(t, "http://"+separate+"/healthz"); strings.Contains(text, "alive") {
		t.Errorf("%.300s", text)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	conflicting := service{config: config{listen: "127.0.0.1:0", metricsListen: listener.Addr().String(), data: t.TempDir(), logFormat: logText},
		standIn: watchedRules(0), stdout: new(strings.Builder), stderr: new(strings.Builder)}
	if err := conflicting.serve(context.Background()); err == nil || !strings.Contains(err.Error(), "with --metrics-listen") {
		t.Errorf("serve with an address in use: %v", err)
	}
}

// octal writes a text in octal escapes.
func octal(text string) (escaped string) {
	for _, c := range []byte(text) {
		escaped += fmt.Sprintf("\\%03o", c)
	}
	return escaped
}

// TestSecretsAreNotWritten: secrets that clients send in valid and invalid ways
// appear neither in the server's log nor in the files of its ledger.
func TestSecretsAreNotWritten(t *testing.T) {
	const marketplaceKey = "sesame-of-the-market"
	place := ledgerPlace{t: t, data: t.TempDir()}
	key := place.newKey(100)
	address, _, log := startOn(t, config{data: place.data, rateLimit: meter.RateLimit{Calls: 1000, Per: time.Second},
		marketplaceKey: marketplaceKey, marketplaceHost: "market.test"})
	host := strings.TrimPrefix(address, "http://")
	const body = `{"country":"DE","gross":4321.99}`
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + body + `}}`
	statuses := map[int]int{}
	bare := strings.TrimPrefix(key.Secret, "ps_live_")
	for _, sent := range []struct{ method, path, body, header string }{
		{"POST", "/v1/salary-net/net", body, "X-API-Key: " + key.Secret},
		{"POST", "/v1/salary-net/net", body, "Authorization: Bearer " + key.Secret},
		{"POST", "/v1/salary-net/net", body, "Authorization: Basic " + key.Secret},
		{"POST", "/v1/salary-net/net", body, "X-API-Key: " + key.Secret + "x"},
		{"POST", "/v1/salary-net/net", body, "X-API-Key: " + key.Secret + "\r\nIdempotency-Key: a"},
		{"POST", "/v1/salary-net/net", body, "X-Marketplace-Host: market.test\r\nX-Marketplace-Key: " + marketplaceKey},
		{"POST", "/v1/salary-net/net", body, "X-Marketplace-Host: other.test\r\nX-Marketplace-Key: " + marketplaceKey},
		{"POST", "/v1/salary-net/net", `{"country":"` + key.Secret + `","gross":1}`, "X-API-Key: " + key.Secret},
		{"POST", "/v1/salary-net/mcp", call, "Content-Type: application/json\r\nX-API-Key: " + key.Secret},
		{"POST", "/v1/salary-net/mcp", call, "Content-Type: text/plain\r\nX-API-Key: " + key.Secret},
		{"POST", "/v1/salary-net/mcp", call, "Content-Type: application/json\r\nMCP-Protocol-Version: " + key.Secret},
		{"GET", "/v1/salary-net/countries?api_key=" + key.Secret, "", "X-API-Key: " + key.Secret},
		{"GET", "/#key=" + key.Secret, "", "X: y"},
		{"GET", "/" + key.Secret, "", "X-Request-Id: " + key.Secret},
		{key.Secret, "/healthz", "", "X: y"},
		{"GET", "/" + strings.TrimPrefix(key.Secret, "ps_live_"), "", "X-Request-Id: " + strings.TrimPrefix(key.Secret, "ps_live_")},
		{"GET", "/" + strings.ToUpper(key.Secret), "", "X-Request-Id: " + strings.ToUpper(key.Secret)},
		{"GET", "/" + twice(key.Secret), "", "X-Request-Id: " + twice(key.Secret)},
		{"GET", "/" + url.PathEscape(twice(strings.TrimPrefix(key.Secret, "ps_live_"))), "", "X: y"},
		{"GET", "/live_" + bare, "", "X-Request-Id: live_" + bare},
		{"GET", "/key-" + bare, "", "X-Request-Id: key-" + bare},
		{"GET", "/" + hex.EncodeToString([]byte(bare)), "", "X-Request-Id: " + hex.EncodeToString([]byte(bare))},
		{"GET", "/" + strings.ToUpper(hex.EncodeToString([]byte(key.Secret))), "", "X-Request-Id: order-" + hex.EncodeToString([]byte(key.Secret))},
		{"GET", "/" + base64.StdEncoding.EncodeToString([]byte(bare)), "", "X-Request-Id: " + base64.URLEncoding.EncodeToString([]byte(key.Secret))},
		{"GET", "/v1/" + base64.RawURLEncoding.EncodeToString([]byte(key.Secret)) + "/net", "", "X-Request-Id: t." + base64.StdEncoding.EncodeToString([]byte(key.Secret))},
		{"KEY-" + bare, "/healthz", "", "X-Request-Id: " + bare[:40]},
		{hex.EncodeToString([]byte(bare)), "/healthz", "", "X: y"},
		{"GET", "/v1/" + bare[:31] + "/net", "", "X-Request-Id: " + bare[:31]},
		{"GET", "/" + octal(bare), "", "X-Request-Id: " + octal(bare)},
		{"GET", "/healthz", "", key.Secret + ": " + key.Secret},
		{"GET", "/healthz", "", "no header " + key.Secret},
		{"GET", "/healthz", "", "Host: " + key.Secret + "/"},
	} {
		connection, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		request := sent.method + " " + sent.path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + sent.header +
			"\r\nContent-Length: " + big.NewInt(int64(len(sent.body))).String() + "\r\n\r\n" + sent.body
		if _, err := connection.Write([]byte(request)); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		statuses[response.StatusCode]++
		response.Body.Close()
		connection.Close()
	}
	for _, status := range []int{200, 400, 401, 404, 422} {
		if statuses[status] == 0 {
			t.Errorf("no request got status %d, only %v", status, statuses)
		}
	}
	written := map[string]string{"the log": log.String()}
	if !strings.Contains(written["the log"], key.ID) {
		t.Error("the log lacks the key's ID")
	}
	err := filepath.WalkDir(place.data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		written[path] = string(text)
		return err
	})
	if err != nil || len(written) < 2 {
		t.Fatalf("%d files, %v", len(written), err)
	}
	for name, text := range written {
		for _, secret := range []string{bare, bare[:31], octal(bare), strings.ToUpper(bare), hex.EncodeToString([]byte(bare)), strings.ToUpper(hex.EncodeToString([]byte(bare))),
			base64.RawStdEncoding.EncodeToString([]byte(bare)), base64.RawURLEncoding.EncodeToString([]byte(bare)), base64.RawURLEncoding.EncodeToString([]byte(key.Secret)), twice(bare), everyLetter(bare), marketplaceKey} {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s contains a secret: %.300q", name, text[max(0, at-100):])
			}
		}
		if name == "the log" && strings.Contains(text, "4321.99") {
			t.Error("the log contains a wage")
		}
	}
}
