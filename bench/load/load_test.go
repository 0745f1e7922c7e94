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
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
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
