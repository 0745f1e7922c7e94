//go:build !linux

package main

import "io"

// isJournal is false: only Linux has the journal of systemd.
func isJournal(io.Writer, string) bool { return false }
