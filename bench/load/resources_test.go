package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// resources is the resource use of the server, from its metrics.
type resources struct {
	goroutines, files int64
	// resident and heap are the bytes of the process, and of objects in use or not
	// yet collected.
	resident, heap int64
	reloads        int64 // completed
	failedReloads  int64
}

// measure reads the server's metrics.
func measure(address string) (resources, error) {
	client := http.Client{Timeout: patience}
	response, err := client.Get(address)
	if err != nil {
		return resources{}, err
	}
	defer response.Body.Close()
	return readResources(response.Body)
}

func readResources(text io.Reader) (resources, error) {
	var r resources
	wanted := map[string]*int64{
		"go_goroutines": &r.goroutines, "process_open_fds": &r.files, "process_resident_memory_bytes": &r.resident,
		"go_memstats_heap_alloc_bytes": &r.heap, `payslate_reloads_total{outcome="done"}`: &r.reloads, `payslate_reloads_total{outcome="failed"}`: &r.failedReloads,
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if target := wanted[name]; target != nil {
			number, err := strconv.ParseFloat(value, 64) // no amount: a metric such as 2.1e+07
			if err != nil {
				return r, fmt.Errorf("%s: %w", name, err)
			}
			*target = int64(number)
			delete(wanted, name)
		}
	}
	if err := lines.Err(); err != nil {
		return r, err
	}
	for name := range wanted {
		return r, fmt.Errorf("the metrics lack %s", name)
	}
	return r, nil
}

func (r resources) String() string {
	return fmt.Sprintf("%d MB resident, %d MB heap, %d goroutines, %d open files", r.resident>>20, r.heap>>20, r.goroutines, r.files)
}

// watch measures repeatedly until the context ends.
func watch(ctx context.Context, address string, every time.Duration) (samples []resources, err error) {
	for ctx.Err() == nil {
		sample, err := measure(address)
		if err != nil {
			return samples, err
		}
		samples = append(samples, sample)
		pause(ctx, every)
	}
	return samples, nil
}

const (
	// Differences within the same load that are not growth.
	spareMemory     = 24 << 20
	spareGoroutines = 20
	spareFiles      = 20

	// leastSamples is the number of samples needed for a trend.
	leastSamples = 20
)

// grown lists what grew under constant load, by the medians of the second and the last
// quarter of the samples. Caches and pools fill during the first quarter.
func grown(samples []resources) []string {
	if len(samples) < leastSamples {
		return nil
	}
	quarter := len(samples) / 4
	earlier, later := samples[quarter:2*quarter], samples[len(samples)-quarter:]
	var found []string
	compare := func(what string, of func(resources) int64, spare func(int64) int64) {
		before, after := middle(earlier, of), middle(later, of)
		if after > before+spare(before) {
			found = append(found, fmt.Sprintf("%s grew from %d to %d", what, before, after))
		}
	}
	compare("resident memory", func(r resources) int64 { return r.resident }, func(before int64) int64 { return max(spareMemory, before/10) })
	// The number of calls in flight varies. A leak is far larger after some
	// thousand calls.
	compare("goroutines", func(r resources) int64 { return r.goroutines }, func(before int64) int64 { return max(spareGoroutines, before) })
	compare("open files", func(r resources) int64 { return r.files }, func(int64) int64 { return spareFiles })
	return found
}

func middle(samples []resources, of func(resources) int64) int64 {
	var values []int64
	for _, sample := range samples {
		values = append(values, of(sample))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// settle waits until the server has released the resources of its clients, and lists
// what is left.
func settle(ctx context.Context, address string, before resources, wait time.Duration) (resources, []string, error) {
	for deadline := time.Now().Add(wait); ; pause(ctx, time.Second) {
		now, err := measure(address)
		if err != nil {
			return now, nil, err
		}
		var left []string
		if now.goroutines > before.goroutines+spareGoroutines {
			left = append(left, fmt.Sprintf("%d goroutines are left, %d before", now.goroutines, before.goroutines))
		}
		if now.files > before.files+spareFiles {
			left = append(left, fmt.Sprintf("%d open files are left, %d before", now.files, before.files))
		}
		if len(left) == 0 || time.Now().After(deadline) || ctx.Err() != nil {
			return now, left, ctx.Err()
		}
	}
}
