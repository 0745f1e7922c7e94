// Command load proves that the server stays up and stays small: it starts one
// on this machine, keeps it busy with all its operations while rules are loaded
// again, and then has ordinary clients call it while others behave badly. It
// prints what every group of clients saw and what the server took, stops by
// itself, and exits with 1 if there was any error or anything grew.
//
// The route through it: campaign.go is the order of events, server.go the server
// under load, requests.go what is asked and what must be answered, clients.go
// the ordinary clients, hostile.go the others, latency.go what they measure,
// and resources.go what the server takes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// plan is how much load there is and how long.
type plan struct {
	saturation  time.Duration // all operations as fast as they are answered
	phase       time.Duration // each kind of hostile clients beside ordinary ones
	connections int           // at saturation
	ordinary    int           // clients beside hostile ones
	pause       time.Duration // of an ordinary client between calls
	slow        int           // connections of each slow kind
	vanishing   int           // clients that leave before the answer
	idle        int           // connections without a call
	tools       int           // MCP clients at once
	reload      time.Duration // between reloads
}

func main() {
	minutes := flag.Int("minutes", 10, "how long to saturate the server")
	p := plan{pause: 50 * time.Millisecond, reload: 20 * time.Second}
	flag.DurationVar(&p.phase, "phase", 30*time.Second, "how long each kind of hostile clients stays")
	flag.IntVar(&p.connections, "connections", 64, "connections at saturation")
	flag.IntVar(&p.ordinary, "ordinary", 16, "ordinary clients beside hostile ones")
	flag.IntVar(&p.slow, "slow", 500, "connections of each slow kind")
	flag.IntVar(&p.vanishing, "vanishing", 32, "clients that leave before the answer")
	flag.IntVar(&p.idle, "idle", 10_000, "idle connections")
	flag.IntVar(&p.tools, "tools", 1000, "MCP clients at once")
	flag.Parse()
	p.saturation = time.Duration(*minutes) * time.Minute
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report, err := p.run(ctx, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !report.sound() {
		os.Exit(1)
	}
}
