package interpreter

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzLoad reads, checks, compiles and runs arbitrary files: nothing may panic or take
// long, and a file without errors must compile in every mode.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/programs/*.yaml", "../rules/*/*.yaml"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatalf("no files found: %v", err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	for _, name := range archives(f) {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		list := findings("fuzz.yaml", data)
		if took := time.Since(start); took > time.Minute {
			t.Fatalf("took %v", took)
		}
		for _, d := range list {
			if d.Code == "not-compiled" && !strings.Contains(d.Summary, "divide it into smaller ones") {
				t.Fatal(d.Summary)
			}
		}
	})
}

// TestHostile loads files that are designed to take long: each must be refused or checked
// quickly.
func TestHostile(t *testing.T) {
	many := func(n int, format string) string {
		var out strings.Builder
		for i := range n {
			out.WriteString(strings.NewReplacer("%i", strconv.Itoa(i), "%n", strconv.Itoa(i+1)).Replace(format))
		}
		return out.String()
	}
	program := func(in, extra, do, out string) string {
		return "programs:\n  a:\n    in: " + in + "\n" + extra + "    do:\n" + do + "    out: " + out + "\n"
	}
	deep := "x"
	for range 60 {
		deep = "choose(x > 1, " + deep + ", 2)"
	}
	nested := ""
	for i := range 25 {
		nested += strings.Repeat("  ", 3+2*i) + "- if: x > " + fmt.Sprint(i) + "\n" + strings.Repeat("  ", 4+2*i) + "then:\n"
	}
	nested += strings.Repeat("  ", 53) + "- y: 1\n"
	law := "sources:\n  law: {name: A law}\n"
	bands := law + "parameters:\n  b:\n    bands:\n" + many(999, "      - {to: %i, rate: 1}\n") + "      - {rate: 2}\n    units: {to: EUR, rate: percent}\n    label: B\n    source: law\n    cite: § 1\n"
	loops := ""
	for i := range 12 {
		pad := strings.Repeat("    ", i)
		loops += "      " + pad + "- for: e" + fmt.Sprint(i) + " in list\n      " + pad + "  carry: y\n      " + pad + "  do:\n"
	}
	loops += "      " + strings.Repeat("    ", 12) + "- y: down(y * 1.1, 2) + 0.001\n"
	for name, text := range map[string]string{
		"doubling calls":    program("{x: integer}", "    procedures:\n"+many(40, "      A%i: {do: [{call: A%n}, {call: A%n}]}\n")+"      A40: {do: [{y: x}]}\n", "      - call: A0\n", "{x: integer}"),
		"doubling programs": "programs:\n" + many(30, "  a%i:\n    do: [{call: a%n}, {call: a%n}]\n") + "  a30:\n    do: [{y: 1}]\n",
		"long chain":        "programs:\n  a0:\n    in: {x: integer}\n    do: [{y: x}]\n    out: {y: integer}\n" + many(3000, "  b%i:\n    in: {x: integer}\n    do: [{call: a0, with: [x], give: [y]}]\n    out: {y: integer}\n"),
		"deep choices":      program("{x: integer}", "", "      - y: "+deep+"\n", "{y: integer}"),
		"deep ifs":          program("{x: integer}", "", "      - y: 0\n"+nested, "{y: integer}"),
		"many ifs":          program("{x: integer}", "", "      - y: 0\n"+many(5000, "      - if: x > %i\n        then: [{v%i: x}, {y: v%i}]\n"), "{y: integer}"),
		"many cases":        "types:\n  t: [" + many(6000, "c%i, ") + "d]\n",
		"bands in bands":    bands + program("{x: EUR}", "    tables:\n      t: {of: p.b, add: {c: previous.c + to * rate, d: previous.d + c, e: previous.e + d}}\n", many(60, "      - r%i: select(t, x < c + d + e)\n")+"      - y: r1.rate\n", "{y: percent}"),
		"nested loops":      program("{list: list of integer}", "", "      - y: 0\n"+loops, "{z: {unit: EUR, value: \"down(y, 2)\"}}"),
		"huge table":        program("{x: integer}", "    tables: {t: ["+many(3000, "%i,")+"1]}\n", "      - y: 0\n"+many(3000, "      - y: y + t[x]\n"), "{y: integer}"),
		"unknown keys":      many(100_000, "k%i: 1\n"),
		"many pieces":       program("{x: integer}", "", "      - line: {key: a, amount: x, rule: \""+strings.Repeat("{x}", 100_000)+"\"}\n", "{}"),
		"many braces":       program("{x: integer}", "", "      - line: {key: a, amount: x, rule: \""+strings.Repeat("}.", 100_000)+"\"}\n", "{}"),
		"aliases":           "a: &a [x]\n" + many(2000, "b%i: &b%i [*a, *a, *a]\n"),
		"a long number":     law + "parameters:\n  q: {value: " + strings.Repeat("9", 5_000_000) + ", unit: EUR, label: Q, source: law, cite: § 1}\n",
		"a great exponent":  law + "parameters:\n  q: {value: 1e999999999, unit: EUR, label: Q, source: law, cite: § 1}\n",
		"a great power":     program("{x: integer}", "", "      - y: 10 ** 1000000000\n", "{y: integer}"),
		"a great place":     program("{x: integer}", "", "      - y: down(x, 1000000000)\n", "{y: integer}"),
		"unknown names":     program("{x: integer}", "", many(3000, "      - v%i: w%i\n"), "{x: integer}"),
		"long types":        program("{x: "+strings.Repeat("list of ", 100_000)+"integer}", "", "      - y: 1\n", "{y: integer}"),
		"long product":      program("{x: integer}", "", "      - y: down("+strings.Repeat("x * 1.234567 * ", 200)+"x, 0)\n", "{y: integer}"),
		"known product":     program("{x: integer}", "", "      - y: 3\n"+many(2000, "      - y: y * y\n"), "{y: integer}"),
		"grown product":     program("{x: integer}", "", "      - y: x\n"+many(2000, "      - y: y * y\n"), "{y: integer}"),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			list := findings("hostile.yaml", []byte(text))
			took := time.Since(start)
			if took > time.Minute {
				t.Errorf("took %v", took)
			}
			if len(list) > 0 {
				t.Logf("%v: %d findings, the first %.200s", took, len(list), list.Sorted()[0].String())
			} else {
				t.Logf("%v: no findings", took)
			}
		})
	}
}
