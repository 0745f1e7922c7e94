//go:build !linux

package tables

// Unmap does what it does on Linux where that is possible.
func Unmap() {}
