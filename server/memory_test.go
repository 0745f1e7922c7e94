package main

import (
	"runtime/debug"
	"testing"
)

func TestCollectorIsLeftToTheEnvironment(t *testing.T) {
	percent, limit := debug.SetGCPercent(50), debug.SetMemoryLimit(-1)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	for _, c := range []struct {
		name, value string
		percent     int
	}{{"GOGC", "50", 50}, {"GOMEMLIMIT", "1GiB", 50}, {"OTHER", "1", garbagePercent}} {
		tuneCollector(func(name string) string {
			if name == c.name {
				return c.value
			}
			return ""
		})
		if got := debug.SetGCPercent(50); got != c.percent {
			t.Errorf("with %s: %d percent, want %d", c.name, got, c.percent)
		}
	}
}
