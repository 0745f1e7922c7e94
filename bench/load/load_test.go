// Package load checks that the server stays up and its resource use stays bounded. Its
// test starts a server on this machine, keeps it busy with all operations while the
// rules are reloaded, and then runs ordinary clients alongside misbehaving ones. It
// prints the results of each group of clients and the resources of the server, and
// fails on any error or growth.
//
// campaign_test.go is the order of events, server_test.go the server under load,
// requests_test.go the requests and their expected answers, clients_test.go the
// ordinary clients, hostile_test.go the others, latency_test.go their measurements,
// and resources_test.go the resources of the server.
package load

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// plan is the size and duration of the load.
type plan struct {
	saturation  time.Duration // all operations as fast as they are answered
	phase       time.Duration // each kind of hostile client, alongside ordinary ones
	connections int           // at saturation
	ordinary    int           // clients alongside hostile ones
	pause       time.Duration // of an ordinary client between calls
	slow        int           // connections of each slow kind
	vanishing   int           // clients that leave before the answer
	idle        int           // connections without a call
	tools       int           // MCP clients at once
	reload      time.Duration // between reloads
}

// minutes, if set, makes the campaign full size.
var minutes = flag.Int("minutes", 0, "how long to saturate the server, with 10,000 idle connections and 1,000 MCP clients later")

// TestCampaign runs a campaign against the real server, a small one without -minutes.
func TestCampaign(t *testing.T) {
	if os.Getenv("PAYSLATE_FULL") == "" {
		t.Skip("takes half a minute: set PAYSLATE_FULL=1")
	}
	p := plan{
		saturation: 2 * time.Second, phase: 500 * time.Millisecond, connections: 8, ordinary: 4, pause: 5 * time.Millisecond,
		slow: 20, vanishing: 8, idle: 200, tools: 40, reload: 700 * time.Millisecond,
	}
	if *minutes > 0 {
		p = plan{
			saturation: time.Duration(*minutes) * time.Minute, phase: 30 * time.Second, connections: 64, ordinary: 16, pause: 50 * time.Millisecond,
			slow: 500, vanishing: 32, idle: 10_000, tools: 1000, reload: 20 * time.Second,
		}
	}
	var out strings.Builder
	found, err := p.run(t.Context(), io.MultiWriter(&out, os.Stdout))
	if err != nil || !found.sound() || found.calls == 0 {
		t.Fatal(err)
	}
	for _, row := range []string{
		fmt.Sprintf("saturation, %d connections", p.connections), fmt.Sprintf("%d slow headers", p.slow), fmt.Sprintf("%d slow bodies", p.slow), fmt.Sprintf("%d slow readers", p.slow),
		fmt.Sprintf("%d vanishing clients", p.vanishing), fmt.Sprintf("%d idle connections", p.idle), fmt.Sprintf("the %d MCP clients", p.tools), "no error, nothing grew",
	} {
		if !strings.Contains(out.String(), row) {
			t.Errorf("the report lacks %q", row)
		}
	}
}

// TestErrorsAreNoticed: failures, changed answers and closed connections are errors.
func TestErrorsAreNoticed(t *testing.T) {
	for name, answer := range map[string]func(w http.ResponseWriter, call int64){
		"a status":       func(w http.ResponseWriter, call int64) { w.WriteHeader(int(200 + 300*(call%2))) },
		"another answer": func(w http.ResponseWriter, call int64) { fmt.Fprintf(w, `{"net":%d}`, call%2) },
		"no answer":      func(w http.ResponseWriter, call int64) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, calls.Add(1)) }))
			defer server.Close()
			target := &target{address: server.URL, client: server.Client()}
			seen, asked := &latency{}, &ask{method: "POST", path: "/", body: "{}"}
			for range 4 {
				target.call(seen, asked)
			}
			if seen.failed.Load() == 0 || len(seen.first) == 0 {
				t.Error("no error was counted")
			}
		})
	}
}

func TestLasting(t *testing.T) {
	for given, want := range map[string]string{
		`{"net":1,"rules_version":"a.1","computed_by":"x"}`:                                                           `{"net":1,"rules_version":"","computed_by":"x"}`,
		`{"text":"{\"rules_version\":\"a.1\"}","structured":{"rules_version":"a.1"},"_meta":{"credits_remaining":7}}`: `{"text":"{\"rules_version\":\"\"}","structured":{"rules_version":""},"_meta":{"credits_remaining":}}`,
		`{"net":1}`: `{"net":1}`,
	} {
		if got := string(lasting([]byte(given))); got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}

func TestPercentile(t *testing.T) {
	seen := &latency{}
	var all []time.Duration
	for range 10_000 {
		took := time.Duration(rand.Int64N(1+rand.Int64N(5_000_000))+1) * time.Microsecond
		all = append(all, took)
		seen.answered(took)
	}
	slices.Sort(all)
	for _, thousandths := range []int64{1, 500, 990, 1000} {
		exact, got := all[max(int64(len(all))*thousandths/1000, 1)-1], seen.percentile(thousandths)
		if got < exact || got > exact+exact/15+time.Microsecond {
			t.Errorf("%d of a thousand: %s, want %s and at most a fifteenth more", thousandths, got, exact)
		}
	}
	if (&latency{}).percentile(990) != 0 {
		t.Error("the percentile without calls is not 0")
	}
}

func TestGrownIsFound(t *testing.T) {
	steady := func(i int) resources {
		return resources{resident: int64(90+i%7) << 20, goroutines: int64(70 + i%5), files: int64(80 - i%3)}
	}
	for name, test := range map[string]struct {
		sample func(i int) resources
		want   string
	}{
		"steady":         {steady, ""},
		"caches filling": {func(i int) resources { r := steady(i); r.resident -= int64(max(0, 20-i)) << 20; return r }, ""},
		"memory":         {func(i int) resources { r := steady(i); r.resident += int64(i) << 20; return r }, "resident memory grew"},
		"goroutines":     {func(i int) resources { r := steady(i); r.goroutines += int64(100 * i); return r }, "goroutines grew"},
		"files":          {func(i int) resources { r := steady(i); r.files += int64(i); return r }, "open files grew"},
	} {
		var samples []resources
		for i := range 100 {
			samples = append(samples, test.sample(i))
		}
		if got := strings.Join(grown(samples), "; "); got == "" != (test.want == "") || !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestSettleTellsWhatIsLeft(t *testing.T) {
	goroutines := 500
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "# HELP go_goroutines x\ngo_goroutines %d\nprocess_open_fds 9\nprocess_resident_memory_bytes 2.1e+07\ngo_memstats_heap_alloc_bytes 1e+06\npayslate_reloads_total{outcome=\"done\"} 1\npayslate_reloads_total{outcome=\"failed\"} 0\n", goroutines)
	}))
	defer server.Close()
	now, left, err := settle(context.Background(), server.URL, resources{goroutines: 10, files: 9}, 0)
	if err != nil || len(left) != 1 || now.resident != 21_000_000 || now.reloads != 1 {
		t.Errorf("%+v, %v, %v", now, left, err)
	}
	goroutines = 20
	if _, left, err := settle(context.Background(), server.URL, resources{goroutines: 10, files: 9}, 0); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := readResources(strings.NewReader("go_goroutines 1\n")); err == nil {
		t.Error("incomplete metrics were accepted")
	}
}
