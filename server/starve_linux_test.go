//go:build crash

package main

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// clockTick is the unit of time in /proc/PID/stat.
const clockTick = 10 * time.Millisecond

// processorTime is what the server's process has used, of all processors.
func (p *process) processorTime(t *testing.T) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	var used time.Duration
	for _, field := range bytes.Fields(text)[13:15] { // user and system
		ticks, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		used += time.Duration(ticks) * clockTick
	}
	return used
}

// memory is what the server's process holds, in bytes.
func (p *process) memory(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}

const (
	netCalls    = "/v1/salary-net/net"
	batchCalls  = "/v1/salary-net/net/batch"
	yearBatches = "/v1/salary-net/year/batch"
	salaryTools = "/v1/salary-net/mcp"
)

// TestRefusalsTakeLittle: a request that is refused or cannot be paid takes at most half a
// second of one processor for 8 MB and 0.15 for 1 MB, over HTTP/1.1 and HTTP/2, by the
// accounts of the server's process.
func TestRefusalsTakeLittle(t *testing.T) {
	folder := t.TempDir()
	writeCertificate(t, folder, "one")
	places(t, func(t *testing.T, place ledgerPlace) {
		server := startProcess(t, place.arguments("--listen", "127.0.0.1:0", "--tls-cert", filepath.Join(folder, "cert.pem"), "--tls-key", filepath.Join(folder, "key.pem"))...)
		fill := func(part string, size int) string { return strings.Repeat(part, size/len(part)) }
		call := func(arguments string) string {
			return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + arguments + `}}`
		}
		year := `{"country":"DE","gross":5000,"changes":[` + strings.TrimSuffix(fill(`{"from":2,"gross":5000},`, 50_000), ",") + `]}`
		for name, c := range map[string]struct {
			path, kind, body string
			keyless          bool
			size             int
		}{
			"a long name":                 {netCalls, "", `{"` + fill("x", 1_000_000) + `":1}`, false, 1},
			"a long name on the page":     {"/page/salary-net/net", "", `{"` + fill("x", 1_000_000) + `":1}`, false, 1},
			"long names in a batch":       {batchCalls, "", `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"`+fill("x", 1_000_000)+`":1},`, 7), ",") + `]}`, false, 8},
			"long names in years":         {yearBatches, "", `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"`+fill("x", 1_000_000)+`":1},`, 7), ",") + `]}`, false, 8},
			"a batch of years":            {yearBatches, "", `{"items":[` + strings.TrimSuffix(fill(year+",", 7_000_000), ",") + `]}`, false, 8},
			"a batch that is not paid":    {batchCalls, "", `{"items":[` + strings.TrimSuffix(fill(`{"country":"DE","gross":5000`+fill(" ", 7000)+`},`, 7_000_000), ",") + `]}`, false, 8},
			"a batch of numbers":          {batchCalls, "", `{"items":[` + fill("1,", 8_000_000) + `1]}`, false, 8},
			"a stream of long names":      {batchCalls, "application/x-ndjson", fill(`{"`+fill("x", 900_000)+`":1}`+"\n", 8_000_000), false, 8},
			"a stream that is not paid":   {batchCalls, "application/x-ndjson", fill(`{"country":"DE","gross":5000`+fill(" ", 7000)+`}`+"\n", 8_000_000), false, 8},
			"a tool without a key":        {salaryTools, "application/json", call(`{"` + fill("x", 1_000_000) + `":1}`), true, 1},
			"a message without a key":     {salaryTools, "application/json", fill("[", 1_000_000), true, 1},
			"a tool":                      {salaryTools, "application/json", call(`{"` + fill("x", 900_000) + `":1}`), false, 1},
			"an unknown tool":             {salaryTools, "application/json", strings.Replace(call(`{"x":"`+fill("x", 900_000)+`"}`), "calculate_net_salary", "x", 1), false, 1},
			"a large message":             {salaryTools, "application/json", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"x":[` + fill(`{"y":1},`, 900_000) + `1]}}`, false, 1},
			"a deep message":              {salaryTools, "application/json", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + fill("[", 450_000) + fill("]", 450_000) + `}`, false, 1},
			"a message of many members":   {salaryTools, "application/json", `{"jsonrpc":"2.0","id":1,` + fill(`"a":1,`, 900_000) + `"b":1}`, false, 1},
			"arguments of many lists":     {salaryTools, "application/json", call(`{"x":[` + fill(`[],`, 900_000) + `1]}`), false, 1},
			"arguments with many members": {salaryTools, "application/json", call(`{` + fill(`"a":1,`, 900_000) + `"b":1}`), false, 1},
		} {
			most := map[int]time.Duration{1: 150 * time.Millisecond, 8: 500 * time.Millisecond}[c.size]
			for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
				client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: protocol == "HTTP/2.0"}}
				least := time.Hour
				for range 3 { // the collector's work of another is no work of this one
					request, err := http.NewRequest("POST", server.address+c.path, strings.NewReader(c.body))
					if err != nil {
						t.Fatal(err)
					}
					if !c.keyless {
						request.Header.Set("X-API-Key", place.newKey(1).Secret)
					}
					request.Header.Set("Content-Type", c.kind)
					request.Header.Set("Sec-Fetch-Site", "same-origin")
					began := server.processorTime(t)
					response, err := client.Do(request)
					if err == nil { // a client may find its connection closed before it has sent everything
						_, _ = io.Copy(io.Discard, response.Body)
						response.Body.Close()
					}
					least = min(least, server.processorTime(t)-began)
					if least <= most {
						break
					}
				}
				client.CloseIdleConnections()
				if least > most {
					t.Errorf("%s over %s: %v, at most %v", name, protocol, least, most)
				} else if least > most/2 {
					t.Logf("%s over %s: %v", name, protocol, least)
				}
			}
		}
	})
}

const goodPay = `{"country":"DE","gross":5000}`

func sendTo(t *testing.T, address, key, body string) int {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	path := netCalls
	if strings.HasPrefix(body, `{"items"`) {
		path = batchCalls
	}
	request, err := http.NewRequest("POST", address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", key)
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// TestNobodyStarvesOthers: unfinished lines take little memory, and neither they, nor
// messages without a key, nor streams that wait, nor slow readers keep a large batch of another
// customer out.
func TestNobodyStarvesOthers(t *testing.T) {
	places(t, starveOthers)
}

func starveOthers(t *testing.T, place ledgerPlace) {
	poor, other := place.newKey(1).Secret, place.newKey(100_000).Secret
	server := startProcess(t, place.arguments("--listen", "127.0.0.1:0")...)
	files := func() int {
		open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", server.command.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		return len(open)
	}
	before := files()
	host := strings.TrimPrefix(server.address, "http://")
	batch := `{"items":[` + strings.TrimSuffix(strings.Repeat(goodPay[:len(goodPay)-1]+strings.Repeat(" ", 1000)+"},", 500), ",") + `]}`
	stream := func(body string) string {
		return "POST " + batchCalls + " HTTP/1.1\r\nHost: " + host + "\r\nX-API-Key: " + poor + "\r\nContent-Type: application/x-ndjson\r\nContent-Length: 5000000\r\n\r\n" + body
	}
	line := `{"country":"DE","gross":5000,"x":"` + strings.Repeat("x", 900_000)
	paid := place.newKey(1_000_000).Secret
	whole := `{"items":[` + strings.TrimSuffix(strings.Repeat(goodPay+",", 1000), ",") + `]}`
	batches := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nX-API-Key: %s\r\nContent-Length: %d\r\n\r\n%s", batchCalls, host, paid, len(whole), whole)
	message := "POST " + salaryTools + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n" + strings.Repeat(" ", 66_560)
	for _, c := range []struct {
		name, sent  string
		count, most int // megabytes
	}{
		{"unfinished lines of 0.9 MB", stream(line), 300, 150},
		{"unfinished headers", stream("")[:100], 1000, 150},
		{"connections that are done", "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 1000, 150},
		{"unfinished messages without a key", message, 258, 150},
		{"readers of paid batches that take nothing in", batches, 100, 400},
		{"streams that wait after a line", stream(goodPay + "\n"), 258, 150},
		{"streams that wait after a large line", stream(goodPay + strings.Repeat(" ", 300_000) + "\n" + goodPay), 258, 150},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, most := server.memory(t), 0
			var held sync.Map
			defer held.Range(func(conn, _ any) bool { conn.(net.Conn).Close(); return true })
			for range c.count {
				conn, err := net.Dial("tcp", host)
				if err != nil {
					t.Fatal(err)
				}
				held.Store(conn, true)
				_ = conn.(*net.TCPConn).SetReadBuffer(4096)
				go func() {
					_ = conn.SetWriteDeadline(time.Now().Add(20 * time.Second))
					_, _ = io.WriteString(conn, c.sent) // which may be refused meanwhile
				}()
			}
			for range 10 {
				time.Sleep(200 * time.Millisecond)
				most = max(most, server.memory(t))
			}
			began := time.Now()
			if status := sendTo(t, server.address, other, batch); status != 200 {
				t.Errorf("another customer's batch: status %d", status)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("another customer waited %v", took)
			}
			if more := (most - before) >> 20; more > c.most {
				t.Errorf("%d MB more", more)
			} else {
				t.Logf("%d MB more", more)
			}
		})
	}
	for deadline := time.Now().Add(10 * time.Second); files() > before+20; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d files are open, %d before", files(), before)
		}
	}
}
