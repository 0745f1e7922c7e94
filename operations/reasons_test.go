package operations_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/wording"
)

var german, _ = wording.Register("de")

type reason struct {
	ID                                                               int
	Kind, Name, Value                                                string
	Unit, Label, Formula, Cite, Source, Program, Procedure, Position *string
	Inputs                                                           []struct {
		Name string
		Node int
	}
}

type explained struct {
	Lines []struct {
		Key    string
		Amount json.Number
	}
	Reasons struct {
		Lines []struct {
			Key                string
			Amount, Base, Rate *int
		}
		Nodes []reason
	}
}

// TestReasons: each line has reasons, whose nodes are at the index of their ID, have
// sources, and lead to existing nodes without cycles.
func TestReasons(t *testing.T) {
	catalogue := opened(t, onRules)
	place := regexp.MustCompile(`^[a-z_0-9./]+\.yaml:[1-9][0-9]*$`)
	for _, request := range []string{`{"country":"DE","gross":5000}`, `{"country":"DE","year":2025,"period":"week","gross":1234.56,"de":{"church":true,"tax_class":3,"children":2}}`, `{"country":"UK","gross":5000}`, `{"country":"UK","gross":60000,"uk":{"tax_code":"SK100","period_number":3,"previous_pay":9000,"previous_tax":10}}`} {
		answer, status := ask(catalogue, "salary-net/explain", request)
		var x explained
		if err := json.Unmarshal([]byte(answer), &x); err != nil || status != 200 {
			t.Fatalf("%s: status %d, %v: %.300s", request, status, err, answer)
		}
		if again, _ := ask(catalogue, "salary-net/explain", request); again != answer {
			t.Errorf("%s: the second explanation differs", request)
		}
		for i, line := range x.Lines {
			reasons := x.Reasons.Lines[i]
			if reasons.Key != line.Key || reasons.Amount == nil {
				t.Errorf("%s: line %s: reasons of %s: %+v", request, line.Key, reasons.Key, reasons)
			}
		}
		state := make([]int, len(x.Reasons.Nodes))
		var visit func(id int)
		visit = func(id int) {
			if id < 1 || id > len(state) || state[id-1] == 1 {
				t.Fatalf("%s: node %d is missing or in a cycle", request, id)
			}
			if state[id-1] == 2 {
				return
			}
			state[id-1] = 1
			for _, in := range x.Reasons.Nodes[id-1].Inputs {
				visit(in.Node)
			}
			state[id-1] = 2
		}
		for _, line := range x.Reasons.Lines {
			for _, id := range []*int{line.Amount, line.Base, line.Rate} {
				if id != nil {
					visit(*id)
				}
			}
		}
		kinds := map[string]int{}
		for i, n := range x.Reasons.Nodes {
			kinds[n.Kind]++
			if n.ID != i+1 || state[i] != 2 {
				t.Errorf("%s: node %d is at index %d, or no line leads to it", request, n.ID, i)
			}
			switch n.Kind {
			case "step":
				if n.Formula == nil || n.Program == nil || n.Position == nil || !place.MatchString(*n.Position) {
					t.Errorf("%s: step %+v", request, n)
				}
			case "parameter":
				if n.Label == nil || n.Source == nil || n.Cite == nil || n.Position == nil || !place.MatchString(*n.Position) {
					t.Errorf("%s: parameter %+v", request, n)
				}
			}
		}
		if kinds["step"] < 10 || kinds["parameter"] < 5 || kinds["input"] == 0 {
			t.Errorf("%s: %v", request, kinds)
		}
	}
}

// TestReasonsAreBesideTheAnswer: without its reasons, the answer equals that of net.
func TestReasonsAreBesideTheAnswer(t *testing.T) {
	catalogue := opened(t, onRules)
	for _, request := range []string{`{"country":"DE","gross":5000.005}`, `{"country":"UK","gross":-1}`, `{"country":"DE","gross":100}`} {
		plain, plainStatus := ask(catalogue, "salary-net/net", request)
		answer, status := ask(catalogue, "salary-net/explain", request)
		if from := strings.Index(answer, `,"reasons":`); from >= 0 {
			answer = answer[:from] + answer[strings.LastIndex(answer, `,"rules_version":`):]
		}
		if answer != plain || status != plainStatus {
			t.Errorf("%s: %d %.300s\nnet: %d %.300s", request, status, answer, plainStatus, plain)
		}
	}
}

