// Package mcp serves the operations of a service as tools of the Model Context
// Protocol, over Streamable HTTP and without sessions.
//
// handler.go is what an endpoint is made of and the way of a request through it;
// admission.go turns away what must not reach the protocol and lets pages of allowed
// origins in; tool.go makes tools of operations, with the texts of guidance.yaml, and
// call.go cuts the arguments out of messages and answers calls. The protocol itself is
// mcp-go's.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/payslate/payslate/server/operations"
)

// Caller answers calls of operations as REST does: key, balance, schema, rules, debit.
type Caller interface {
	// Call answers a call of the operation with an id; arguments is its input as JSON
	// text. The request carries the key and the wanted language. Under an
	// idempotencyKey, nil without, the call may be repeated and is charged once. The
	// error is an *operations.Failure, and nothing was charged.
	Call(request *http.Request, operation string, arguments []byte, idempotencyKey *string) (operations.Reply, error)
	// Admit bounds the messages that call no operation, such as those that list the
	// tools; its failure is what their sender is told.
	Admit(request *http.Request) *operations.Failure
}

// Options configures a Handler.
type Options struct {
	Catalogue *operations.Catalogue
	// Service names the service of the catalogue whose operations are the tools.
	Service string
	Caller  Caller
	// Pages of the origin of PublicURL, which is what clients know the server by, and of
	// the AllowedOrigins may call the endpoint.
	PublicURL      string
	AllowedOrigins []string
	Log            *slog.Logger
}

// Handler is the endpoint of one service. It keeps nothing between requests and
// is safe for concurrent use.
type Handler struct {
	options   Options
	admission admission
	transport *server.StreamableHTTPServer
}

// Path is where the endpoint of a service is found.
func Path(service string) string { return "/v1/" + service + "/mcp" }

// New makes the endpoint of a service.
func New(options Options) (*Handler, error) {
	admission, err := newAdmission(options.PublicURL, options.AllowedOrigins)
	if err != nil {
		return nil, err
	}
	catalogue := options.Catalogue
	for _, service := range catalogue.Services {
		if service.Name != options.Service {
			continue
		}
		h := &Handler{options: options, admission: admission}
		words, err := readGuidance()
		if err != nil {
			return nil, err
		}
		tools, err := h.tools(service, words)
		if err != nil {
			return nil, err
		}
		speaker := server.NewMCPServer(catalogue.Product+"-"+service.Name, catalogue.Version,
			server.WithTitle(service.Title.In(english)),
			server.WithDescription(service.About.In(english)),
			server.WithWebsiteURL(options.PublicURL),
			server.WithInstructions(service.About.In(english)+" "+words.Instructions),
			server.WithToolCapabilities(false),
			server.WithCacheHints(listLifetime.Milliseconds(), protocol.CacheScopePublic),
		)
		speaker.AddTools(tools...)
		h.transport = server.NewStreamableHTTPServer(speaker,
			server.WithStateLess(true),
			server.WithDisableStreaming(true),
			// The admission checks the Host, with the public one in mind.
			server.WithDisableLocalhostProtection(true),
			server.WithStreamableHTTPLogger(options.Log),
		)
		return h, nil
	}
	return nil, fmt.Errorf("unknown service %q to make tools of", options.Service)
}

// ServeHTTP answers one message of the protocol.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, failure := h.admission.admit(w, r)
	if failure != nil {
		refuse(w, r, protocol.INVALID_REQUEST, nil, failure)
		return
	}
	if body == nil {
		return
	}
	sent, message, arguments := cut(body)
	if sent.Method != protocol.MethodToolsCall {
		failure = h.options.Caller.Admit(r)
	}
	switch {
	case failure != nil:
		refuse(w, r, protocol.INVALID_REQUEST, sent.ID, failure)
		return
	case !sent.answerable():
		refuse(w, r, protocol.INVALID_REQUEST, sent.ID, operations.Fail("message_id"))
		return
	case sent.Method == protocol.MethodSubscriptionsListen && sent.ID != nil:
		// The stream would stay empty.
		refuse(w, r, protocol.METHOD_NOT_FOUND, sent.ID, operations.Fail("no_notifications"))
		return
	}
	// A session id means nothing here, and must not tie requests together.
	request := r.Clone(context.WithValue(r.Context(), toolCallKey{}, toolCall{r, arguments}))
	request.Header.Del(protocol.HeaderSessionID)
	request.Body = io.NopCloser(bytes.NewReader(message))
	request.ContentLength = int64(len(message))
	h.transport.ServeHTTP(w, request)
}

type toolCallKey struct{}

// toolCall holds what a tool needs and the protocol's library does not pass on.
type toolCall struct {
	request   *http.Request
	arguments json.RawMessage
}
