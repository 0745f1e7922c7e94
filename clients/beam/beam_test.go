package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	_ "unsafe" // for go:linkname

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	"github.com/parquet-go/parquet-go"
	"google.golang.org/protobuf/proto"
)

// shortIDs numbers the metrics of a worker. Prism keeps one table of these numbers
// for all workers, so each worker needs its own.
//
//go:linkname shortIDs github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness.defaultShortIDCache
var shortIDs *struct {
	_    sync.Mutex
	_, _ map[string]any
	last int64
}

// TestMain runs the test program as a worker when Beam starts it as one.
func TestMain(m *testing.M) {
	flag.Parse()
	shortIDs.last = int64(os.Getpid()) << 16
	beam.Init()
	os.Exit(m.Run())
}

// cluster is Prism with two worker processes: one reads and computes, one writes.
type cluster struct{ folder string }

func newCluster(t *testing.T) cluster {
	t.Helper()
	c := cluster{t.TempDir()}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\neval \"id=${1#--id=}\" end=\"${2#--provision_endpoint=}\"\necho $$ >'%s'/worker.${id##*_}\nexec '%s' --worker --id=\"$id\" --logging_endpoint=\"$end\" --control_endpoint=\"$end\"\n", c.folder, program)
	if err := os.WriteFile(filepath.Join(c.folder, "start"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return c
}

// run runs a job to completion.
func (c cluster) run(ctx context.Context, t *testing.T, j job) error {
	t.Helper()
	p, err := j.pipeline(ctx)
	if err != nil {
		return err
	}
	edges, _, err := p.Build()
	if err != nil {
		t.Fatal(err)
	}
	environment, err := graphx.CreateEnvironment(ctx, graphx.URNEnvProcess, func(context.Context) string {
		return fmt.Sprintf(`{"command": %q}`, filepath.Join(c.folder, "start"))
	})
	if err != nil {
		t.Fatal(err)
	}
	description, err := graphx.Marshal(edges, &graphx.Options{Environment: environment})
	if err != nil {
		t.Fatal(err)
	}
	parts := description.GetComponents()
	for name, first := range maps.Clone(parts.GetEnvironments()) {
		parts.Environments[name+"writer"] = proto.Clone(first).(*pipepb.Environment)
		for _, transform := range parts.GetTransforms() {
			if strings.Contains(transform.GetUniqueName(), "writeFn") && transform.GetEnvironmentId() != "" {
				transform.EnvironmentId = name + "writer"
			}
		}
	}
	client, err := prism.CreateJobServer(ctx, prism.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, _, token, err := runnerlib.Prepare(ctx, client, description, &runnerlib.JobOptions{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	running, err := runnerlib.Submit(ctx, client, id, token)
	if err != nil {
		t.Fatal(err)
	}
	return runnerlib.WaitForCompletion(ctx, client, running)
}

// kill ends a worker.
func (c cluster) kill(t *testing.T, worker string) {
	text, err := os.ReadFile(filepath.Join(c.folder, "worker."+worker))
	if err == nil {
		var pid int
		if pid, err = strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			err = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

const rowsOfEach = 2000

// inputs writes files of each format and returns how many rows succeed and fail.
func inputs(t *testing.T) (pattern string, good, bad int) {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var table, lines strings.Builder
	table.WriteString("id,country,year,period,gross,de.tax_class,de.church,de.state\n")
	for i := range rowsOfEach {
		fmt.Fprintf(&table, "%d,DE,2026,month,%d.%02d,%d,%v,NW\n", i, 2500+i, i%100, 1+i%6, i%2 == 0)
		fmt.Fprintf(&lines, `{"id":%d,"country":"UK","year":2026,"period":"month","gross":%d.5,"uk":{"tax_code":"1257L"}}`+"\n", i, 1500+i)
	}
	write("a.csv", table.String()+"x,DE,2026,month,abc,1,false,NW\nx,DE,2026\n")
	write("b.ndjson", lines.String()+"\nno object\n{\"country\":\"UK\",\"gross\":1,\"gross\":2}\n")
	type profile struct {
		TaxCode      string   `parquet:"tax_code"`
		StudentLoans []string `parquet:"student_loans,list"`
	}
	type payslip struct {
		ID      int64   `parquet:"id"`
		Country string  `parquet:"country,enum"`
		Year    int32   `parquet:"year"`
		Period  string  `parquet:"period"`
		Gross   int64   `parquet:"gross,decimal(2:12)"`
		PayDate int32   `parquet:"pay_date,date"`
		Profile profile `parquet:"uk"`
	}
	rows := make([]payslip, rowsOfEach+1)
	for i := range rows {
		rows[i] = payslip{int64(i), "UK", 2026, "month", int64(300010 + i), 20600, profile{"1257L", []string{"plan2", "postgraduate"}}}
	}
	rows[rowsOfEach].Gross = -1
	if err := parquet.WriteFile(filepath.Join(folder, "c.parquet"), rows); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "*"), 3 * rowsOfEach, 5
}

// check checks that the output of a job has each row once.
func check(t *testing.T, j job, good, bad int) {
	t.Helper()
	text, err := os.ReadFile(j.path(manifestName))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Results, Rows int
		DeadLetters   int    `json:"dead_letters"`
		RulesVersion  string `json:"rules_version"`
		Files         map[string]count
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Results != good || manifest.DeadLetters != bad || manifest.Rows != good+bad {
		t.Errorf("%d results and %d dead letters in the manifest, want %d and %d", manifest.Results, manifest.DeadLetters, good, bad)
	}
	seen, got := map[string]bool{}, map[string]int{}
	for name, held := range manifest.Files {
		text, err := os.ReadFile(j.path(name))
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, 1<<20)
		for ; lines.Scan(); held.Lines-- {
			var l struct {
				File, Input   string
				Row           int
				ID            any
				RulesVersion  string `json:"rules_version"`
				Result, Error json.RawMessage
			}
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				t.Fatalf("%s: %v: %s", name, err, lines.Bytes())
			}
			row := fmt.Sprint(l.File, ":", l.Row)
			if seen[row] {
				t.Errorf("%s occurs twice", row)
			}
			seen[row] = true
			if l.RulesVersion != manifest.RulesVersion || l.RulesVersion == "" {
				t.Errorf("%s was computed by %q", row, l.RulesVersion)
			}
			if (l.Result == nil) == (l.Error == nil) || (l.Result == nil) != strings.HasPrefix(name, deadName) || (l.Error != nil) && l.Input == "" {
				t.Errorf("%s: %s", name, lines.Bytes())
			}
			got[name[:4]]++
		}
		if held.Lines != 0 {
			t.Errorf("%s has %d lines fewer than in the manifest", name, held.Lines)
		}
	}
	if want := map[string]int{"resu": good, "dead": bad}; !maps.Equal(got, want) {
		t.Errorf("lines by kind: %v, want %v", got, want)
	}
}

func TestPayslipsOfEveryFormat(t *testing.T) {
	input, good, bad := inputs(t)
	j := job{Input: input, Output: t.TempDir(), Operation: "net", Language: "en", Parts: 4}
	if err := newCluster(t).run(t.Context(), t, j); err != nil {
		t.Fatal(err)
	}
	check(t, j, good, bad)
	if err := newCluster(t).run(t.Context(), t, j); err == nil {
		t.Error("a folder with results was written to again")
	}
}

func TestKilledWorkersLoseAndDoubleNothing(t *testing.T) {
	input, good, bad := inputs(t)
	pipe := filepath.Join(filepath.Dir(input), "d.ndjson")
	rest := []byte(`{"country":"DE","gross":3000}` + "\n")
	write := func(t *testing.T) {
		if err := errors.Join(os.RemoveAll(pipe), os.WriteFile(pipe, rest, 0o600)); err != nil {
			t.Error(err)
		}
	}
	for worker, wait := range map[string]func(t *testing.T, j job){
		// Opening the pipe blocks until the worker reads it.
		"go": func(t *testing.T, j job) {
			if writer, err := os.OpenFile(pipe, os.O_WRONLY, 0); err != nil {
				t.Error(err)
			} else {
				t.Cleanup(func() { _ = writer.Close() })
			}
		},
		"gowriter": func(t *testing.T, j job) {
			for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(time.Millisecond) {
				if found, _ := filepath.Glob(j.path(resultsName + "-*")); len(found) > 0 {
					return
				}
			}
		},
	} {
		t.Run(worker, func(t *testing.T) {
			c := newCluster(t)
			j := job{Input: input, Output: t.TempDir(), Operation: "net", Language: "en", Parts: 64}
			write(t)
			if worker == "go" {
				if err := errors.Join(os.Remove(pipe), syscall.Mkfifo(pipe, 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			// Prism notices some of these deaths and waits forever after others.
			ctx, giveUp := context.WithCancel(t.Context())
			defer giveUp()
			killed := make(chan struct{})
			go func() {
				defer close(killed)
				wait(t, j)
				c.kill(t, worker)
				time.AfterFunc(3*time.Second, giveUp)
			}()
			if err := c.run(ctx, t, j); err == nil {
				t.Error("a job completed without one of its workers")
			}
			<-killed
			if _, err := os.Stat(j.path(manifestName)); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("an interrupted job has a manifest: %v", err)
			}
			write(t)
			if err := c.run(t.Context(), t, j); err != nil {
				t.Fatal(err)
			}
			check(t, j, good+1, bad)
		})
	}
}

// A runner that repeats a step, even concurrently, gets one file.
func TestRepeatedStepsReplaceWhatTheyWrote(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.ndjson")
	cut := errors.New("cut off")
	half := func(w io.Writer) error {
		fmt.Fprintln(w, strings.Repeat("half", 1<<16))
		return cut
	}
	whole := func(w io.Writer) error {
		_, err := fmt.Fprintln(w, "whole")
		return err
	}
	if err := put(t.Context(), path, half); !errors.Is(err, cut) {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an incomplete file was left: %v", err)
	}
	for range 2 {
		if err := put(t.Context(), path, whole); err != nil {
			t.Fatal(err)
		}
	}
	if err := put(t.Context(), path, half); !errors.Is(err, cut) {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "whole\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestWorkersWithOtherRulesRefuse(t *testing.T) {
	j := job{Operation: "net", Language: "en", Version: "2020-01-01.0"}
	if err := (&computeFn{Job: j}).Setup(); err == nil || !strings.Contains(err.Error(), "2020-01-01.0") {
		t.Errorf("%v", err)
	}
}

func TestFieldsOfResults(t *testing.T) {
	for fields, want := range map[string]string{"net,gross": `"result":{"gross":3000,"net":2453.64}}`, "nett": "literal_error"} {
		var got string
		take := func(_ int, l line) { got = string(l.Text) }
		f := computeFn{Job: job{Operation: "net", Language: "en", Fields: fields, Parts: 1}}
		if err := f.Setup(); err != nil {
			got = err.Error()
		} else if err := f.ProcessElement(row{Request: []byte(`{"country":"UK","year":2026,"gross":3000}`)}, take, take); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got, want) {
			t.Errorf("--fields %s: %s", fields, got)
		}
	}
}

func TestDecimalsOfParquetStayExact(t *testing.T) {
	type amounts struct {
		Small  int32    `parquet:"small,decimal(2:9)"`
		Large  int64    `parquet:"large,decimal(2:18)"`
		Bytes  [16]byte `parquet:"bytes,decimal(2:38)"`
		Double float64  `parquet:"double"`
	}
	one := amounts{-300010, 12345678901234510, [16]byte{14: 0x01, 15: 0x2c}, 3000.1}
	file := new(bytes.Buffer)
	if err := parquet.Write(file, []amounts{one}); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := readParquet(bytes.NewReader(file.Bytes()), int64(file.Len()), func(r row) { got = append(got, string(r.Request)+r.Flaw) }); err != nil {
		t.Fatal(err)
	}
	if want := []string{`{"bytes":3,"double":3000.1,"large":123456789012345.1,"small":-3000.1}`}; !slices.Equal(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
