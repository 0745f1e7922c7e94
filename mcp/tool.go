package mcp

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/operations"
)

// listLifetime is how long a client may keep the list of tools.
const listLifetime = 5 * time.Minute

// english is the language of the tools' descriptions: clients list them once for many
// people.
var english = operations.Language("")

// anObject is the schema of every answer, which /docs describes.
var anObject = json.RawMessage(`{"type":"object"}`)

//go:embed guidance.yaml
var guidanceText []byte

// guidance is the content of guidance.yaml.
type guidance struct {
	Instructions string
	// Tools has the advice when to use a tool, by the id of its operation.
	Tools map[string]string
}

var readGuidance = sync.OnceValues(func() (*guidance, error) {
	words := new(guidance)
	return words, syntax.Unmarshal("guidance.yaml", guidanceText, words)
})

// serverTools returns the tools of a service, each with the schemas and texts of its operation.
func serverTools(service *operations.Service, words *guidance) (tools []server.ServerTool, err error) {
	for _, operation := range service.Operations {
		if operation.RESTOnly {
			continue
		}
		when, ok := words.Tools[operation.ID]
		if !ok {
			return nil, fmt.Errorf("guidance.yaml: add %s to tools, with when to use it", operation.ID)
		}
		tool := protocol.NewToolWithRawSchema(operation.Tool, operation.About.In(english)+" "+when, service.ToolSchema(operation, english))
		tool.Title = operation.Title.In(english)
		tool.RawOutputSchema = anObject
		tool.Annotations = protocol.ToolAnnotation{
			ReadOnlyHint:    new(true),
			DestructiveHint: new(false),
			IdempotentHint:  new(true),
			OpenWorldHint:   new(false),
		}
		tools = append(tools, server.ServerTool{Tool: tool, Handler: answerer(operation)})
	}
	return tools, nil
}
