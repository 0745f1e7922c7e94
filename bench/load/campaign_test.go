package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	sampleEvery = 5 * time.Second
	// settlePatience leaves idle connections time to expire.
	settlePatience = 3 * time.Minute
)

// report is the result of a campaign.
type report struct {
	errors int64
	calls  int64
	grown  []string
}

// sound reports whether the campaign found neither errors nor growth.
func (r *report) sound() bool { return r.errors == 0 && len(r.grown) == 0 }

// campaign is a plan being carried out.
type campaign struct {
	plan
	server *server
	asks   []*ask // each repeated by its share
	out    io.Writer
	report report
}

// run runs the plan against its own server and prints the results.
func (p plan) run(ctx context.Context, out io.Writer) (*report, error) {
	under, err := startServer()
	if err != nil {
		return nil, err
	}
	c := &campaign{plan: p, server: under, asks: drawn(asks()), out: out}
	err = c.carryOut(ctx)
	complaints, logError := under.complaints()
	for _, complaint := range complaints[:min(len(complaints), shownErrors)] {
		fmt.Fprintf(out, "the server's log: %s\n", complaint)
	}
	c.report.errors += int64(len(complaints))
	if err := errors.Join(err, logError, under.stop()); err != nil {
		return nil, err
	}
	verdict := "no error, nothing grew"
	if !c.report.sound() {
		verdict = strings.Join(append(c.report.grown, fmt.Sprintf("%d errors", c.report.errors)), "; ")
	}
	fmt.Fprintf(out, "\n%d calls: %s\n", c.report.calls, verdict)
	return &c.report, nil
}

func (c *campaign) carryOut(ctx context.Context) error {
	fmt.Fprintf(c.out, "%s\n", rowTitle)
	quiet, err := c.warmUp(ctx)
	if err != nil {
		return err
	}
	if err := c.saturate(ctx); err != nil {
		return err
	}
	for _, phase := range c.phases() {
		if err := c.endure(ctx, phase); err != nil {
			return err
		}
	}
	after, left, err := settle(ctx, c.server.metrics, quiet, settlePatience)
	if err != nil {
		return err
	}
	c.report.grown = append(c.report.grown, left...)
	if after.resident > quiet.resident {
		fmt.Fprintf(c.out, "\nat rest before: %s\nat rest after:  %s\n", quiet, after)
	}
	return nil
}

// warmUp sends each request once, one at a time, to have reference answers from an
// idle server.
func (c *campaign) warmUp(ctx context.Context) (resources, error) {
	target := newTarget(c.server, 1)
	defer target.client.CloseIdleConnections()
	for _, a := range c.asks {
		if err := target.send(ctx, a); err != nil {
			return resources{}, fmt.Errorf("at rest: %w", err)
		}
	}
	return measure(c.server.metrics)
}

// saturate has clients call without pausing while the rules are reloaded.
func (c *campaign) saturate(ctx context.Context) error {
	seen := &latency{}
	target := newTarget(c.server, c.connections)
	defer target.client.CloseIdleConnections()
	before, err := measure(c.server.metrics)
	if err != nil {
		return err
	}
	began := time.Now()
	clients := start(ctx, c.connections, target.ordinary(seen, c.asks, 0))
	bounded, cancel := context.WithTimeout(ctx, c.saturation)
	defer cancel()
	var reloadError error
	sent := 0
	reloads := start(bounded, 1, func(ctx context.Context, _ int) {
		if pause(ctx, c.reload); ctx.Err() == nil && reloadError == nil {
			reloadError = c.server.reload()
			sent++
		}
	})
	samples, err := watch(bounded, c.server.metrics, min(sampleEvery, c.saturation/8))
	reloads.end()
	clients.end()
	if err := errors.Join(err, reloadError); err != nil {
		return err
	}
	c.note(fmt.Sprintf("saturation, %d connections", c.connections), seen, time.Since(began))
	after, err := c.reloaded(ctx, before, sent)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "  %d reloads sent, %d done\n", sent, after.reloads-before.reloads)
	if len(samples) > 0 {
		fmt.Fprintf(c.out, "  server at the first sample: %s\n  server at the last sample:  %s\n", samples[0], samples[len(samples)-1])
	}
	c.report.grown = append(c.report.grown, grown(samples)...)
	return nil
}

