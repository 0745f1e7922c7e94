package main

import (
	"fmt"
	"io"
	"os"
	"syscall"
)

// isJournal reports whether an output is the systemd journal, which JOURNAL_STREAM
// identifies.
func isJournal(output io.Writer, stream string) bool {
	file, is := output.(*os.File)
	if !is || stream == "" {
		return false
	}
	info, err := file.Stat()
	if err != nil {
		return false
	}
	said, is := info.Sys().(*syscall.Stat_t)
	return is && stream == fmt.Sprintf("%d:%d", said.Dev, said.Ino)
}
