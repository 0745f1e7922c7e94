package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/payslate/payslate/rulecheck/usage"
)

// TestBatchKeepsTheOrder sends many more requests than there are cores.
func TestBatchKeepsTheOrder(t *testing.T) {
	const count = 1000
	var in strings.Builder
	for i := range count {
		if i%7 == 3 {
			fmt.Fprintf(&in, `{"country":"DE","gross":%d}`+"\n", i%1000+1)
			continue
		}
		fmt.Fprintf(&in, `{"country":"DE","gross":%d.25}`+"\n", 3000+i)
	}
	var out, stderr bytes.Buffer
	if code := run([]string{"batch", "net"}, strings.NewReader(in.String()), &out, &stderr); code != usage.Findings {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != count {
		t.Fatalf("%d answers to %d requests", len(lines), count)
	}
	for i, line := range lines {
		var answer struct {
			Gross  json.Number
			Detail any
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%d.25", 3000+i); i%7 != 3 && answer.Gross.String() != want || (i%7 == 3) != (answer.Detail != nil) {
			t.Fatalf("line %d: %.200s", i+1, line)
		}
	}
}

// TestBatchStopsAtClosedOutput expects the error of the output.
func TestBatchStopsAtClosedOutput(t *testing.T) {
	reader, writer := io.Pipe()
	reader.Close()
	in := strings.Repeat(`{"country":"DE","gross":3000}`+"\n", 2000)
	var stderr bytes.Buffer
	if code := run([]string{"batch", "net"}, strings.NewReader(in), writer, &stderr); code != usage.Wrong || !strings.Contains(stderr.String(), "closed pipe") {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
}

func TestBatchRefusesLongRequests(t *testing.T) {
	in := `{"country":"DE","gross":3000` + strings.Repeat(" ", maxRequest) + "}\n"
	var out, stderr bytes.Buffer
	if code := run([]string{"batch", "net"}, strings.NewReader(in), &out, &stderr); code != usage.Findings || !strings.Contains(out.String(), "body_too_large") {
		t.Errorf("exit code %d: %.200s", code, out.String())
	}
}
