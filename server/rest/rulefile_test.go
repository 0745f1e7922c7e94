package rest

import (
	"encoding/json"
	"net/http"
	"strings"
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
			t.Errorf("%s is sent again: %d", name, again.Code)
		}
	}
	var reading struct {
		Names    []struct{ Line, From, To, Meaning int }
		Meanings []struct {
			Name, Kind, About string
			Years             []struct{ Year, Value string }
		}
	}
	answer = f.send("GET", "/rules/de/social_insurance.yaml?names", "", "Accept-Language", "de")
	if err := json.Unmarshal(answer.Body.Bytes(), &reading); err != nil || answer.Code != 200 {
		t.Fatalf("names: status %d, %v", answer.Code, err)
	}
	text, _ := f.book.Text("de/social_insurance.yaml")
	lines := strings.Split(string(text), "\n")
	figures := 0
	for _, n := range reading.Names {
		m := reading.Meanings[n.Meaning]
		word := string([]rune(lines[n.Line-1])[n.From-1 : n.To-1])
		if word != m.Name && !strings.HasPrefix(m.Name, word+"(") {
			t.Errorf("line %d: %q means %s", n.Line, word, m.Name)
		}
		if m.Kind == "parameter" && len(m.Years) > 1 && m.About != "" {
			figures++
		}
	}
	if figures == 0 {
		t.Errorf("no figure with its years among %d names", len(reading.Names))
	}
	for _, path := range []string{"/rules/none.yaml", "/rules/../server.go", "/rules/de", "/rules/coverage.json"} {
		if got := f.send("GET", path, ""); got.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, got.Code)
		}
	}
}
