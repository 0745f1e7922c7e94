package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// unmapProgram gives the pages of the program's own file back to the system, whose cache keeps
// them: the start reads all embedded files, and little of them is read again. A page that is used is
// mapped again. What was written to stays.
func unmapProgram() {
	program, err := os.Readlink("/proc/self/exe")
	maps, unread := os.ReadFile("/proc/self/smaps")
	if err != nil || unread != nil {
		return
	}
	var from, to uintptr
	for line := range strings.Lines(string(maps)) {
		line = strings.TrimSuffix(line, "\n")
		switch first, _, _ := strings.Cut(line, " "); {
		case first == "Anonymous:" && strings.Join(strings.Fields(line), " ") == "Anonymous: 0 kB" && to > from:
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED) // or they stay
		case strings.HasSuffix(first, ":"):
		default: // the head of a mapping
			if from, to = 0, 0; strings.HasSuffix(line, " "+program) {
				_, _ = fmt.Sscanf(first, "%x-%x", &from, &to)
			}
		}
	}
}
