package interpreter

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// TestMemoryFindsTheSame makes and undoes several mistakes and compares the findings of a
// load with a memory to those of one without, on two days with different figures.
func TestMemoryFindsTheSame(t *testing.T) {
	texts := map[string]string{
		"shared.yaml": "types:\n  shape: [round, square]\ninputs:\n  asked:\n    form: {type: shape, default: round}\n",
		"inner.yaml":  "programs:\n  inner:\n    in: {amount: EUR}\n    do:\n      - part: half_up(amount * p.rate / 100, 2)\n    out: {part: EUR}\n",
		"outer.yaml": "programs:\n  outer:\n    in:\n      - asked\n      - {gross: EUR}\n    do:\n      - call: inner\n        with: {amount: gross}\n        give: [part]\n" +
			"      - if: form == \"square\"\n        then:\n          - rest: part\n        else:\n          - rest: 0\n      - line: {key: rest, amount: rest, source: rule}\n    out: {rest: EUR}\n",
		"other.yaml": "programs:\n  other:\n    in: {gross: EUR}\n    do:\n      - most: min(gross, p.limit)\n    out: {most: EUR}\n",
		"figures.yaml": "sources:\n  act: {name: Act, url: \"https://example.org/\", license: free}\n  rule: {name: Rule, url: \"https://example.org/\", license: free}\nparameters:\n" +
			"  rate: {unit: percent, values: [{from: 2026-01-01, value: 9}, {from: 2026-07-01, value: 9.5}], label: Rate, source: act, cite: § 1}\n" +
			"  limit: {unit: EUR, value: 100, label: Limit, source: act, cite: § 2}\n",
	}
	options := testLine
	options.Currency, options.Line = "EUR", slices.Clone(options.Line)
	options.Line[len(options.Line)-1].Source = true
	memory, declared := &types.Memory{}, map[string]*syntax.File{}
	read := func(name, text string) {
		declared[name], _ = syntax.Read(name, []byte(text))
	}
	find := func(memory *types.Memory, on string) string {
		options.On, options.Memory = on, memory
		var files []*syntax.File
		for _, name := range slices.Sorted(maps.Keys(declared)) {
			files = append(files, declared[name])
		}
		_, found := Load(files, options)
		return found.Error()
	}
	for name, text := range texts {
		read(name, text)
	}
	for _, slip := range []struct {
		file, from, to string
		found          bool
	}{
		{"figures.yaml", "parameters:\n", "\nparameters:\n", false}, // all below moves
		{"figures.yaml", "unit: percent", "unit: EUR", true},
		{"figures.yaml", "value: 9.5", "value: 9.5555", false},
		{"figures.yaml", "unit: EUR, value: 100", "unit: EUR, value: 100.0005", true},
		{"figures.yaml", "unit: EUR, value: 100", "by: shape, unit: EUR, values: {round: 1, square: 2}", true},
		{"figures.yaml", "rule:", "rules:", true},
		{"figures.yaml", "  limit:", "  limits:", true},
		{"shared.yaml", "square", "squares", true},
		{"shared.yaml", "form:", "forms:", true},
		{"inner.yaml", "{part: EUR}", "{parts: EUR}", true},
		{"inner.yaml", "do:\n      - part: half_up(amount * p.rate / 100, 2)\n", "do:\n      - part: amount * p.rate / 100\n", true},
		{"other.yaml", "p.limit", "gross", true},
		{"outer.yaml", "call: inner", "call: other", true},
	} {
		right := texts[slip.file]
		wrong := strings.Replace(right, slip.from, slip.to, 1)
		if wrong == right {
			t.Fatalf("%s has no %q", slip.file, slip.from)
		}
		for _, text := range []string{right, wrong, wrong, right} {
			read(slip.file, text)
			for _, on := range []string{"2026-01-01", "2026-07-01"} {
				fresh, remembered := find(nil, on), find(memory, on)
				if remembered != fresh {
					t.Errorf("%s, %q for %q on %s: found\n%s\nand with a memory\n%s", slip.file, slip.to, slip.from, on, fresh, remembered)
				}
				if (fresh != "") != (text == wrong && slip.found) {
					t.Errorf("%s, %q for %q: found %q", slip.file, slip.to, slip.from, fresh)
				}
			}
		}
	}
}
