//go:build !linux

package main

import "io"

// isJournal: there is no journal on this system.
func isJournal(io.Writer, string) bool { return false }
