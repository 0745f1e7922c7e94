package operations_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/operations/operationstest"
)

type curveAnswer struct {
	Points []struct {
		Gross              json.Number
		Net                *json.Number
		EmployeeDeductions *json.Number `json:"employee_deductions"`
		EmployerCost       *json.Number `json:"employer_cost"`
		MarginalRate       *json.Number `json:"marginal_rate"`
	}
	Thresholds []struct{ Key, Label string }
	Notes      []string
}

// TestCurve: the points of a curve equal the answers of net.
func TestCurve(t *testing.T) {
	catalogue, err := operations.New(operationstest.New())
	if err != nil {
		t.Fatal(err)
	}
	text, status := ask(catalogue, "salary-net/curve", `{"country":"DE","year":2026,"from":1000,"to":8000.01,"points":8}`)
	var answer curveAnswer
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != 200 {
		t.Fatalf("status %d, %v: %s", status, err, text)
	}
	if len(answer.Points) != 8 || answer.Points[0].Gross != "1000" || answer.Points[7].Gross != "8000.01" || answer.Points[1].Gross != "2000" {
		t.Errorf("points %s", text)
	}
	for _, point := range answer.Points {
		one, status := ask(catalogue, "salary-net/net", `{"country":"DE","year":2026,"gross":`+point.Gross.String()+`}`)
		if (status == 200) != (point.Net != nil) {
			t.Errorf("at %s: net has status %d, the curve %v", point.Gross, status, point.Net)
		}
		if point.Net == nil {
			continue
		}
		var want struct {
			Net                json.Number
			EmployeeDeductions json.Number `json:"employee_deductions"`
			EmployerCost       json.Number `json:"employer_cost"`
		}
		if err := json.Unmarshal([]byte(one), &want); err != nil {
			t.Fatal(err)
		}
		if *point.Net != want.Net || *point.EmployeeDeductions != want.EmployeeDeductions || *point.EmployerCost != want.EmployerCost {
			t.Errorf("at %s: %s, %s, %s, want %v", point.Gross, *point.Net, *point.EmployeeDeductions, *point.EmployerCost, want)
		}
	}
	if answer.Points[1].Net != nil || len(answer.Notes) != 1 {
		t.Errorf("the notes do not mention the refused points: %q", answer.Notes)
	}
	var keys []string
	for _, threshold := range answer.Thresholds {
		keys = append(keys, threshold.Key)
	}
	if want := []string{"midijob_upper_month", "bbg_kv_pv", "tariff_zone_3_end", "solidarity_exemption"}; !slices.Equal(keys, want) {
		t.Errorf("thresholds %v, want %v", keys, want)
	}
}

func TestCurveRefusals(t *testing.T) {
	catalogue, err := operations.New(operationstest.New())
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		request string
		status  int
	}{
		"backwards":       {`{"country":"DE","from":5000,"to":4000}`, 400},
		"empty range":     {`{"country":"DE","from":5000,"to":5000.001}`, 400},
		"all refused":     {`{"country":"DE","from":100,"to":200}`, 400},
		"year":            {`{"country":"DE","year":2019,"from":3000,"to":4000}`, 400},
		"too many":        {`{"country":"DE","from":3000,"to":4000,"points":501}`, 422},
		"one point":       {`{"country":"DE","from":3000,"to":4000,"points":1}`, 422},
		"gross":           {`{"country":"DE","gross":3000,"from":3000,"to":4000}`, 422},
		"above the limit": {`{"country":"DE","from":3000,"to":10000000.01}`, 422},
		"good":            {`{"country":"UK","from":0.01,"to":10000000,"points":500}`, 200},
	} {
		if text, status := ask(catalogue, "salary-net/curve", test.request); status != test.status {
			t.Errorf("%s: status %d, want %d: %.200s", name, status, test.status, text)
		}
	}
}

// TestCurveMarginalRate: above the ceilings, where only the tax rises, the marginal
// rate is the tax rate of the law.
func TestCurveMarginalRate(t *testing.T) {
	catalogue, err := operations.New(operationstest.New())
	if err != nil {
		t.Fatal(err)
	}
	text, _ := ask(catalogue, "salary-net/curve", `{"country":"UK","year":2026,"from":6000,"to":7000,"points":3}`)
	var answer curveAnswer
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err)
	}
	for _, point := range answer.Points {
		if point.MarginalRate == nil || *point.MarginalRate != "42" {
			t.Errorf("at %s the marginal rate is %v, want 42", point.Gross, point.MarginalRate)
		}
	}
}
