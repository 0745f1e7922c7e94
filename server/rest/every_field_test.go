package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// TestEveryFieldCounts: each field of each request changes the answer to an example, or is
// refused there. No field is read and then ignored.
func TestEveryFieldCounts(t *testing.T) {
	race.Skip(t)
	catalogue := everything(t)
	f := &fields{fixture: newFixture(t, func(o *Options) { o.Catalogue = catalogue }), taken: map[string]bool{}}
	f.key = f.fixture.key(100_000_000)
	f.schemas = decoded(t, string(f.description()))
	for _, operation := range catalogue.Operations() {
		if operation.Each != nil {
			continue // its items are requests of another operation
		}
		described := f.schemas["paths"].(map[string]any)[operation.Path].(map[string]any)[strings.ToLower(operation.Method)].(map[string]any)
		for _, example := range append(operation.Examples(rules.English), moreExamples[operation.Path]...) {
			request := map[string]any{}
			if body, is := described["requestBody"].(map[string]any); is {
				request = decoded(t, example.Request)
				f.vary(operation, body["content"].(map[string]any)[jsonType].(map[string]any)["schema"], request)
				continue
			}
			query, err := url.ParseQuery(example.Request)
			if err != nil {
				t.Fatal(err)
			}
			for name := range query {
				request[name] = query.Get(name)
			}
			parameters := map[string]any{}
			list, _ := described["parameters"].([]any)
			for _, each := range list {
				if p := each.(map[string]any); p["in"] == "query" {
					parameters[p["name"].(string)] = p["schema"]
				}
			}
			f.vary(operation, map[string]any{"properties": parameters}, request)
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
	"/v1/travel-per-diem/locations": {{Request: "regime=us-federal&q=san"}},
	"/v1/travel-per-diem/trip": {{Request: `{"regime":"de-federal","legs":[{"country":"AT","city":"Vienna","arrive":"2026-01-05T08:00","depart":"2026-03-05T18:00"},
		{"country":"AT","city":"Vienna","arrive":"2026-03-05T18:00","depart":"2026-06-05T18:00"}]}`}},
}

// fields varies requests, one field at a time.
type fields struct {
	*fixture
	key     string
	schemas map[string]any
	taken   map[string]bool // by service and the end of the path, whether it made a difference
}

// vary sends the request with each value of each field of the schema.
func (f *fields) vary(operation *operations.Operation, schema any, request map[string]any) {
	before := f.answer(operation, request)
	service, _, _ := strings.Cut(operation.ID, "/")
	f.each(schema, request, "", func(name, path string, schema, holder map[string]any) {
		// A field of a profile counts once for all operations of its service.
		parts := strings.Split(path, ".")
		id := strings.Join(append([]string{service}, parts[max(0, len(parts)-2):]...), " ")
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
func (f *fields) each(schema any, holder map[string]any, path string, visit func(name, path string, schema, holder map[string]any)) {
	of, _ := f.resolved(schema)["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(of)) {
		inner := f.resolved(of[name])
		path := strings.TrimPrefix(path+"."+name, ".")
		items := f.resolved(inner["items"])
		switch {
		case inner["properties"] != nil:
			member, there := holder[name].(map[string]any)
			if !there {
				member = map[string]any{}
				holder[name] = member
			}
			f.each(inner, member, path, visit)
			if !there {
				delete(holder, name)
			}
		case items["properties"] != nil:
			if list, _ := holder[name].([]any); len(list) > 0 {
				f.each(items, list[0].(map[string]any), path+"[]", visit)
			}
		case inner["items"] != nil:
			visit(name, path, map[string]any{"enum": []any{valuesOf(items)}}, holder)
		default:
			visit(name, path, inner, holder)
		}
	}
}

// resolved follows references, and passes by null.
func (f *fields) resolved(schema any) map[string]any {
	s, _ := schema.(map[string]any)
	if to, is := s["$ref"].(string); is {
		return f.resolved(f.schemas["components"].(map[string]any)["schemas"].(map[string]any)[to[strings.LastIndex(to, "/")+1:]])
	}
	for _, kind := range []string{"anyOf", "oneOf", "allOf"} {
		variants, _ := s[kind].([]any)
		if len(variants) == 0 {
			continue
		}
		all := map[string]any{}
		for _, variant := range variants {
			for name, value := range f.resolved(variant) {
				if known, is := all[name].(map[string]any); is && name == "properties" {
					maps.Copy(known, value.(map[string]any))
				} else if value != "null" {
					all[name] = value
				}
			}
		}
		return all
	}
	return s
}

// valuesOf returns values of a schema that are worth sending.
func valuesOf(schema map[string]any) (values []any) {
	if choices, is := schema["enum"].([]any); is {
		return choices
	}
	examples, _ := schema["examples"].([]any)
	values = append(values, examples...)
	for _, name := range []string{"minimum", "maximum"} {
		if bound := schema[name]; bound != nil {
			values = append(values, bound)
		}
	}
	switch kind := fmt.Sprint(schema["type"]); {
	case strings.Contains(kind, "boolean"):
		return []any{true, false}
	case strings.Contains(kind, "integer"), strings.Contains(kind, "number"):
		return append(values, json.Number("1"), json.Number("2"), json.Number("40"))
	}
	return append(values, "x", "2026-03-10", "2026-03-10T12:00")
}

// answer returns the answer, or the error. What it repeats of the request does not count.
func (f *fields) answer(operation *operations.Operation, request map[string]any) any {
	target, body := operation.Path, ""
	if operation.Method == "GET" {
		query := url.Values{}
		for name, value := range request {
			query.Set(name, fmt.Sprint(value))
		}
		target += "?" + query.Encode()
	} else {
		text, err := json.Marshal(request)
		if err != nil {
			f.t.Fatal(err)
		}
		body = string(text)
	}
	sent, recorder := httptest.NewRequest(operation.Method, target, strings.NewReader(body)), httptest.NewRecorder()
	sent.Header.Set("X-API-Key", f.key)
	f.HTTPServer().Handler.ServeHTTP(recorder, sent)
	answer := decoded(f.t, recorder.Body.String())
	delete(answer, "profile")
	return answer
}

func decoded(t testing.TB, text string) (object map[string]any) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	return object
}
