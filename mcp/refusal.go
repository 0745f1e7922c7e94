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

func foreignOrigin() *operations.Failure {
	failure := &operations.Failure{Status: http.StatusForbidden, Code: "forbidden_origin"}
	failure.Message.English = "Pages of this origin may not call the service: its operator can allow the origin, or call from a server."
	failure.Message.German = "Seiten dieser Herkunft dürfen den Dienst nicht aufrufen: der Betreiber kann die Herkunft zulassen, oder von einem Server aus aufrufen."
	return failure
}

func foreignHost() *operations.Failure {
	failure := &operations.Failure{Status: http.StatusForbidden, Code: "forbidden_host"}
	failure.Message.English = "This server does not go by the name in the Host header: call it by its public address or as localhost."
	failure.Message.German = "Dieser Server heißt nicht wie im Header Host: unter seiner öffentlichen Adresse oder als localhost aufrufen."
	return failure
}
