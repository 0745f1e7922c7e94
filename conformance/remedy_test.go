package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
)

// merged is a JSON merge patch (RFC 7396) applied to a value.
func merged(value, patch any) any {
	changes, isObject := patch.(object)
	if !isObject {
		return patch
	}
	result := object{}
	if of, isObject := value.(object); isObject {
		for name, member := range of {
			result[name] = member
		}
	}
	for name, change := range changes {
		if change == nil {
			delete(result, name)
		} else {
			result[name] = merged(result[name], change)
		}
	}
	return result
}

// finding is what an answer or error says, each refusal and warning with its remedies.
type finding struct {
	text     string // code, place and message
	code     string // code and place
	remedies []any
	warns    bool
}

// saidBy sends a request and lists its refusals, failures and warnings.
func saidBy(t *testing.T, operation *operations.Operation, request []byte) (all []finding) {
	answer, err := operation.AnswerJSON(nil, request, wording.English)
	var failure *operations.Failure
	if err != nil {
		if !errors.As(err, &failure) {
			t.Fatalf("%s: %v", request, err)
		}
		answer = failure.AppendJSON(nil, wording.English)
	}
	v, err := parseValue(answer)
	if err != nil {
		t.Fatal(err)
	}
	body := v.(object)
	add := func(one any, kind, place, message string) {
		of := one.(object)
		remedies, _ := of["remedies"].([]any)
		code := fmt.Sprint(of[kind], of[place])
		all = append(all, finding{code + fmt.Sprint(of[message]), code, remedies, kind == "code"})
	}
	switch detail := body["detail"].(type) {
	case object:
		add(detail, "error", "loc", "message")
	case []any:
		for _, one := range detail {
			add(one, "type", "loc", "msg")
		}
	}
	warnings, _ := body["warnings"].([]any)
	for _, warning := range warnings {
		add(warning, "code", "field", "message")
	}
	return all
}

// tryRemedies applies each remedy of a request's answer and returns how many there are.
func tryRemedies(t *testing.T, operation *operations.Operation, request []byte) (tried int) {
	t.Helper()
	sent, err := parseValue(request)
	if err != nil {
		return 0
	}
	for _, before := range saidBy(t, operation, request) {
		for _, remedy := range before.remedies {
			tried++
			patched, err := json.Marshal(merged(sent, remedy.(object)["set"]))
			if err != nil {
				t.Fatal(err)
			}
			for _, after := range saidBy(t, operation, patched) {
				if after.text == before.text || before.warns && after.warns && after.code == before.code {
					t.Errorf("%s: the remedy %v does not answer %s\n patched %s", request, remedy, before.text, patched)
				}
			}
			if label := fmt.Sprint(remedy.(object)["label"]); strings.Contains(label, "{") && !strings.Contains(label, `{"`) || label == "" {
				t.Errorf("%s: the label %q is not filled in", request, label)
			}
		}
	}
	return tried
}

// tryInBatch applies the remedies of a request that is an item of a batch, whose patch is that
// of the item.
func tryInBatch(t *testing.T, batch *operations.Operation, request []byte) (tried int) {
	t.Helper()
	item := func(of []byte) object {
		answer, err := batch.AnswerJSON(nil, fmt.Appendf(nil, `{"items":[%s]}`, of), wording.English)
		if err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		body, err := parseValue(answer)
		if err != nil {
			t.Fatal(err)
		}
		return body.(object)["items"].([]any)[0].(object)
	}
	failed, isRefused := item(request)["error"].(object)
	remedies, _ := failed["remedies"].([]any)
	if !isRefused {
		return 0
	}
	sent, err := parseValue(request)
	if err != nil {
		t.Fatal(err)
	}
	for _, remedy := range remedies {
		tried++
		patched, err := json.Marshal(merged(sent, remedy.(object)["set"]))
		if err != nil {
			t.Fatal(err)
		}
		if after, is := item(patched)["error"].(object); is && fmt.Sprint(after) == fmt.Sprint(failed) {
			t.Errorf("%s: in a batch the remedy %v does not answer %v", request, remedy, failed)
		}
	}
	return tried
}

// TestRemediesOfQueries: a remedy of a query is a change of its parameters.
func TestRemediesOfQueries(t *testing.T) {
	service, err := embeddedSubject(t).service()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for operation, queries := range map[string][]string{
		"travel-per-diem/rates":     {"regime=us-federal&city=Springfield", "regime=de-federal&country=DE&city=Waikiki", "regime=uk-revenue&country=DE&city=Birmingham", "regime=de-federal&city=Edinburg&country=GB", "regime=us-federal&postal_code=8O202"},
		"salary-net/parameters":     {"country=DE&year=1990", "country=UK&date=2019-01-01&year=2026", "country=USA"},
		"travel-per-diem/locations": {"regime=de-federal&country=XX&q=Ber"},
	} {
		of := service.Operation(operation)
		for _, query := range queries {
			said := func(query url.Values) string {
				_, err := of.AnswerQuery(nil, query.Encode(), wording.English)
				var failure *operations.Failure
				if !errors.As(err, &failure) {
					return ""
				}
				return string(failure.AppendJSON(nil, wording.English))
			}
			values, err := url.ParseQuery(query)
			if err != nil {
				t.Fatal(err)
			}
			before := said(values)
			var body struct {
				Detail struct {
					Remedies []struct{ Set map[string]any }
				}
			}
			if before == "" || json.Unmarshal([]byte(before), &body) != nil {
				continue
			}
			for _, remedy := range body.Detail.Remedies {
				tried++
				patched := maps.Clone(values)
				for name, value := range remedy.Set {
					if patched.Del(name); value != nil {
						patched.Set(name, fmt.Sprint(value))
					}
				}
				if after := said(patched); after == before {
					t.Errorf("%s?%s: the remedy %v does not answer %s", operation, query, remedy.Set, before)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no query has a remedy")
	}
	t.Logf("%d remedies tried", tried)
}

// TestRemedies: each remedy in the answers to the labelled cases answers what it stands
// beside, alone, in a comparison and in a batch.
func TestRemedies(t *testing.T) {
	sets, subject := loadSets(t), embeddedSubject(t)
	service, err := subject.service()
	if err != nil {
		t.Fatal(err)
	}
	compare, batch := service.Operation("salary-net/compare"), service.Operation("salary-net/batch")
	counts := map[string]int{}
	for _, set := range sets {
		operation := service.Operation(operationIDs[set.Answer])
		if operation == nil || operation.Method != "POST" {
			continue
		}
		set = set.sampled(2)
		for i := range set.cases {
			request := set.cases[i].text
			n := tryRemedies(t, operation, request)
			if counts[operation.ID] += n; n > 0 && operation.ID == operationIDs[NetAnswer] {
				counts[compare.ID] += tryRemedies(t, compare, fmt.Appendf(nil, `{"scenarios":[{"country":"UK","gross":100.10},%s]}`, request))
				counts[batch.ID] += tryInBatch(t, batch, request)
			}
		}
	}
	t.Logf("remedies tried: %v", counts)
	for _, id := range []string{operationIDs[NetAnswer], compare.ID, batch.ID} {
		if counts[id] == 0 {
			t.Errorf("%s: no answer has a remedy", id)
		}
	}
}
