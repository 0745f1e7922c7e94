// Package resume remembers what a long command has finished, so that it goes on where
// it was broken off: file.go has all of it.
package resume

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"
)

// File remembers results by their keys, each as a line of JSON. A nil file remembers
// nothing. It serves several goroutines.
type File[T any] struct {
	known map[string]T // what earlier runs finished
	mutex sync.Mutex
	file  *os.File
}

// line is a line of the file: first the heading, then results.
type line[T any] struct {
	Heading string `json:"heading,omitempty"`
	Key     string `json:"key,omitempty"`
	Result  *T     `json:"result,omitempty"`
}

// Open opens or begins the file. Results under another heading are forgotten, and so is
// a last line that was cut off.
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

// read takes the results under the heading and returns how many bytes they have.
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

// Known finds the result that an earlier run had for a key.
func (f *File[T]) Known(key string) (result T, known bool) {
	if f != nil {
		result, known = f.known[key]
	}
	return result, known
}

// Add remembers a result. The error is of the file.
func (f *File[T]) Add(key string, result T) error {
	if f == nil {
		return nil
	}
	return f.write(line[T]{Key: key, Result: &result})
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
