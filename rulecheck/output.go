package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
)

// writeJSON writes a value as indented JSON.
func (c *call) writeJSON(value any) error {
	encoder := json.NewEncoder(c.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// report is a result that can be shown as text or as JSON.
type report interface{ WriteText(w io.Writer) error }

// show prints a report.
func (c *call) show(r report) error {
	if c.json {
		return c.writeJSON(r)
	}
	return r.WriteText(c.stdout)
}

// writeFile writes a file, with the folders above it.
func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// progress shows the progress of a command on a terminal.
type progress struct {
	out   io.Writer // nil to show nothing
	what  string
	total int // 0 if unknown

	mutex sync.Mutex
	done  int
	shown time.Time
}

// progressInterval is the shortest time between two updates of the terminal.
const progressInterval = 100 * time.Millisecond

// newProgress shows progress on stderr if that is a terminal.
func (c *call) newProgress(what string, total int) *progress {
	p := &progress{what: what, total: total}
	if file, ok := c.stderr.(*os.File); ok && isatty.IsTerminal(file.Fd()) {
		p.out = file
	}
	return p
}

// add counts n more as done. Any goroutine may call it.
func (p *progress) add(n int) {
	if p.out == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done += n
	if now := time.Now(); now.Sub(p.shown) >= progressInterval {
		p.shown = now
		p.show()
	}
}

// expect sets the total when it is known.
func (p *progress) expect(total int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.total = total
}

func (p *progress) show() {
	if p.total > 0 {
		fmt.Fprintf(p.out, "\r%d of %d %s\x1b[K", p.done, p.total, p.what)
		return
	}
	fmt.Fprintf(p.out, "\r%d %s\x1b[K", p.done, p.what)
}

// end clears the progress line.
func (p *progress) end() {
	if p.out != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
