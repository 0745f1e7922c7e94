package pap

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
)

// mixes are the inputs of the benchmark.
var mixes = []struct {
	name string
	row  func(r rowMaker) map[string]string
}{
	{"plain_month", func(r rowMaker) map[string]string {
		return map[string]string{
			"LZZ": "2", "STKL": strconv.Itoa(1 + r.IntN(6)), "RE4": strconv.Itoa(250_000 + r.IntN(1_000_000)),
			"KVZ": "2.90", "PVZ": strconv.Itoa(r.IntN(2)), "R": strconv.Itoa(r.IntN(2)),
		}
	}},
	{"one_off_pay", func(r rowMaker) map[string]string {
		row := map[string]string{
			"LZZ": strconv.Itoa(1 + r.IntN(4)), "STKL": strconv.Itoa(1 + r.IntN(6)), "RE4": strconv.Itoa(20_000 + r.IntN(1_000_000)),
			"KVZ": "2.90", "PVZ": strconv.Itoa(r.IntN(2)), "R": strconv.Itoa(r.IntN(2)), "ZKF": strconv.Itoa(r.IntN(3)),
		}
		if r.IntN(2) == 0 {
			row["JRE4"], row["SONSTB"] = strconv.Itoa(r.IntN(9_000_000)), strconv.Itoa(1+r.IntN(2_000_000))
		}
		return row
	}},
}

const mixRows = 2_000

// BenchmarkBesideJava times the imported program of 2026 and the official plan as Java on
// the same inputs; x-java is the ratio of the times.
func BenchmarkBesideJava(b *testing.B) {
	const name = "2026"
	plan, err := readXML(officialXML(b, name))
	if err != nil {
		b.Fatal(err)
	}
	java := compileJava(b, plan)
	executable := compileProgram(b, name, imported(b, name), loadPlan(b))
	names := inputNames(executable)
	for _, mix := range mixes {
		random := rowMaker{rand.New(rand.NewPCG(7, 2026))}
		rows := make([][]string, mixRows)
		for i := range rows {
			row := mix.row(random)
			for _, name := range names {
				rows[i] = append(rows[i], row[name])
			}
		}
		javaNanos, err := strconv.Atoi(java.run(b, names, rows, "100")[0])
		if err != nil {
			b.Fatal(err)
		}
		b.Run(mix.name, func(b *testing.B) {
			cells := inputCells(b, executable, rows)
			run := executable.Run()
			defer run.Release()
			b.ReportAllocs()
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				run.Reset()
				for _, cell := range cells[i%len(cells)] {
					run.SetInt(cell.input, cell.value)
				}
				if err := run.Execute(); err != nil {
					b.Fatal(err)
				}
			}
			ours := b.Elapsed().Nanoseconds() / int64(b.N)
			b.ReportMetric(float64(javaNanos), "java-ns/op")
			b.ReportMetric(float64(ours)/float64(javaNanos), "x-java")
		})
	}
}

// inputCell is a value of an input in its smallest decimal.
type inputCell struct {
	input int
	value int64
}

func inputCells(t testing.TB, executable *run.Executable, rows [][]string) [][]inputCell {
	list := make([][]inputCell, len(rows))
	for i, row := range rows {
		for k, text := range row {
			if text == "" {
				continue
			}
			d, err := number.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			units, ok := d.Units(executable.Program.Inputs[k].Type.Decimals)
			if !ok {
				t.Fatalf("%s has too many decimals", text)
			}
			list[i] = append(list[i], inputCell{k, units})
		}
	}
	return list
}
