package mcp

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"github.com/payslate/payslate/server/operations"
)

// refusal is the answer to a request that does not reach the protocol: the
// protocol's error, with the error of REST as its data.
type refusal struct {
	code    int
	failure *operations.Failure
	// id is that of the refused request, nil where it is unknown.
	id jsontext.Value
}

func invalidRequest(failure *operations.Failure) *refusal {
	return &refusal{code: protocol.INVALID_REQUEST, failure: failure}
}

func (f *refusal) write(w http.ResponseWriter, r *http.Request) {
	language := operations.Language(r.Header.Get("Accept-Language"))
	data, status := operations.AppendError(nil, f.failure, language)
	id := f.id
	if id == nil {
		id = jsontext.Value("null")
	}
	body, err := json.Marshal(protocol.JSONRPCError{
		JSONRPC: protocol.JSONRPC_VERSION,
		ID:      protocol.NewRequestId(json.RawMessage(id)),
		Error: protocol.JSONRPCErrorDetails{
			Code: f.code, Message: f.failure.Message.In(language), Data: json.RawMessage(data),
		},
	})
	if err != nil {
		// The error body is JSON by construction.
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	// A client that has left cannot be told.
	_, _ = w.Write(body)
}

// forbidden is the failure of a request from a foreign host or origin.
func forbidden(code string) *operations.Failure {
	return operations.Fail(http.StatusForbidden, code, code)
}
