// Package race reports to tests whether the race detector runs: on.go and off.go set this, and
// skip.go leaves out what it would only slow down.
package race

import "testing"

// Skip leaves out a test of one goroutine while the race detector runs: it finds nothing
// there and takes ten times as long. .ci/run runs such a test without the detector.
func Skip(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("one goroutine: .ci/run runs it without the race detector")
	}
}
