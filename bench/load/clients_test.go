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

// group is clients that do the same at the same time.
type group struct {
	clients sync.WaitGroup
	stop    context.CancelFunc
}

// start has n clients do something again and again until the group ends.
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

// end ends a group and waits for its last calls.
func (g *group) end() {
	g.stop()
	g.clients.Wait()
}

// pause waits, but not beyond the end.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// newTarget is a server with connections of its own for so many clients.
func newTarget(server *server, connections int) *target {
	return &target{address: server.address, key: server.key, client: &http.Client{
		Timeout:   patience,
		Transport: &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true},
	}}
}

// call makes one call and notes what came of it. It is finished even if the
// group ends meanwhile.
func (t *target) call(seen *latency, a *ask) {
	began := time.Now()
	if err := t.send(context.Background(), a); err != nil {
		seen.fail(err)
		return
	}
	seen.answered(time.Since(began))
}

// ordinary is a client that calls, waits a moment, and calls again.
func (t *target) ordinary(seen *latency, list []*ask, wait time.Duration) func(context.Context, int) {
	return func(ctx context.Context, _ int) {
		t.call(seen, list[rand.IntN(len(list))])
		if wait > 0 {
			pause(ctx, wait/2+rand.N(wait))
		}
	}
}

// toolClient is a client of the tools: it introduces itself, asks what there is,
// calls, and thinks.
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
