package mcp

import (
	_ "embed"
	"fmt"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/server/operations"
)

// listLifetime is how long a client may keep the list of tools.
const listLifetime = 5 * time.Minute

// english is the language of what is said of the tools: clients list them once
// for many people.
var english = operations.Language("")

//go:embed guidance.yaml
var guidanceText []byte

// guidance is the content of guidance.yaml.
type guidance struct {
	Instructions string
	// Tools says by the id of an operation when to use its tool.
	Tools map[string]string
}

var readGuidance = sync.OnceValues(func() (*guidance, error) {
	words := new(guidance)
	if err := document.Decode(guidanceText, words); err != nil {
		return nil, fmt.Errorf("guidance.yaml: %w", err)
	}
	return words, nil
})

// tools makes the tools of a service, each with all that its operation says of
// itself.
func (h *Handler) tools(service *operations.Service) ([]server.ServerTool, error) {
	words, err := readGuidance()
	if err != nil {
		return nil, err
	}
	var tools []server.ServerTool
	for _, operation := range service.Operations {
		if operation.RESTOnly {
			continue
		}
		when, ok := words.Tools[operation.ID]
		if !ok {
			return nil, fmt.Errorf("guidance.yaml: say under tools when to use %s", operation.ID)
		}
		tool := protocol.NewToolWithRawSchema(operation.Tool, operation.About.In(english)+" "+when, operation.InputSchema(english))
		tool.Title = operation.Title.In(english)
		tool.RawOutputSchema = operation.OutputSchema(english)
		tool.Annotations = protocol.ToolAnnotation{
			Title:           operation.Title.In(english),
			ReadOnlyHint:    new(true),
			DestructiveHint: new(false),
			IdempotentHint:  new(true),
			OpenWorldHint:   new(false),
		}
		tools = append(tools, server.ServerTool{Tool: tool, Handler: h.call(operation)})
	}
	return tools, nil
}