// reloaded waits for the last reload. Signals that arrive during a reload count as
// one, so there may be fewer reloads than signals, but at least one.
func (c *campaign) reloaded(ctx context.Context, before resources, sent int) (resources, error) {
	for deadline := time.Now().Add(startPatience); ; pause(ctx, time.Second) {
		now, err := measure(c.server.metrics)
		switch {
		case err != nil:
			return now, err
		case now.failedReloads > 0:
			return now, errors.New("a reload failed")
		case sent == 0 || now.reloads > before.reloads:
			return now, nil
		case time.Now().After(deadline) || ctx.Err() != nil:
			return now, errors.New("the rules were not reloaded")
		}
	}
}

// phase is a kind of client that runs alongside ordinary ones.
type phase struct {
	name   string
	number int
	client func(context.Context, int)
	others *hostile
	// seen records the calls of this kind to the target, if they must succeed.
	seen   *latency
	target *target
}

func (c *campaign) phases() []phase {
	host := strings.TrimPrefix(c.server.address, "http://")
	list := []phase{{name: "alone"}}
	for _, kind := range []struct {
		name   string
		number int
		client func(*hostile) func(context.Context, int)
	}{
		{"slow headers", c.slow, func(h *hostile) func(context.Context, int) { return h.slowHeader }},
		{"slow bodies", c.slow, func(h *hostile) func(context.Context, int) { return h.slowBody }},
		{"slow readers", c.slow, func(h *hostile) func(context.Context, int) { return h.slowReader }},
		{"vanishing clients", c.vanishing, func(h *hostile) func(context.Context, int) { return h.vanishing }},
		{"idle connections", c.idle, func(h *hostile) func(context.Context, int) { return h.idle }},
	} {
		others := &hostile{host: host, key: c.server.key}
		list = append(list, phase{name: kind.name, number: kind.number, client: kind.client(others), others: others})
	}
	seen := &latency{}
	target := newTarget(c.server, c.tools)
	return append(list, phase{name: "MCP clients", number: c.tools, client: target.toolClient(seen), seen: seen, target: target})
}

// endure runs ordinary clients alongside another kind.
func (c *campaign) endure(ctx context.Context, p phase) error {
	seen := &latency{}
	target := newTarget(c.server, c.ordinary)
	defer target.client.CloseIdleConnections()
	others := start(ctx, p.number, p.client)
	began := time.Now()
	clients := start(ctx, c.ordinary, target.ordinary(seen, c.asks, c.pause))
	pause(ctx, c.phase)
	now, err := measure(c.server.metrics)
	clients.end()
	lasted := time.Since(began)
	others.end()
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%d with %d %s", c.ordinary, p.number, p.name)
	if p.number == 0 {
		name = fmt.Sprintf("%d %s", c.ordinary, p.name)
	}
	c.note(name, seen, lasted)
	if p.seen != nil {
		p.target.client.CloseIdleConnections()
		c.note(fmt.Sprintf("the %d %s", p.number, p.name), p.seen, lasted)
	}
	if p.others != nil {
		fmt.Fprintf(c.out, "  %d connections, at most %d at once\n", p.others.began.Load(), p.others.most.Load())
		if p.others.began.Load() == 0 {
			return fmt.Errorf("no connection of %s", p.name)
		}
	}
	fmt.Fprintf(c.out, "  server: %s\n", now)
	return ctx.Err()
}

// note prints the results of a group of clients and counts its errors.
func (c *campaign) note(name string, seen *latency, lasted time.Duration) {
	fmt.Fprintln(c.out, seen.row(name, lasted))
	for _, problem := range seen.first {
		fmt.Fprintf(c.out, "  error: %s\n", problem)
	}
	c.report.errors += seen.failed
	c.report.calls += int64(len(seen.took))
	if len(seen.took) == 0 {
		c.report.errors++
		fmt.Fprintf(c.out, "  error: no call was answered\n")
	}
}