func TestReasonsInGerman(t *testing.T) {
	catalogue := opened(t, onRules)
	answer, err := catalogue.Operation("salary-net/explain").AnswerJSON(nil, []byte(`{"country":"DE","gross":5000}`), german)
	if err != nil {
		t.Fatal(err)
	}
	var x explained
	if err := json.Unmarshal(answer, &x); err != nil {
		t.Fatal(err)
	}
	rate := slices.IndexFunc(x.Reasons.Nodes, func(n reason) bool { return n.Kind == "parameter" && n.Name == "pv_rate" })
	if rate < 0 {
		t.Fatal("no rate of care insurance")
	}
	n := x.Reasons.Nodes[rate]
	if !strings.HasPrefix(*n.Label, "Beitragssatz") || n.Value != "3,6" {
		t.Errorf("%s: %s", *n.Label, n.Value)
	}
}

// formulaNode is a node of an explanation as data.
type formulaNode struct {
	ID      int
	Number  json.Number
	Formula any `json:"formula_tree"`
}

// valueOf computes a part of a formula with exact operations; nil for others.
func valueOf(part any, nodes []formulaNode) *big.Rat {
	of, isObject := part.(map[string]any)
	if !isObject {
		n, _ := new(big.Rat).SetString(fmt.Sprint(part))
		return n
	}
	if id, is := of["id"].(json.Number); is {
		at, _ := id.Int64()
		n, _ := new(big.Rat).SetString(string(nodes[at-1].Number))
		return n
	}
	operands, _ := of["of"].([]any)
	var values []*big.Rat
	for _, operand := range operands {
		value := valueOf(operand, nodes)
		if value == nil {
			return nil
		}
		values = append(values, value)
	}
	if len(values) != 2 {
		return nil
	}
	x, y := values[0], values[1]
	switch of["op"] {
	case "+":
		return new(big.Rat).Add(x, y)
	case "-":
		return new(big.Rat).Sub(x, y)
	case "*":
		return new(big.Rat).Mul(x, y)
	}
	return nil
}

// TestReasonsAsData: without texts the reasons of a payslip fit 25,000 bytes, and a reader can
// compute each sum, difference and product from its formula.
func TestReasonsAsData(t *testing.T) {
	catalogue := opened(t, onRules)
	bare, err := catalogue.Operation("salary-net/explain").Select("texts=false")
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{`{"country":"DE","gross":5000}`, `{"country":"UK","gross":5000}`, `{"country":"NO","gross":50000}`} {
		answer, err := bare.AnswerJSON(nil, []byte(request), wording.English)
		if err != nil {
			t.Fatal(err)
		}
		if len(answer) > 25_000 {
			t.Errorf("%s: %d bytes", request, len(answer))
		}
		var x struct{ Reasons struct{ Nodes []formulaNode } }
		decoder := json.NewDecoder(bytes.NewReader(answer))
		decoder.UseNumber()
		if err := decoder.Decode(&x); err != nil {
			t.Fatal(err)
		}
		computed := 0
		for _, node := range x.Reasons.Nodes {
			if value := valueOf(node.Formula, x.Reasons.Nodes); node.Formula != nil && value != nil {
				computed++
				if want, _ := new(big.Rat).SetString(string(node.Number)); want == nil || want.Cmp(value) != 0 {
					t.Errorf("%s: node %d is %s, and its formula %v gives %s", request, node.ID, node.Number, node.Formula, value.RatString())
				}
			}
		}
		if computed < 3 {
			t.Errorf("%s: only %d formulas were computed", request, computed)
		}
	}
}
