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

// creditsRemaining is the member of a result's _meta with the remaining credits.
const creditsRemaining = "credits_remaining"

// Members of _meta: the idempotency key of a call, and the mark of a replayed result.
const (
	idempotencyKey = "io.payslate/idempotencyKey"
	replayed       = "io.payslate/idempotentReplayed"
)

// call answers calls of an operation's tool. The context of the protocol is
// left alone: without sessions, one client's notice of cancellation could end
// another's call of the same id.
func (h *Handler) call(operation *operations.Operation) server.ToolHandlerFunc {
	return func(ctx context.Context, message protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		sent := ctx.Value(toolCallKey{}).(toolCall)
		request, arguments := sent.request, []byte(sent.arguments)
		if arguments == nil || sent.arguments.Kind() == 'n' {
			arguments = []byte("{}")
		}
		key, err := keyOf(message.Params.Meta)
		var answer operations.Reply
		if err == nil {
			answer, err = h.options.Caller.Call(request, operation.ID, arguments, key)
		}
		if err != nil {
			return failed(request, sayUnwrap(err, operation.Input, arguments)), nil
		}
		result := &protocol.CallToolResult{
			Content:           []protocol.Content{protocol.NewTextContent(string(answer.JSON))},
			StructuredContent: json.RawMessage(answer.JSON),
		}
		said := map[string]any{}
		if answer.Credits != nil {
			said[creditsRemaining] = *answer.Credits
		}
		if answer.Replayed {
			said[replayed] = true
		}
		if len(said) > 0 {
			result.Meta = &protocol.Meta{AdditionalFields: said}
		}
		return result, nil
	}
}

// keyOf is the key under which a call may be repeated, nil without.
func keyOf(sent *protocol.Meta) (*string, error) {
	if sent == nil {
		return nil, nil
	}
	value, is := sent.AdditionalFields[idempotencyKey]
	if !is {
		return nil, nil
	}
	key, is := value.(string)
	if !is {
		return nil, operations.InvalidIdempotencyKey()
	}
	return &key, nil
}

// failed is the result of a call that failed: the error body of REST.
func failed(request *http.Request, err error) *protocol.CallToolResult {
	body, _ := operations.AppendError(nil, err, operations.Language(request.Header.Get("Accept-Language")))
	return &protocol.CallToolResult{Content: []protocol.Content{protocol.NewTextContent(string(body))}, IsError: true}
}

// sayUnwrap adds a hint to the failure of arguments that are wrapped in an object.
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
