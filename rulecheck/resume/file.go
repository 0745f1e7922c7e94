// Package resume runs the parts of a long command in parallel and stores their results, so
// that an interrupted run can be resumed.
package resume

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Each calls do for every number below count, in so many goroutines, until the first error.
func Each(ctx context.Context, workers, count int, do func(i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range count {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return do(i)
		})
	}
	return group.Wait()
}

// File stores results by key, one line of JSON each. A nil File stores nothing. It is safe
// for use by several goroutines.
type File[T any] struct {
	known map[string]T // the results of earlier runs
	mutex sync.Mutex
	file  *os.File
}

// line is a line of the file. The first has the heading, the others have results.
type line[T any] struct {
	Heading string `json:"heading,omitempty"`
	Key     string `json:"key,omitempty"`
	Result  *T     `json:"result,omitempty"`
}

// Open opens or creates a file. It discards results under another heading, and an incomplete
// last line.
func Open[T any](name, heading string) (*File[T], error) {
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f := &File[T]{known: map[string]T{}}
	whole := f.read(data[:bytes.LastIndexByte(data, '\n')+1], heading)
	if f.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	if err = f.file.Truncate(int64(whole)); err == nil && whole == 0 {
		err = f.write(line[T]{Heading: heading})
	}
	return f, err
}

// read reads the results under the heading and returns their length in bytes.
func (f *File[T]) read(data []byte, heading string) int {
	for i, text := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		var l line[T]
		err := json.Unmarshal(text, &l)
		if i == 0 && (err != nil || l.Heading != heading) {
			return 0
		}
		if err == nil && l.Result != nil {
			f.known[l.Key] = *l.Result
		}
	}
	return len(data)
}

// Do returns the result that an earlier run stored for a key, or else computes and stores it.
func (f *File[T]) Do(key string, compute func() (T, error)) (T, error) {
	if f == nil {
		return compute()
	}
	if result, known := f.known[key]; known {
		return result, nil
	}
	result, err := compute()
	if err == nil {
		err = f.write(line[T]{Key: key, Result: &result})
	}
	return result, err
}

func (f *File[T]) write(l line[T]) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	_, err = f.file.Write(append(data, '\n'))
	return err
}

// Close closes the file.
func (f *File[T]) Close() error {
	if f == nil {
		return nil
	}
	return f.file.Close()
}
