package pap

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// compileProgram loads a program file with the variables of its plan, and its figures.
func compileProgram(t testing.TB, name string, file []byte, plan *Plan) *run.Executable {
	t.Helper()
	read, list := syntax.Read(name, file)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	module, list := interpreter.Load([]*syntax.File{plan.file, read}, types.Options{Alone: true})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	found, ok := module.Program(plan.Program)
	if !ok {
		t.Fatalf("%s does not have the program %s", name, plan.Program)
	}
	executable, err := compile.Program(found, compile.Silent)
	if err != nil {
		t.Fatal(err)
	}
	return executable
}

// answer runs one row and returns the outputs in the order of the program.
func answer(run *run.Run, row []string, outputs int) (string, error) {
	run.Reset()
	for i, cell := range row {
		if cell != "" {
			if err := run.Set(i, cell); err != nil {
				return "", err
			}
		}
	}
	if err := run.Execute(); err != nil {
		return "", err
	}
	cells := make([]string, outputs)
	for i := range cells {
		cells[i] = run.Outcome().Output(i).String()
	}
	return strings.Join(cells, ","), nil
}

// differentialRows is the number of random rows for each plan.
const differentialRows = 8_000

// TestJavaAgrees compares the imported program of every official plan with the plan as
// Java, over random rows.
func TestJavaAgrees(t *testing.T) {
	for _, name := range officialPlans(t) {
		t.Run(name, func(t *testing.T) { compareWithJava(t, name) })
	}
}

func compareWithJava(t *testing.T, name string) {
	xml := officialXML(t, name)
	plan, err := readXML(xml)
	if err != nil {
		t.Fatal(err)
	}
	java := compileJava(t, plan)
	executable := compileProgram(t, name, imported(t, name), loadPlan(t))
	header := inputNames(executable)
	rows := rowMaker{rand.New(rand.NewPCG(2026, 1))}.rows(header, differentialRows)
	want := java.run(t, header, rows)
	if len(want) != len(rows) {
		t.Fatalf("Java answers %d of %d rows", len(want), len(rows))
	}
	outputs := len(executable.Program.Outputs)
	workers := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	var differing sync.Map
	for w := range workers {
		group.Go(func() {
			run := executable.Run()
			defer run.Release()
			for i := w; i < len(rows); i += workers {
				got, err := answer(run, rows[i], outputs)
				if err != nil || got != want[i] {
					differing.Store(i, got)
				}
			}
		})
	}
	group.Wait()
	count := 0
	differing.Range(func(i, got any) bool {
		if count++; count <= 3 {
			t.Errorf("row %d (%s):\n%v\n got %v\nwant %s", i, strings.Join(header, ","), rows[i.(int)], got, want[i.(int)])
		}
		return true
	})
	if t.Logf("%s: %d rows, %d differ", name, len(rows), count); count > 0 {
		t.Fail()
	}
}

func inputNames(executable *run.Executable) []string {
	var names []string
	for _, in := range executable.Program.Inputs {
		names = append(names, in.Name)
	}
	return names
}
