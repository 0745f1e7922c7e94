// Package bare times the work around an answer where nothing is computed: what the machine
// needs anyway, beside which the figures of README.md stand.
package bare

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

const request = `{"country":"DE","year":2026,"period":"month","de":{"tax_class":4,"state":"NW","church":false,"child_allowances":0.5,"factor":0.925},"gross":4583.33}`

// answer is that of the service to the request.
func answer(b *testing.B) []byte {
	book, findings := rules.OpenEmbedded()
	if findings.HasErrors() {
		b.Fatal(findings)
	}
	catalogue, err := operations.New(book)
	if err != nil {
		b.Fatal(err)
	}
	text, err := catalogue.Operation("salary-net/net").AnswerJSON(nil, []byte(request), rules.English)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// BenchmarkJSON reads the request of a net and writes its answer with encoding/json, from a
// value that is there already.
func BenchmarkJSON(b *testing.B) {
	var value any
	if err := json.Unmarshal(answer(b), &value); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var read map[string]any
		if err := json.Unmarshal([]byte(request), &read); err != nil {
			b.Fatal(err)
		}
		if _, err := json.Marshal(value); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLines reads a line for each payslip and copies the bytes of its answer.
func BenchmarkLines(b *testing.B) {
	text := answer(b)
	in := bufio.NewScanner(strings.NewReader(strings.Repeat(request+"\n", b.N)))
	out := bufio.NewWriterSize(io.Discard, 1<<16)
	b.ResetTimer()
	lines := 0
	for ; in.Scan(); lines++ {
		if _, err := out.Write(append(bytes.Clone(text), '\n')); err != nil {
			b.Fatal(err)
		}
	}
	if lines != b.N {
		b.Fatalf("%d lines", lines)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

// BenchmarkRows reads rows of the fifteen columns that a flow plan is asked with, and nothing else.
func BenchmarkRows(b *testing.B) {
	row := strings.Repeat("450000,", 14) + "1\n"
	rows := csv.NewReader(strings.NewReader(strings.Repeat(row, b.N)))
	rows.ReuseRecord = true
	b.ResetTimer()
	for range b.N {
		if _, err := rows.Read(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkFiles parses every YAML file of the rules, as a start has to.
func BenchmarkFiles(b *testing.B) {
	files := os.DirFS("../../rules")
	for b.Loop() {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".yaml") {
				return err
			}
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			return yaml.Unmarshal(text, new(yaml.Node))
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
