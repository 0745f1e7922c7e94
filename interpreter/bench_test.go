package interpreter

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// BenchmarkLoad reads and checks a year of the rule book.
func BenchmarkLoad(b *testing.B) {
	for _, book := range [][2]string{{"de", "2026"}, {"uk", "2026"}} {
		b.Run(book[0]+book[1], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bookYear(b, book[0], book[1])
			}
		})
	}
}

// BenchmarkCompile compiles the programs of answers.
func BenchmarkCompile(b *testing.B) {
	for _, book := range [][3]string{{"de", "2026", "wage_tax"}, {"de", "2026", "net"}, {"uk", "2026", "net"}} {
		program, _ := bookYear(b, book[0], book[1]).Program(book[2])
		for mode, name := range []string{"silent", "traced", "counted"} {
			b.Run(book[0]+"_"+book[2]+"_"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := program.Compile(check.Mode(mode)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkWageTax2026Month runs the German flow plan for monthly pay.
func BenchmarkWageTax2026Month(b *testing.B) {
	benchmarkRows(b, "de", "wage_tax", func(r *rand.Rand) map[string]string {
		return map[string]string{
			"LZZ": "2", "STKL": whole(r, 1, 6), "RE4": whole(r, 250_000, 1_250_000), "KVZ": "2.90", "PVZ": whole(r, 0, 1), "R": whole(r, 0, 1),
		}
	})
}

// BenchmarkWageTax2026Mix runs it for all periods, half of the rows with
// one-off pay.
func BenchmarkWageTax2026Mix(b *testing.B) {
	benchmarkRows(b, "de", "wage_tax", func(r *rand.Rand) map[string]string {
		row := map[string]string{
			"LZZ": whole(r, 1, 4), "STKL": whole(r, 1, 6), "RE4": whole(r, 20_000, 1_020_000), "KVZ": "2.90", "PVZ": whole(r, 0, 1), "R": whole(r, 0, 1), "ZKF": whole(r, 0, 2),
		}
		if r.IntN(2) == 0 {
			row["JRE4"], row["SONSTB"] = whole(r, 0, 9_000_000), whole(r, 1, 2_000_000)
		}
		return row
	})
}

// BenchmarkNetGermany and BenchmarkNetUnitedKingdom run whole payslips.
func BenchmarkNetGermany(b *testing.B) {
	benchmarkRows(b, "de", "net", func(r *rand.Rand) map[string]string {
		return map[string]string{
			"gross": whole(r, 2100, 9000) + ".50", "period": "month", "year": "2026", "tax_year": "2026", "tax_class": whole(r, 1, 6), "church": strconv.FormatBool(r.IntN(2) == 0), "state": "NW",
		}
	})
}

func BenchmarkNetUnitedKingdom(b *testing.B) {
	benchmarkRows(b, "uk", "net", func(r *rand.Rand) map[string]string {
		return map[string]string{"gross": whole(r, 500, 9000) + ".50", "period": "month", "year": "2026", "tax_year": "2026-27", "region": "england"}
	})
}

func whole(r *rand.Rand, from, to int) string { return strconv.Itoa(from + r.IntN(to-from+1)) }

func benchmarkRows(b *testing.B, country, name string, row func(*rand.Rand) map[string]string) {
	program, _ := bookYear(b, country, "2026").Program(name)
	executable, err := program.Compile(check.Silent)
	if err != nil {
		b.Fatal(err)
	}
	run := executable.Run()
	defer run.Release()
	rows := make([][]func() error, 1000)
	random := rand.New(rand.NewPCG(7, 2026))
	for i := range rows {
		for input, text := range row(random) {
			rows[i] = append(rows[i], setter(b, run, program, input, text))
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		run.Reset()
		for _, set := range rows[i%len(rows)] {
			if err := set(); err != nil {
				b.Fatal(err)
			}
		}
		if err := run.Execute(); err != nil {
			b.Fatal(err)
		}
	}
	if refusal := run.Outcome().Refusal(); refusal != nil {
		b.Fatal(refusal.Message.English)
	}
}

// setter sets an input to a value that has been parsed.
func setter(b *testing.B, run *run.Run, program *check.Program, input, text string) func() error {
	b.Helper()
	for i, in := range program.Inputs {
		if in.Name != input {
			continue
		}
		if in.Type.Kind == types.Number {
			d, err := number.Parse(text)
			if err != nil {
				b.Fatal(err)
			}
			return func() error { return run.SetNumber(i, d) }
		}
		return func() error { return run.Set(i, text) }
	}
	b.Fatalf("program %s has no input %s", program.Name(), input)
	return nil
}
