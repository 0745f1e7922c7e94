package host

import (
	"fmt"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

type coin struct {
	worth string
	color string
	place int
}

var coinRecord = Record[coin]{Fields: map[string]Field[coin]{
	"worth": Amount(func(c coin) *number.Decimal {
		d, err := number.Parse(c.worth)
		if err != nil {
			return nil
		}
		return &d
	}),
	"color": Case(func(c coin) string { return c.color }),
	"place": Integer(types.Handle, func(c coin) int { return c.place }),
}}

var purseRecord = Record[[]coin]{Fields: map[string]Field[[]coin]{
	"heavy": Boolean(func(p []coin) bool { return len(p) > 1 }),
	"coins": List(&coinRecord, func(p []coin) []coin { return p }),
}}

var inputs = Record[[][]coin]{Fields: map[string]Field[[][]coin]{
	"purses": List(&purseRecord, func(all [][]coin) [][]coin { return all }),
	"today":  Integer(types.Date, func([][]coin) int { return 20_000 }),
}}

var findings = map[string]Function[[][]coin]{
	"find": Returns(&Record[int64]{Fields: map[string]Field[int64]{
		"day": Maybe(types.Date, func(place int64) (int64, bool) { return 20_000 + place, place > 0 }),
	}}, func(_ [][]coin, args []int64) (int64, error) { return args[0], nil }, types.Handle),
}

// caller is the host of a run.
type caller struct {
	run   *run.Run
	calls []Call[[][]coin]
	all   [][]coin
}

func (c *caller) Call(site int, args, results []int64) error {
	return c.calls[site](c.all, c.run, args, results)
}

func bind(t *testing.T, text string) (*interpreter.Module, Inputs[[][]coin], []Call[[][]coin], diagnostic.List) {
	t.Helper()
	file, list := syntax.Read("purse.yaml", []byte(text))
	if list.HasErrors() {
		t.Fatal(list.Error())
	}
	module, list := interpreter.Load([]*syntax.File{file}, types.Options{})
	if module == nil {
		t.Fatal(list.Error())
	}
	program, _ := module.Program("count")
	check := &Check{Reader: &syntax.Reader{}}
	bound := inputs.BindInputs(check, program.Inputs)
	calls := BindFunctions(check, findings, module.Functions())
	return module, bound, calls, check.Findings
}

const program = `
types:
  place: handle
  color: [red, green]
records:
  coin: {worth: {unit: EUR, optional: true}, color: color, place: place}
  purse: {heavy: boolean, coins: list of coin}
  found: {day: {type: date, optional: true}}
functions:
  find: {in: {place: place}, out: found}
programs:
  count:
    in: {purses: list of purse, today: date}
    out: {sum: EUR, red: integer, late: integer}
    do:
      - sum: 0
      - red: 0
      - late: 0
      - for: purse in purses
        carry: [sum, red, late]
        do:
          - for: coin in purse.coins
            carry: [sum, red, late]
            do:
              - sum: sum + otherwise(coin.worth, 0)
              - red: red + choose(coin.color == "red" and purse.heavy, 1, 0)
              - found: find(coin.place)
              - late: late + choose(otherwise(found.day, today) > today, 1, 0)
`

// TestValuesReachTheProgram lays out lists in lists and results of functions.
func TestValuesReachTheProgram(t *testing.T) {
	module, bound, calls, list := bind(t, program)
	if len(list) > 0 {
		t.Fatal(list.Error())
	}
	p, _ := module.Program("count")
	executable, err := compile.Program(p, compile.Silent)
	if err != nil {
		t.Fatal(err)
	}
	c := &caller{run: executable.Run(), calls: calls, all: [][]coin{{{"1.005", "red", 0}, {"", "green", 3}}, {}, {{"2", "red", 1}}}}
	c.run.SetHost(c)
	if err := bound.Set(c.run, c.all); err != nil {
		t.Fatal(err)
	}
	if err := c.run.Execute(); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(c.run.Outcome().Output(0), c.run.Outcome().Output(1), c.run.Outcome().Output(2))
	if want := "3.01 1 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestWrongDeclarations reports what the host does not give as rules declare it.
func TestWrongDeclarations(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"heavy: boolean", "heavy: integer", "wrong-type"},
		{"worth: {unit: EUR, optional: true}", "worth: EUR", "worth must be optional"},
		{"place: place}\n  purse", "place: {type: place, optional: true}}\n  purse", "place must not be optional"},
		{"heavy: boolean", "heavy: boolean, light: boolean", "unknown field of purses light"},
		{"today: date}", "today: date, now: date}", "unknown input now"},
		{"coins: list of coin", "coins: list of color", "coins must be a list"},
		{"functions:\n", "functions:\n  lose: {in: {place: place}, out: found}\n", "unknown function lose"},
		{"find: {in: {place: place}", "find: {in: {place: place, on: date}", "wrong arguments"},
	} {
		text := strings.Replace(program, c.old, c.text, 1)
		text, _, _ = strings.Cut(text, "    do:\n") // the declarations alone
		text += "    do:\n      - sum: 0\n      - red: 0\n      - late: 0\n"
		if _, _, _, list := bind(t, text); !strings.Contains(list.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, list.Error(), c.want)
		}
	}
}
