package main

import (
	"encoding/csv"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
)

// BenchmarkEval evaluates rows of the flow plan: the simple ones of the check tables, and
// random ones over all inputs.
func BenchmarkEval(b *testing.B) {
	const repeated = 64
	executable, err := (&call{stderr: io.Discard}).loadExecutable("de/2026/wage_tax", "")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"check-tables-2026-annex1", "plan-2026"} {
		header, rows := withoutExpected(b, "../conformance/cases/de/"+name+".csv")
		text := []byte(header + strings.Repeat(rows, repeated))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e := &evaluation{executable: executable, progress: &progress{}}
				if err := e.rows(name, text, io.Discard); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(strings.Count(rows, "\n")*repeated*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// withoutExpected returns the header and the rows of a file of cases without the columns of
// expected values.
func withoutExpected(b *testing.B, name string) (header, rows string) {
	data, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	inputs := slices.IndexFunc(records[0], func(column string) bool { return strings.HasPrefix(column, conformance.ExpectedPrefix) })
	for i, record := range records {
		if line := strings.Join(record[:inputs], ",") + "\n"; i == 0 {
			header = line
		} else {
			rows += line
		}
	}
	return header, rows
}
