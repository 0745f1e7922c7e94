//go:build race

package main

// raced says that the race detector runs, which does not reach the programs that
// pages start.
const raced = true
