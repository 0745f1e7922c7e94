package rest

import (
	"encoding/json"
	"net/http"
	"testing"
)

func TestRuleFiles(t *testing.T) {
	f := newFixture(t, nil)
	var list struct {
		RulesVersion string `json:"rules_version"`
		Files        []string
	}
	answer := f.send("GET", "/rules/", "")
	if err := json.Unmarshal(answer.Body.Bytes(), &list); err != nil || answer.Code != 200 {
		t.Fatalf("status %d, %v", answer.Code, err)
	}
	if list.RulesVersion != f.book.Version() || len(list.Files) < 10 {
		t.Errorf("version %s, files %v", list.RulesVersion, list.Files)
	}
	for _, name := range list.Files {
		want, _ := f.book.Text(name)
		got := f.send("GET", "/rules/"+name, "")
		if got.Code != 200 || got.Body.String() != string(want) || got.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: status %d, %d bytes of %d", name, got.Code, got.Body.Len(), len(want))
		}
		if again := f.send("GET", "/rules/"+name, "", "If-None-Match", got.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s is asked for again: %d", name, again.Code)
		}
	}
	var counts struct {
		RulesVersion string `json:"rules_version"`
		Items        []struct{ Place string }
	}
	if err := json.Unmarshal(f.send("GET", "/rules/coverage.json", "").Body.Bytes(), &counts); err != nil || counts.RulesVersion != f.book.Version() || len(counts.Items) == 0 {
		t.Errorf("the cases of each place: %d, of rules %q, %v", len(counts.Items), counts.RulesVersion, err)
	}
	for _, path := range []string{"/rules/none.yaml", "/rules/../server.go", "/rules/de"} {
		if got := f.send("GET", path, ""); got.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, got.Code)
		}
	}
}
