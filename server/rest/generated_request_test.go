package rest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// parameter is a query parameter of an operation.
type parameter struct {
	name     string
	required bool
	schema   map[string]any
}

// describedOperation is an operation of the description, read without the service's code.
type describedOperation struct {
	method, path string
	body         map[string]any
	parameters   []parameter
	examples     []any // the documented bodies
}

func decoded(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		t.Fatal(err)
	}
	return document
}

// operationsOf returns the operations of a description, sorted by path.
func operationsOf(document map[string]any) []describedOperation {
	var all []describedOperation
	paths := document["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for method, described := range paths[path].(map[string]any) {
			described := described.(map[string]any)
			operation := describedOperation{method: strings.ToUpper(method), path: path}
			list, _ := described["parameters"].([]any)
			for _, each := range list {
				if p := each.(map[string]any); p["in"] == "query" {
					operation.parameters = append(operation.parameters, parameter{p["name"].(string), p["required"] == true, p["schema"].(map[string]any)})
				}
			}
			if body, ok := described["requestBody"].(map[string]any); ok {
				content := body["content"].(map[string]any)[jsonType].(map[string]any)
				operation.body = content["schema"].(map[string]any)
				examples, _ := content["examples"].(map[string]any)
				for _, name := range slices.Sorted(maps.Keys(examples)) {
					operation.examples = append(operation.examples, examples[name].(map[string]any)["value"])
				}
			}
			all = append(all, operation)
		}
	}
	return all
}
