package mcp

import (
	"context"
	"encoding/json"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/payslate/payslate/operations"
)

// Members of _meta: of a call its idempotency key, of a result the remaining credits and
// the mark of one that was replayed.
const (
	idempotencyKey   = "io.payslate/idempotencyKey"
	creditsRemaining = "credits_remaining"
	replayed         = "io.payslate/idempotentReplayed"
)

// answerer answers calls of an operation's tool. The context of the protocol is
// left alone: without sessions, one client's notice of cancellation could end
// another's call of the same id.
func answerer(operation *operations.Operation) server.ToolHandlerFunc {
	return func(ctx context.Context, message protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		sent := ctx.Value(toolCallKey{}).(toolCall)
		request, arguments := sent.request, []byte(sent.arguments)
		if arguments == nil || string(arguments) == "null" {
			arguments = []byte("{}")
		}
		if sent.refused != nil {
			return failed(request, sent.refused), nil
		}
		key, err := keyOf(message.Params.Meta)
		var answer operations.Reply
		if err == nil {
			answer, err = sent.caller.Call(operation.ID, arguments, key)
		}
		if err != nil {
			return failed(request, err), nil
		}
		result := &protocol.CallToolResult{
			Content:           []protocol.Content{protocol.NewTextContent(string(answer.JSON))},
			StructuredContent: json.RawMessage(answer.JSON),
		}
		if answer.Credits != nil {
			result.Meta = &protocol.Meta{AdditionalFields: map[string]any{creditsRemaining: *answer.Credits}}
			if answer.Replayed {
				result.Meta.AdditionalFields[replayed] = true
			}
		}
		return result, nil
	}
}

// keyOf is the key under which a call may be repeated, nil without.
func keyOf(sent *protocol.Meta) (*string, error) {
	if sent == nil {
		return nil, nil
	}
	value, given := sent.AdditionalFields[idempotencyKey]
	if key, isText := value.(string); isText {
		return &key, nil
	} else if given {
		return nil, operations.Fail("invalid_idempotency_key")
	}
	return nil, nil
}

// failed is the result of a call that failed: the error body of REST.
func failed(request *http.Request, err error) *protocol.CallToolResult {
	body, _ := operations.AppendError(nil, err, operations.Language(request.Header.Get("Accept-Language")))
	return &protocol.CallToolResult{Content: []protocol.Content{protocol.NewTextContent(string(body))}, IsError: true}
}
