package interpreter

import (
	"testing"
	"time"

	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
)

// compileText compiles one program, named a, of a rule file.
func compileText(t testing.TB, text string) *run.Executable {
	t.Helper()
	file, list := syntax.Read("test.yaml", []byte(text))
	if list.HasErrors() {
		t.Fatal(list.Error())
	}
	module, list := Load([]*syntax.File{file}, testLine)
	if list.HasErrors() {
		t.Fatal(list.Error())
	}
	program, ok := module.Program("a")
	if !ok {
		t.Fatal("no program a")
	}
	executable, err := compile.Program(program, compile.Silent)
	if err != nil {
		t.Fatal(err)
	}
	return executable
}

// TestCalendar compares the calendar with the standard library's for 100,000
// days around 1970 and at the ends of centuries.
func TestCalendar(t *testing.T) {
	run := compileText(t, `
programs:
  a:
    in: {d: date, at: time}
    do:
      - next: d + 1
    out:
      year: {type: integer, value: year(d)}
      month: {type: integer, value: month(d)}
      day: {type: integer, value: day(d)}
      next: date
      same: {type: boolean, value: "year(at) == year(d) and month(at) == month(d) and day(at) == day(d)"}
      days: {unit: days, value: d - date("2000-02-29")}
`).Run()
	leap := time.Date(2000, 2, 29, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
	for i := range int64(100_000) {
		days := i - 50_000
		if i%10 == 0 {
			days = (i - 50_000) * 73 // some 10,000 years around
		}
		want := time.Unix(days*24*60*60, 0).UTC()
		run.Reset()
		run.SetInt(0, days)
		run.SetInt(1, days*24*60+i%(24*60))
		if err := run.Execute(); err != nil {
			t.Fatal(err)
		}
		for j, n := range []int{want.Year(), int(want.Month()), want.Day()} {
			if got, _ := run.Outcome().Output(j).Number().Units(0); got != int64(n) {
				t.Fatalf("%v: part %d is %d, want %d", want, j, got, n)
			}
		}
		if got := run.Outcome().Output(3).String(); got != want.AddDate(0, 0, 1).Format(time.DateOnly) {
			t.Fatalf("the day after %v is %s", want, got)
		}
		if !run.Outcome().Output(4).Bool() {
			t.Fatalf("the time of day changes the date of %v", want)
		}
		if got, _ := run.Outcome().Output(5).Number().Units(0); got != days-leap {
			t.Fatalf("%v: %d days since the leap day", want, got)
		}
	}
}

// TestAddMonths compares add_months with a search through the days of the month.
func TestAddMonths(t *testing.T) {
	run := compileText(t, `
programs:
  a:
    in: {d: date, n: months}
    do: []
    out:
      later: {type: date, value: "add_months(d, n)"}
`).Run()
	for i := range int64(40_000) {
		days, count := i*37-700_000, i%61-30
		from := time.Unix(days*24*60*60, 0).UTC()
		want := time.Date(from.Year(), from.Month()+time.Month(count), 1, 0, 0, 0, 0, time.UTC)
		for month := want.Month(); want.Day() < from.Day() && want.AddDate(0, 0, 1).Month() == month; {
			want = want.AddDate(0, 0, 1)
		}
		run.Reset()
		run.SetInt(0, days)
		run.SetInt(1, count)
		if err := run.Execute(); err != nil {
			t.Fatal(err)
		}
		if got := run.Outcome().Output(0).String(); got != want.Format(time.DateOnly) {
			t.Fatalf("%d months after %s is %s, want %s", count, from.Format(time.DateOnly), got, want.Format(time.DateOnly))
		}
	}
}
