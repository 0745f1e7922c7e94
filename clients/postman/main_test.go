package postman

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the collection")

const file = "payslate.postman_collection.json"

func TestCollectionIsCurrent(t *testing.T) {
	var written bytes.Buffer
	if err := write(&written); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, written.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(committed, written.Bytes()) {
		t.Errorf("%s is out of date; run with -update and review the diff", file)
	}
}

func TestEveryRequestCanBeSent(t *testing.T) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var c collection
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	requests := 0
	for _, folder := range c.Item {
		names := map[string]bool{}
		for _, each := range folder.Item {
			requests++
			if names[each.Name] {
				t.Errorf("two requests are named %s", each.Name)
			}
			names[each.Name] = true
			if !strings.HasPrefix(each.Request.URL, "{{address}}/v1/") {
				t.Errorf("%s has the URL %s", each.Name, each.Request.URL)
			}
			if (each.Request.Method == "POST") != (each.Request.Body != nil && json.Valid([]byte(each.Request.Body.Raw))) {
				t.Errorf("%s: %s with body %v", each.Name, each.Request.Method, each.Request.Body)
			}
		}
	}
	if requests < 12 {
		t.Errorf("%d requests", requests)
	}
}
