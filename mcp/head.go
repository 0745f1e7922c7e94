package mcp

import (
	"encoding/json"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"github.com/payslate/payslate/operations"
)

// checkHead returns the reason to refuse a request before its message is read, or answers a
// preflight request.
func (h *Handler) checkHead(w http.ResponseWriter, r *http.Request) (refused *operations.Failure, preflight bool) {
	// A preflight request of a browser.
	asked := r.Method == http.MethodOptions && r.Header.Get("Origin") != "" && r.Header.Get("Access-Control-Request-Method") != ""
	if r.Method != http.MethodPost && !asked {
		w.Header().Set("Allow", http.MethodPost)
		return operations.Fail("method_not_allowed"), false
	}
	if failure := h.checkSender(r); failure != nil {
		return failure, false
	}
	permit(w.Header(), r)
	if asked {
		permitCall(w)
	}
	return nil, asked
}

// refuse answers a request that does not reach the protocol: with the protocol's error, and
// the error of REST as its data. id is that of the request, nil where it is unknown.
func refuse(w http.ResponseWriter, r *http.Request, code int, id json.RawMessage, failure *operations.Failure) {
	language := operations.Language(r.Header.Get("Accept-Language"))
	data, status := operations.AppendError(nil, failure, language)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// A client that has left cannot be told.
	_ = json.NewEncoder(w).Encode(protocol.JSONRPCError{
		JSONRPC: protocol.JSONRPC_VERSION,
		ID:      protocol.NewRequestId(id),
		Error:   protocol.JSONRPCErrorDetails{Code: code, Message: failure.Message.In(language), Data: json.RawMessage(data)},
	})
}

// checkSender refuses requests that a browser sends for a foreign page. DNS rebinding, a
// page's own name bound to this machine, shows in the Host of a request that arrives over
// the loopback interface.
func (h *Handler) checkSender(r *http.Request) *operations.Failure {
	if !h.site.Named(r) {
		return operations.Fail("forbidden_host")
	}
	if sent := r.Header.Values("Origin"); len(sent) > 1 || len(sent) == 1 && !h.site.Allows(r, sent[0]) {
		return operations.Fail("forbidden_origin")
	}
	return nil
}

// The headers of CORS that let pages of allowed origins call the endpoint.
const (
	sentHeaders     = "Accept, Accept-Language, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key, X-Request-Id"
	answeredHeaders = "Retry-After, X-Credits-Remaining, X-Request-Id"
	// askAgain is how many seconds a browser may cache the permission.
	askAgain = "600"
)

// permit lets the page that an allowed request comes from read the answer.
func permit(header http.Header, r *http.Request) {
	header.Add("Vary", "Origin")
	if origin := r.Header.Get("Origin"); origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Expose-Headers", answeredHeaders)
	}
}

// permitCall answers a preflight of an allowed page.
func permitCall(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Access-Control-Allow-Methods", http.MethodPost)
	header.Set("Access-Control-Allow-Headers", sentHeaders)
	header.Set("Access-Control-Max-Age", askAgain)
	w.WriteHeader(http.StatusNoContent)
}
