package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

const (
	resultsName  = "results"
	deadName     = "dead-letters"
	manifestName = "manifest.json"
)

func init() {
	register.DoFn4x1[context.Context, int, func(*line) bool, func(string, count), error](&writeFn{})
	register.Emitter2[string, count]()
	register.Iter1[line]()
	register.DoFn3x1[context.Context, []byte, func(*string, *count) bool, error](&manifestFn{})
	register.Iter2[string, count]()
}

// count is the content of a file in numbers.
type count struct {
	Lines   int64            `json:"lines"`
	Reasons map[string]int64 `json:"reasons,omitempty"`
}

func (j *job) path(name string) string { return j.Output + "/" + name }

// writeFn writes the files of results, or those of dead letters.
type writeFn struct {
	Job  job
	Name string
}

// ProcessElement writes a file and emits its counts.
func (f *writeFn) ProcessElement(ctx context.Context, part int, lines func(*line) bool, written func(string, count)) error {
	name := fmt.Sprintf("%s-%05d-of-%05d.ndjson", f.Name, part, f.Job.Parts)
	var held count
	err := put(ctx, f.Job.path(name), func(w io.Writer) error {
		for l := (line{}); lines(&l); {
			held.Lines++
			if l.Reason != "" {
				if held.Reasons == nil {
					held.Reasons = map[string]int64{}
				}
				held.Reasons[l.Reason]++
			}
			if _, err := w.Write(l.Text); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		written(name, held)
	}
	return err
}

// put writes or replaces a file atomically: a worker that is killed leaves none, and a
// worker that repeats its work replaces what it wrote.
func put(ctx context.Context, path string, fill func(io.Writer) error) error {
	files, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer files.Close()
	// An object is there once its writer is closed; a file is renamed then.
	_, renames := files.(filesystem.Renamer)
	target := path
	if renames {
		target = path + "." + rand.Text()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what is not closed by then is given up
	file, err := files.OpenWrite(ctx, target)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<16)
	if err := errors.Join(fill(w), w.Flush()); err != nil {
		return err
	}
	if err := file.Close(); err != nil || !renames {
		return err
	}
	return filesystem.Rename(ctx, files, target, path)
}

// manifestFn writes the counts of all files, once they are written.
type manifestFn struct{ Job job }

// ProcessElement writes the manifest.
func (f *manifestFn) ProcessElement(ctx context.Context, _ []byte, written func(*string, *count) bool) error {
	manifest := struct {
		Operation    string           `json:"operation"`
		RulesVersion string           `json:"rules_version"`
		Rows         int64            `json:"rows"`
		Results      int64            `json:"results"`
		DeadLetters  int64            `json:"dead_letters"`
		Reasons      map[string]int64 `json:"reasons"`
		Files        map[string]count `json:"files"`
	}{Operation: f.Job.Operation, RulesVersion: f.Job.Version, Reasons: map[string]int64{}, Files: map[string]count{}}
	name, held := "", count{}
	for written(&name, &held) {
		manifest.Files[name] = held
		manifest.Rows += held.Lines
		for reason, n := range held.Reasons {
			manifest.Reasons[reason] += n
			manifest.DeadLetters += n
		}
		held = count{}
	}
	manifest.Results = manifest.Rows - manifest.DeadLetters
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	return put(ctx, f.Job.path(manifestName), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
