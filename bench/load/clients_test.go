package load

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// patience is how long a client waits for an answer.
const patience = 30 * time.Second

// group is a set of clients that run the same function concurrently.
type group struct {
	clients sync.WaitGroup
	stop    context.CancelFunc
}

// start starts n clients that repeat a function until the group ends.
func start(ctx context.Context, n int, client func(ctx context.Context, number int)) *group {
	ctx, stop := context.WithCancel(ctx)
	g := &group{stop: stop}
	for i := range n {
		g.clients.Go(func() {
			for ctx.Err() == nil {
				client(ctx, i)
			}
		})
	}
	return g
}

// end ends the group and waits for its last calls.
func (g *group) end() {
	g.stop()
	g.clients.Wait()
}

// pause waits for a duration or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// newTarget returns a target with its own pool of connections.
func newTarget(server *server, connections int) *target {
	return &target{address: server.address, key: server.key, client: &http.Client{
		Timeout:   patience,
		Transport: &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true},
	}}
}

// call makes one call and records the result. The call is completed even if the group
// ends meanwhile.
func (t *target) call(seen *latency, a *ask) {
	began := time.Now()
	if err := t.send(context.Background(), a); err != nil {
		seen.fail(err)
		return
	}
	seen.answered(time.Since(began))
}

// ordinary returns a client that pauses between its calls.
func (t *target) ordinary(seen *latency, list []*ask, wait time.Duration) func(context.Context, int) {
	return func(ctx context.Context, _ int) {
		t.call(seen, list[rand.IntN(len(list))])
		if wait > 0 {
			pause(ctx, wait/2+rand.N(wait))
		}
	}
}

// toolClient returns an MCP client: it initializes, lists the tools, and calls one
// with pauses.
func (t *target) toolClient(seen *latency) func(context.Context, int) {
	steps := []*ask{
		{name: "initialize", method: "POST", path: toolsPath, body: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"load","version":"1"}}}`},
		{name: "tools/list", method: "POST", path: toolsPath, body: `{"jsonrpc":"2.0","id":"a","method":"tools/list"}`},
	}
	const thinks = 2 * time.Second
	return func(ctx context.Context, number int) {
		for _, step := range steps {
			t.call(seen, step)
			pause(ctx, rand.N(thinks))
		}
		for call := range 8 {
			if ctx.Err() != nil {
				return
			}
			gross := strconv.Itoa(2500 + 10*number + call)
			t.call(seen, &ask{name: "tools/call", method: "POST", path: toolsPath, body: `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":{"country":"DE","gross":` + gross + `}}}`})
			pause(ctx, rand.N(thinks))
		}
	}
}
