// Package mcp serves the operations of a service as tools of the Model Context
// Protocol, over Streamable HTTP and without sessions.
//
// The protocol is mcp-go's. A Handler turns away what must not reach it, and keeps the arguments
// of a call as they were sent: no number passes through a float. Tools are made of operations, with
// the texts of guidance.yaml.
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

	"github.com/payslate/payslate/internal/loopback"
	"github.com/payslate/payslate/operations"
)

// Caller is the sender of one message, for whom operations answer as by REST.
type Caller interface {
	// Read reads the message, whose sender it finds out and, if not known, counts before.
	// refused is what the sender is told instead of an answer.
	Read() (text []byte, refused *operations.Failure)
	// Count counts a message.
	Count() *operations.Failure
	// Call answers a call of the operation with an id; arguments is its input as JSON text.
	// Under an idempotencyKey, nil without, the call may be repeated and is charged once. The
	// error is an *operations.Failure, and nothing was charged.
	Call(operation string, arguments []byte, idempotencyKey *string) (operations.Reply, error)
}

// Options configures a Handler.
type Options struct {
	Catalogue *operations.Catalogue
	// Service is the one of the catalogue whose operations are the tools.
	Service *operations.Service
	// Site says whose pages may call the endpoint; PublicURL is what clients know it by.
	Site      loopback.Site
	PublicURL string
	Log       *slog.Logger
}

// Handler is the endpoint of one service. It keeps nothing between requests and
// is safe for concurrent use.
type Handler struct {
	site      loopback.Site
	names     map[string]bool // of the tools
	transport *server.StreamableHTTPServer
}

// Path is where the endpoint of a service is found.
func Path(service string) string { return "/v1/" + service + "/mcp" }

// New makes the endpoint of a service.
func New(options Options) (*Handler, error) {
	service := options.Service
	words, err := readGuidance()
	if err != nil {
		return nil, err
	}
	tools, err := serverTools(service, words)
	if err != nil {
		return nil, err
	}
	speaker := server.NewMCPServer(options.Catalogue.Product+"-"+service.Name, options.Catalogue.Version,
		server.WithTitle(service.Title.In(english)),
		server.WithDescription(service.About.In(english)),
		server.WithWebsiteURL(options.PublicURL),
		server.WithInstructions(service.About.In(english)+" "+words.Instructions),
		server.WithToolCapabilities(false),
		server.WithCacheHints(listLifetime.Milliseconds(), protocol.CacheScopePublic),
	)
	speaker.AddTools(tools...)
	h := &Handler{site: options.Site, names: map[string]bool{}}
	for _, tool := range tools {
		h.names[tool.Tool.Name] = true
	}
	h.transport = server.NewStreamableHTTPServer(speaker,
		server.WithStateLess(true),
		server.WithDisableStreaming(true),
		// checkSender checks the Host, with the public one in mind.
		server.WithDisableLocalhostProtection(true),
		server.WithStreamableHTTPLogger(options.Log),
	)
	return h, nil
}

// Serve answers one message of the protocol.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request, caller Caller) {
	if failure, preflight := h.checkHead(w, r); failure != nil {
		refuse(w, r, protocol.INVALID_REQUEST, nil, failure)
		return
	} else if preflight {
		return
	}
	text, refused := caller.Read()
	if len(text) == 0 && refused != nil {
		refuse(w, r, protocol.INVALID_REQUEST, nil, refused)
		return
	}
	sent, failure := read(text)
	call := toolCall{request: r, caller: caller, arguments: sent.Arguments}
	if refused == nil {
		refused = caller.Count()
		if refused != nil && failure == nil && sent.Method == protocol.MethodToolsCall && len(sent.ID) > 0 && h.names[sent.Tool] {
			refused, call.refused = nil, refused // the tool says so
			sent.Message = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q}}`, sent.ID, sent.Tool)
		}
	}
	switch {
	case refused != nil:
		refuse(w, r, protocol.INVALID_REQUEST, sent.ID, refused)
	case sent.Unreadable:
		refuse(w, r, protocol.PARSE_ERROR, nil, failure)
	case failure != nil:
		refuse(w, r, protocol.INVALID_REQUEST, sent.ID, failure)
	case !sent.answerable():
		refuse(w, r, protocol.INVALID_REQUEST, sent.ID, operations.Fail("message_id"))
	case sent.Method == protocol.MethodSubscriptionsListen && sent.ID != nil:
		// The stream would stay empty.
		refuse(w, r, protocol.METHOD_NOT_FOUND, sent.ID, operations.Fail("no_notifications"))
	default:
		// A session id means nothing here, and must not tie requests together.
		request := r.Clone(context.WithValue(r.Context(), toolCallKey{}, call))
		request.Header.Del(protocol.HeaderSessionID)
		request.Body = io.NopCloser(bytes.NewReader(sent.Message))
		request.ContentLength = int64(len(sent.Message))
		h.transport.ServeHTTP(w, request)
	}
}

type toolCallKey struct{}

// toolCall holds what a tool needs and the protocol's library does not pass on.
type toolCall struct {
	request   *http.Request
	caller    Caller
	arguments json.RawMessage
	refused   *operations.Failure // by the limit
}
