package mcp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/payslate/payslate/server/operations"
)

// Caller answers calls of operations as REST does: key, balance, schema, rules, debit.
type Caller interface {
	// Call answers a call of the operation with an id (such as
	// Operation.ID); arguments is its input as JSON text. The request is the
	// one that the endpoint was called with: it carries the key and the wanted
	// language. Under an idempotencyKey, nil without, the call may be repeated and is
	// charged once. The error is an *operations.Invalid or an *operations.Failure,
	// and nothing was charged then.
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
	// PublicURL is the address that clients know the server by. Pages of its
	// origin may call the endpoint.
	PublicURL string
	// AllowedOrigins lists further origins of pages that may, such as
	// https://agent.example.com.
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
		tools, err := h.tools(service)
		if err != nil {
			return nil, err
		}
		words, err := readGuidance()
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
	envelope, refused := h.admission.admit(w, r)
	if refused != nil {
		refused.write(w, r)
		return
	}
	if envelope == nil {
		return
	}
	if !envelope.call {
		if failure := h.options.Caller.Admit(r); failure != nil {
			refused = invalidRequest(failure)
			refused.id = envelope.id
			refused.write(w, r)
			return
		}
	}
	if envelope.listen && envelope.id != nil {
		refused = &refusal{code: protocol.METHOD_NOT_FOUND, failure: noNotifications(), id: envelope.id}
		refused.write(w, r)
		return
	}
	// A session id means nothing here, and must not tie requests together.
	message := r.Clone(context.WithValue(r.Context(), toolCallKey{}, toolCall{r, envelope.arguments}))
	message.Header.Del(protocol.HeaderSessionID)
	message.Body = io.NopCloser(bytes.NewReader(envelope.message))
	message.ContentLength = int64(len(envelope.message))
	answer := &plainRefusals{ResponseWriter: w}
	h.transport.ServeHTTP(answer, message)
	answer.end(r, envelope)
}

type toolCallKey struct{}

// toolCall holds what a tool needs and the protocol's library does not pass on.
type toolCall struct {
	request   *http.Request
	arguments jsontext.Value
}
