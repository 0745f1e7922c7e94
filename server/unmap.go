//go:build !linux

package main

// unmapProgram does nothing where the system has no call for it.
func unmapProgram() {}
