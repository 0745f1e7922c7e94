package tables

import (
	"os"
	"syscall"
	"unsafe"
)

// Unmap takes the long lists of the embedded tables out of the memory of the process, once they
// are opened: whoever looks something up in them has their pages from the system's cache.
func Unmap() {
	size := os.Getpagesize()
	for _, text := range []string{embeddedGazetteer, embeddedTowns, embeddedPostalCodes} {
		data := unsafe.Slice(unsafe.StringData(text), len(text)) // of the program's file, which is never written
		first := -int(uintptr(unsafe.Pointer(&data[0]))) & (size - 1)
		last := first + (len(data)-first)&-size
		_ = syscall.Madvise(data[first:last], syscall.MADV_DONTNEED) // or they stay
	}
}
