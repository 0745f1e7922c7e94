package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/number"
	exec "github.com/payslate/payslate/interpreter/run"
)

// checkUnits compares parseUnits, if it accepts a text, with package number.
func checkUnits(t *testing.T, text string, decimals int) (answered bool) {
	t.Helper()
	if text == "" {
		return false
	}
	units, answered := parseUnits([]byte(text), decimals)
	if !answered {
		return false
	}
	d, err := number.Parse(text)
	if err != nil {
		t.Fatalf("parseUnits(%q, %d) = %d; not a number: %v", text, decimals, units, err)
	}
	if want, ok := d.Units(decimals); !ok || want != units {
		t.Fatalf("parseUnits(%q, %d) = %d, want %d %t", text, decimals, units, want, ok)
	}
	return true
}

func TestParseUnits(t *testing.T) {
	for _, test := range []struct {
		text     string
		decimals int
		answered bool
	}{
		{"0", 0, true}, {"0", 2, true}, {"-0", 2, true}, {"12", 0, true}, {"12.5", 1, true}, {"12.5", 2, true}, {"-12.50", 1, true}, {"0.05", 2, true},
		{"12.00", 0, true}, {"999999999999999999", 0, true}, {"9999999999999999", 2, true},
		{"12.5", 0, false}, {"007", 0, false}, {".5", 1, false}, {"5.", 1, false}, {"-", 0, false}, {"--1", 0, false}, {"1.2.3", 4, false}, {"+1", 0, false},
		{"1e3", 0, false}, {" 1", 0, false}, {"1,5", 1, false}, {"9999999999999999999", 0, false}, {"99999999999999999", 2, false}, {"٣", 0, false},
	} {
		if got := checkUnits(t, test.text, test.decimals); got != test.answered {
			t.Errorf("parseUnits(%q, %d) answered %t", test.text, test.decimals, got)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	const signs = "0123456789.-"
	for range 200_000 {
		text := make([]byte, 1+random.IntN(20))
		for i := range text {
			text[i] = signs[random.IntN(len(signs)-random.IntN(3))]
		}
		checkUnits(t, string(text), random.IntN(10))
	}
}

func FuzzParseUnits(f *testing.F) {
	f.Add("12.50", uint8(2))
	f.Add("-0.0", uint8(0))
	f.Fuzz(func(t *testing.T, text string, decimals uint8) { checkUnits(t, text, int(decimals%19)) })
}

func executableOf(t testing.TB, program string) *exec.Executable {
	t.Helper()
	executable, err := (&call{stderr: io.Discard}).loadExecutable(program)
	if err != nil {
		t.Fatal(err)
	}
	return executable
}

// evaluated runs a program over a CSV text like eval.
func evaluated(executable *exec.Executable, text []byte, asJSON bool) (string, error) {
	var out bytes.Buffer
	err := evaluateRows(executable, bytes.NewReader(text), "in.csv", &out, asJSON, &progress{})
	return out.String(), err
}

// FuzzEvaluateRows checks that every error of eval names a place in the text.
func FuzzEvaluateRows(f *testing.F) {
	f.Add([]byte("case,letter,period,pay\na,A,week,242.08\n"), false)
	f.Add([]byte("\ufeffpay,letter,period,exp_employee\r\n1,\"A\",month,\r\n"), true)
	f.Add([]byte("pay\n\"1\n"), false)
	executable := executableOf(f, "uk/2026/national_insurance")
	f.Fuzz(func(t *testing.T, text []byte, asJSON bool) {
		out, err := evaluated(executable, text, asJSON)
		if err == nil {
			if !asJSON && !strings.HasPrefix(out, "case,employee") && !strings.HasPrefix(out, "employee") {
				t.Fatalf("%q: no header: %q", text, out)
			}
			return
		}
		if row, is := err.(*rowError); !is || row.line < 1 || row.message == "" {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

func TestEvaluateRows(t *testing.T) {
	executable := executableOf(t, "de/2026/wage_tax")
	const header = "case,RE4,LZZ,KVZ,PVZ,exp_LSTLZZ\n"
	got, err := evaluated(executable, []byte(header+"\"a, \"\"b\"\"\",500000,2,2.9,1,\n"), false)
	if want := "\n\"a, \"\"b\"\"\",0,0,78241,0,0,0,123000,0,0,3429600,0,0\n"; err != nil || !strings.HasSuffix(got, want) {
		t.Errorf("%s: %v", got, err)
	}
	if _, err := evaluated(executable, []byte(header+"a,500000,2,,,\nb, ,2,,,\n"), false); err == nil || !strings.HasPrefix(err.Error(), "in.csv:3:3: column RE4: number") {
		t.Errorf("a blank is read as a number: %v", err)
	}
}

// BenchmarkEval evaluates rows of the flow plan: the simple ones of the check tables, and
// random ones over all inputs.
func BenchmarkEval(b *testing.B) {
	for _, name := range []string{"check-tables-2026-annex1", "plan-2026"} {
		b.Run(name, func(b *testing.B) {
			text := withoutExpected(b, "../conformance/cases/de/"+name+".csv")
			executable := executableOf(b, "de/2026/wage_tax")
			header := text[:bytes.IndexByte(text, '\n')+1]
			text = append(header, bytes.Repeat(text[len(header):], 64)...)
			rows := bytes.Count(text, []byte("\n")) - 1
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := evaluateRows(executable, bytes.NewReader(text), "in.csv", io.Discard, false, &progress{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rows*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// withoutExpected returns a file of cases without the columns of expected values.
func withoutExpected(b *testing.B, name string) []byte {
	data, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	inputs := slices.IndexFunc(records[0], func(column string) bool { return strings.HasPrefix(column, conformance.ExpectedPrefix) })
	var text bytes.Buffer
	writer := csv.NewWriter(&text)
	for _, record := range records {
		if err := writer.Write(record[:inputs]); err != nil {
			b.Fatal(err)
		}
	}
	writer.Flush()
	return text.Bytes()
}
