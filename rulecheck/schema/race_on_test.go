//go:build race

package schema

// raced says that the race detector runs, which makes a script ten times as slow.
const raced = true
