package operations_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// TestEveryFieldCounts: each field of each request changes the answer to an example, or is
// refused there. No field is read and then ignored.
func TestEveryFieldCounts(t *testing.T) {
	f := &fields{t: t, catalogue: opened(t, onBoth), taken: map[string]bool{}}
	for _, operation := range f.catalogue.Operations() {
		if operation.Each != nil {
			continue // its items are requests of another operation
		}
		for _, example := range append(operation.Examples(rules.English), moreExamples[operation.ID]...) {
			request := map[string]any{}
			if operation.Method == "POST" {
				request = f.decoded(example.Request)
			} else if query, err := url.ParseQuery(example.Request); err != nil {
				t.Fatal(err)
			} else {
				for name := range query {
					request[name] = query.Get(name)
				}
			}
			f.vary(operation, request)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(f.taken)) {
		if !f.taken[path] {
			t.Errorf("%s is ignored", path)
		}
	}
	if len(f.taken) < 100 {
		t.Errorf("only %d fields were tried", len(f.taken))
	}
}

// moreExamples are requests that use fields of no documented example.
var moreExamples = map[string][]operations.Example{
	"travel-per-diem/locations": {{Request: "regime=us-federal&q=san"}},
	"travel-per-diem/trip": {{Request: `{"regime":"de-federal","legs":[{"country":"AT","city":"Vienna","arrive":"2026-01-05T08:00","depart":"2026-03-05T18:00"},
		{"country":"AT","city":"Vienna","arrive":"2026-03-05T18:00","depart":"2026-06-05T18:00"}]}`}},
}

// fields varies requests, one field at a time.
type fields struct {
	t         *testing.T
	catalogue *operations.Catalogue
	taken     map[string]bool // by service and the end of the path, whether it made a difference
}

// vary sends the request with each value of each field.
func (f *fields) vary(operation *operations.Operation, request map[string]any) {
	before := f.answer(operation, request)
	service, _, _ := strings.Cut(operation.ID, "/")
	f.each(operation.Input, request, nil, func(path []string, schema *operations.Schema, holder map[string]any) {
		// A field of a profile counts once for all operations of its service.
		id := service + " " + strings.Join(path[max(0, len(path)-2):], " ")
		name := path[len(path)-1]
		kept, was := holder[name]
		for _, value := range valuesOf(schema) {
			if f.taken[id] {
				break
			}
			holder[name] = value
			f.taken[id] = !reflect.DeepEqual(f.answer(operation, request), before)
		}
		if holder[name] = kept; !was {
			delete(holder, name)
		}
	})
}

// each visits the fields of an object, those of its members, and those of the first item
// of its lists. The holder is where a field is in the request.
func (f *fields) each(object *operations.Schema, holder map[string]any, path []string, visit func(path []string, schema *operations.Schema, holder map[string]any)) {
	for _, property := range object.Properties {
		name, schema := property.Name, property.Schema
		path := append(slices.Clone(path), name)
		list, _ := holder[name].([]any)
		switch {
		case schema.Kind == types.RecordKind:
			member, there := holder[name].(map[string]any)
			if !there {
				member = map[string]any{}
				holder[name] = member
			}
			f.each(schema, member, path, visit)
			if !there {
				delete(holder, name)
			}
		case schema.Items == nil || schema.Items.Kind != types.RecordKind:
			visit(path, schema, holder)
		case len(list) > 0:
			for _, items := range slices.Concat(schema.Items.Variants, []*operations.Schema{schema.Items}) {
				f.each(items, list[0].(map[string]any), path, visit)
			}
		}
	}
}

// valuesOf returns values of a schema that are worth sending.
func valuesOf(schema *operations.Schema) (values []any) {
	switch {
	case schema.Items != nil:
		return []any{valuesOf(schema.Items)}
	case schema.Kind == types.Boolean:
		return []any{true, false}
	}
	for _, choice := range schema.Choices() {
		values = append(values, choice)
	}
	if schema.Kind == types.Number {
		for _, bound := range []string{"1", "2", "40"} {
			values = append(values, json.Number(bound))
		}
		if schema.Example != nil {
			values = append(values, json.Number(schema.Example.Number.String()))
		}
		return values
	}
	return append(values, "x", "2026-03-10", "2026-03-10T12:00")
}

// answer returns the answer, or the error. What it repeats of the request does not count.
func (f *fields) answer(operation *operations.Operation, request map[string]any) any {
	text, err := json.Marshal(request)
	if err != nil {
		f.t.Fatal(err)
	}
	if operation.Method == "GET" {
		query := url.Values{}
		for name, value := range request {
			query.Set(name, fmt.Sprint(value))
		}
		text = []byte(query.Encode())
	}
	answer, _ := ask(f.catalogue, operation.ID, string(text))
	got := f.decoded(answer)
	delete(got, "profile")
	return got
}

func (f *fields) decoded(text string) (object map[string]any) {
	f.t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		f.t.Fatalf("%v in %.300s", err, text)
	}
	return object
}
