package main

import "runtime/debug"

const (
	// garbagePercent is GOGC. The live heap, mostly rules and tables, is small, so the
	// default would run the collector many times a second under load.
	garbagePercent = 400
	// memoryLimit, in bytes, is where the collector runs more often.
	memoryLimit = 256 << 20
)

// tuneCollector trades memory under load for processor time, unless the
// environment sets GOGC or GOMEMLIMIT. It runs after the rules and tables are loaded, and
// returns the memory of what loading them left behind.
func tuneCollector(env func(string) string) {
	if env("GOGC") == "" && env("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
		debug.SetGCPercent(garbagePercent)
	}
	go debug.FreeOSMemory() // the server is ready meanwhile
}
