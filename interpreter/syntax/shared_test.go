package syntax

import (
	"testing"
)

// What is written once reads like what is written out.
func TestWrittenOnce(t *testing.T) {
	f, found := Read("once.yaml", []byte(`
license: Open
sources: {act: {name: The act}, other: {name: Another, license: Closed}}
types: {amount: {unit: EUR, min: 0, max: 100}}
variables:
  cost:
    type: amount?
    label: {en: Cost}
components:
  fields: {amount: {type: amount}}
  effects: {taken: EUR}
  parts: {employee: {payer: employee}, notes: {}}
  kinds:
    car:
      label: {en: Car}
      about: {en: A car.}
      fields: [cost]
      do:
        - refuse: {when: given(cost), en: "Leave it out.", field: cost}
        - refuse: {when: amount > 9, en: "Too much."}
      effects: {taken: amount}
      parts:
        employee:
          - line: {key: car, amount: amount}
programs:
  lines:
    lines: {payer: employer}
    do:
      - line: {key: a, amount: "1"}
      - line: {key: b, amount: "1", payer: employee}
    out: {}
`))
	if found.HasErrors() {
		t.Fatal(found.Err())
	}
	if f.Sources[0].License != "Open" || f.Sources[1].License != "Closed" {
		t.Errorf("licenses %q, %q", f.Sources[0].License, f.Sources[1].License)
	}
	car := f.Components.Kinds[0]
	if car.Fields[0].Type != "amount" || !car.Fields[0].Optional || car.Fields[0].Label == nil {
		t.Errorf("field %+v", car.Fields[0])
	}
	for i, member := range []string{"cost", ""} {
		refused := car.Do[i].(*Refuse)
		if named := refused.Fields[0]; named.Name != "components" || named.Member != member || refused.At == nil || refused.Error != "invalid_input" {
			t.Errorf("refusal %d is about %+v, error %s", i, named, refused.Error)
		}
	}
	payer := func(step Step) string {
		for _, field := range step.(*Line).Fields {
			if field.Name == "payer" {
				word, _ := field.Word()
				return word
			}
		}
		return ""
	}
	steps := f.Program("lines").Do
	if got := []string{payer(car.Parts[0].Do[0]), payer(steps[0]), payer(steps[1])}; got[0] != "employee" || got[1] != "employer" || got[2] != "employee" {
		t.Errorf("payers %q", got)
	}
}
