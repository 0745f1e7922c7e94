package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/payslate/payslate/server/operations"
)

// creditsRemaining is the member of a result's _meta that says what the key may
// still spend.
const creditsRemaining = "credits_remaining"

// call answers calls of an operation's tool. The context of the protocol is
// left alone: without sessions, one client's notice of cancellation could end
// another's call of the same id.
func (h *Handler) call(operation *operations.Operation) server.ToolHandlerFunc {
	return func(ctx context.Context, _ protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		sent := ctx.Value(toolCallKey{}).(toolCall)
		request, arguments := sent.request, []byte(sent.arguments)
		if arguments == nil || sent.arguments.Kind() == 'n' {
			arguments = []byte("{}")
		}
		answer, credits, err := h.options.Caller.Call(request, operation.ID, arguments)
		if err != nil {
			return failed(request, sayUnwrap(err, operation.Input, arguments)), nil
		}
		result := &protocol.CallToolResult{
			Content:           []protocol.Content{protocol.NewTextContent(string(answer))},
			StructuredContent: json.RawMessage(answer),
		}
		if credits != nil {
			result.Meta = &protocol.Meta{AdditionalFields: map[string]any{creditsRemaining: *credits}}
		}
		return result, nil
	}
}

// failed is the result of a call that failed: the error body of REST.
func failed(request *http.Request, err error) *protocol.CallToolResult {
	body, _ := operations.AppendError(nil, err, operations.Language(request.Header.Get("Accept-Language")))
	return &protocol.CallToolResult{Content: []protocol.Content{protocol.NewTextContent(string(body))}, IsError: true}
}

// sayUnwrap adds to the failure of arguments in an object of their own that
// they belong outside of it.
func sayUnwrap(err error, input *operations.Schema, arguments []byte) error {
	var invalid *operations.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	wrapper, ok := wrapperOf(input, arguments)
	if !ok {
		return err
	}
	hint := operations.WrappedArguments(strconv.Quote(wrapper))
	for i := range invalid.Details {
		detail := &invalid.Details[i]
		if len(detail.Location) == 2 && detail.Location[1].Name == wrapper {
			detail.Context = []operations.Context{hint}
		}
	}
	return invalid
}

// wrapperOf is the name of the only argument, if it is an object that the
// operation does not know.
func wrapperOf(input *operations.Schema, arguments []byte) (name string, ok bool) {
	decoder := jsontext.NewDecoder(bytes.NewReader(arguments), jsontext.AllowDuplicateNames(true))
	if start, err := decoder.ReadToken(); err != nil || start.Kind() != '{' {
		return "", false
	}
	first, err := decoder.ReadToken()
	if err != nil || first.Kind() != '"' {
		return "", false
	}
	name = first.String()
	if decoder.PeekKind() != '{' || decoder.SkipValue() != nil || decoder.PeekKind() != '}' {
		return "", false
	}
	return name, input.Index(name) < 0
}
