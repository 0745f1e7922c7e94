package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/payslate/payslate/server/operations"
)

// Members of _meta: of a call its idempotency key, of a result the remaining credits and
// the mark of one that was replayed.
const (
	idempotencyKey   = "io.payslate/idempotencyKey"
	creditsRemaining = "credits_remaining"
	replayed         = "io.payslate/idempotentReplayed"
)

// call answers calls of an operation's tool. The context of the protocol is
// left alone: without sessions, one client's notice of cancellation could end
// another's call of the same id.
func (h *Handler) call(operation *operations.Operation) server.ToolHandlerFunc {
	return func(ctx context.Context, message protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		sent := ctx.Value(toolCallKey{}).(toolCall)
		request, arguments := sent.request, []byte(sent.arguments)
		if arguments == nil || string(arguments) == "null" {
			arguments = []byte("{}")
		}
		key, err := keyOf(message.Params.Meta)
		var answer operations.Reply
		if err == nil {
			answer, err = h.options.Caller.Call(request, operation.ID, arguments, key)
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

// envelope is what a message of the protocol says about itself. The rest of it is read by
// the protocol's library.
type envelope struct {
	ID     json.RawMessage
	Method protocol.MCPMethod
}

// maxID is the largest number that clients and the protocol's library write exactly.
const maxID = 1 << 53

// answerable reports whether the library's answer can repeat the id exactly.
func (e *envelope) answerable() bool {
	if len(e.ID) == 0 || e.ID[0] != '-' && (e.ID[0] < '0' || e.ID[0] > '9') {
		return true // the library refuses what is not a text
	}
	id, err := strconv.ParseInt(string(e.ID), 10, 64)
	return err == nil && -maxID <= id && id <= maxID
}

// cut takes the arguments of a tool out of a message, so that only the operation's decoder
// reads them: it loses no digit and refuses a key that occurs twice. arguments are nil
// without any.
func cut(body []byte) (e envelope, message []byte, arguments json.RawMessage) {
	var members, params map[string]json.RawMessage
	if json.Unmarshal(body, &e) != nil || json.Unmarshal(body, &members) != nil || json.Unmarshal(members["params"], &params) != nil {
		return e, body, nil
	}
	arguments, sent := params["arguments"]
	if !sent {
		return e, body, nil
	}
	params["arguments"] = json.RawMessage(`{}`)
	inside, err := json.Marshal(params)
	if err == nil {
		members["params"] = inside
		message, err = json.Marshal(members)
	}
	if err != nil {
		return e, body, nil // invalid JSON, which the library refuses
	}
	return e, message, arguments
}
