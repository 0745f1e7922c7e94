//go:build race

package tables

// raced says that the race detector runs, which makes a test of one goroutine ten times
// as slow; .ci/run runs the same tests without it too.
const raced = true
