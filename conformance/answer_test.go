package conformance

import (
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/payslate/payslate/interpreter/wording"
)

// TestAnswersAreTheirStructs: the JSON of each labelled case's answer is that of the operation's
// struct, also where it is written by hand.
func TestAnswersAreTheirStructs(t *testing.T) {
	subject := embeddedSubject(t)
	service, err := subject.service()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, set := range loadSets(t) {
		operation := service.Operation(operationIDs[set.Answer])
		if operation == nil || operation.Method != "POST" {
			continue
		}
		set = set.sampled(4)
		for i := range set.cases {
			request := set.cases[i].text
			got, err := operation.AnswerJSON(nil, request, wording.English)
			if err != nil {
				continue
			}
			of, err := operation.Answer(request, wording.English)
			if err != nil {
				t.Fatal(err)
			}
			if want, err := json.Marshal(of); err != nil || string(got) != string(want) {
				t.Fatalf("%s\n answered as %s\n the struct is %s %v", request, got, want, err)
			}
			compared++
		}
	}
	if compared < 1000 {
		t.Errorf("%d answers compared", compared)
	}
}
