// Package race reports to tests whether the race detector runs, and leaves out what it would only
// slow down.
package race

import "testing"

// Skip leaves out a test while the race detector runs: one whose goroutines, if it has
// several, do nothing that those of other tests do not. The detector finds nothing more there
// and takes ten times as long. .ci/run runs such a test without it.
func Skip(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("nothing for the race detector: .ci/run runs it without")
	}
}
