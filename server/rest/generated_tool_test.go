package rest

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/payslate/payslate/mcp"
	"github.com/payslate/payslate/rules"
)

// TestGeneratedToolCalls: with 200 arguments generated from the tools' schemas, or 2,000
// with PAYSLATE_FULL=1, valid ones are never refused for their form, mistakes are named,
// and REST answers the same text the same way.
func TestGeneratedToolCalls(t *testing.T) {
	count := 200
	if os.Getenv("PAYSLATE_FULL") == "1" {
		count = 2000
	}
	catalogue := everything(t)
	f := newFixture(t, func(o *Options) { o.Catalogue = catalogue })
	key := f.key(100_000)
	g := newGenerator(1, decoded(t, f.description()))
	answered := map[string]int{}
	for _, service := range catalogue.Services {
		tools, err := mcp.New(mcp.Options{Catalogue: catalogue, Service: service.Name, Caller: f.Server, PublicURL: f.publicURL, Log: f.Server.log})
		if err != nil {
			t.Fatal(err)
		}
		path := mcp.Path(service.Name)
		f.Mount(path, service.Name+"/mcp", tools)
		list := decoded(t, f.send("POST", path, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Content-Type", jsonType).Body.Bytes())
		for _, listed := range list["result"].(map[string]any)["tools"].([]any) {
			tool := listed.(map[string]any)
			name := tool["name"].(string)
			described := describedOperation{body: tool["inputSchema"].(map[string]any)}
			twin, root := "", "query" // as in REST
			for _, operation := range service.Operations {
				if operation.Tool != name || operation.Method != http.MethodPost {
					continue
				}
				twin, root = operation.Path, "body"
				for _, example := range operation.Examples(rules.English) {
					described.examples = append(described.examples, decoded(t, []byte(example.Request)))
				}
			}
			for i := range count / 9 { // tools
				arguments := g.fit(&described)
				made := mistake{}
				// The protocol refuses arguments that are not an object.
				for i%2 == 1 && (!g.misfit(pick(g, places(arguments, root)), &made) || arguments.kind != '{') {
					arguments, made = g.fit(&described), mistake{}
				}
				text := arguments.json(g)
				answer := f.toolAt(path, name, text, "X-API-Key", key)
				answered[name+map[bool]string{true: " refused"}[answer.isError]]++
				failed := details([]byte(answer.text))
				switch {
				case made.name != "":
					if !answer.isError || !names(failed, made) {
						t.Errorf("%s: %s at %s: %.500s\n%.1000s", name, made.name, made.at, answer.text, text)
					}
				case slices.ContainsFunc(failed, func(d failedField) bool { return !d.isInexpressible(text) }):
					t.Errorf("%s: valid but refused: %.500s\n%.1000s", name, answer.text, text)
				}
				if twin == "" {
					continue
				}
				if rest := f.send("POST", twin, text, "X-API-Key", key); rest.Body.String() != answer.text || answer.isError != (rest.Code != http.StatusOK) {
					t.Errorf("%s: %.300s\nREST: %.300s\n%.1000s", name, answer.text, rest.Body, text)
				}
			}
		}
	}
	encoded, _ := json.Marshal(answered)
	t.Logf("calls by tool: %s", encoded)
	for _, service := range catalogue.Services {
		for _, operation := range service.Operations {
			if !operation.RESTOnly && answered[operation.Tool+" refused"] == 0 {
				t.Errorf("%s was never called with a mistake", operation.Tool)
			}
		}
	}
}
