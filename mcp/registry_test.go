package mcp_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/payslate/payslate/mcp"
	"github.com/payslate/payslate/operations"
)

// registrySchema is the registry's schema of server.json, without its examples of package
// hosts.
const registrySchema = "testdata/registry/server-2025-12-11.schema.json"

// TestRegistryFiles: each service has a file for the registry of MCP servers that is
// valid and names the service's endpoint and version.
func TestRegistryFiles(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(registrySchema)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("registry/*/server.json")
	if err != nil || len(files) != 2 {
		t.Fatalf("files %q, %v", files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var entry struct {
			Schema  string `json:"$schema"`
			Name    string
			Version string
			Remotes []struct {
				Type    string
				URL     string
				Headers []struct {
					Name     string
					IsSecret bool
				}
			}
		}
		if err := json.Unmarshal(text, &entry); err != nil {
			t.Fatal(err)
		}
		service := filepath.Base(filepath.Dir(name))
		if entry.Version != operations.ThisBuild().Version || !strings.HasSuffix(entry.Name, "/"+service) || !strings.Contains(entry.Schema, "/2025-12-11/") {
			t.Errorf("%s: %+v", name, entry)
		}
		if len(entry.Remotes) != 1 || !strings.HasSuffix(entry.Remotes[0].URL, mcp.Path(service)) ||
			entry.Remotes[0].Headers[0].Name != "X-API-Key" || !entry.Remotes[0].Headers[0].IsSecret {
			t.Errorf("%s: %+v", name, entry.Remotes)
		}
	}
}
