package main

import "runtime/debug"

const (
	// garbagePercent is how much garbage may pile up beside what stays, in
	// percent. What stays are the rules and tables; a call leaves little, so that
	// the collector's own default would run it many times a second under load.
	garbagePercent = 400
	// memoryLimit, in bytes, is where the collector runs more often instead.
	memoryLimit = 256 << 20
)

// tuneCollector trades memory under load for processor time, unless the
// environment says how (GOGC, GOMEMLIMIT). It comes after the rules and tables
// are loaded, whose garbage is not to stay.
func tuneCollector(env func(string) string) {
	if env("GOGC") == "" && env("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
		debug.SetGCPercent(garbagePercent)
	}
}
