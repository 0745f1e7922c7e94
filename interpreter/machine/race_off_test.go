//go:build !race

package machine

// raced says that the race detector runs, which empties pools at will.
const raced = false
