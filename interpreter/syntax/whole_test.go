package syntax

import (
	"reflect"
	"testing"
)

func TestReadDeclarationsLeavesStepsToWhole(t *testing.T) {
	data := []byte(`programs:
  due:
    in: {pay: EUR}
    do:
      - call: share
    procedures:
      share: {do: [half: pay / 2]}
    out: {half: EUR}
`)
	read, _ := Read("due.yaml", data)
	declared, list := ReadDeclarations("due.yaml", data)
	if list.HasErrors() {
		t.Fatal(list.Error())
	}
	p, want := declared.Program("due"), read.Program("due")
	if p.Do != nil || p.Procedures != nil {
		t.Error("steps were read with the declarations")
	}
	if !reflect.DeepEqual(p.Inputs, want.Inputs) || !reflect.DeepEqual(p.Outputs, want.Outputs) {
		t.Error("the declarations differ")
	}
	if whole := p.Whole(); len(whole.Do) != 1 || !reflect.DeepEqual(whole, want) || p.Procedure("share") == nil {
		t.Error("the whole program differs")
	}
}
