package rules

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
)

// TestExplanationsReachTheirParameters walks down from each line and expects to reach the
// figures of the law.
func TestExplanationsReachTheirParameters(t *testing.T) {
	book := openEmbedded(t)
	for code, parameters := range map[string][]string{
		"DE": {"tariff_zone_3_linear", "bbg_kv_pv", "pv_rate", "rv_rate", "insolvency_levy"},
		"UK": {"income_tax_bands", "ni_primary_threshold", "standard_tax_code"},
	} {
		country, _ := book.Country(code)
		x, err := book.Explain(&Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(5000, 0)})
		if err != nil {
			t.Fatal(err)
		}
		met := map[string]bool{}
		for i, n := range x.Amounts {
			if n == nil {
				t.Errorf("%s: line %s has no reason", code, x.Lines[i].Key)
				continue
			}
			value := strings.ReplaceAll(n.Value, ",", "")
			if value != string(x.Lines[i].Amount.AppendFixed(nil, 2)) {
				t.Errorf("%s: line %s is %s, its reason comes to %s", code, x.Lines[i].Key, x.Lines[i].Amount, n.Value)
			}
			collect(n, met)
		}
		for _, name := range parameters {
			if !met[name] {
				t.Errorf("%s: no line leads to %s; met: %v", code, name, met)
			}
		}
	}
}

func collect(n *run.Node, met map[string]bool) {
	if n.Kind == run.ParameterNode {
		met[n.Name] = true
	}
	for _, in := range n.Inputs {
		collect(in.Node, met)
	}
}
