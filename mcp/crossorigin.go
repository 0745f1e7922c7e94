package mcp

import "net/http"

// What browsers ask and are told so that pages of allowed origins may call: the
// headers of the protocol and of the key, and those of an answer.
const (
	sentHeaders     = "Accept, Accept-Language, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key, X-Request-Id"
	answeredHeaders = "Retry-After, X-Credits-Remaining, X-Request-Id"
	// askAgain is for how many seconds a browser may keep the permission.
	askAgain = "600"
)

// permit lets the page that an admitted request comes from read the answer.
func permit(header http.Header, r *http.Request) {
	header.Add("Vary", "Origin")
	if origin := r.Header.Get("Origin"); origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Expose-Headers", answeredHeaders)
	}
}

// permitCall answers a preflight of an admitted page.
func permitCall(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Access-Control-Allow-Methods", http.MethodPost)
	header.Set("Access-Control-Allow-Headers", sentHeaders)
	header.Set("Access-Control-Max-Age", askAgain)
	w.WriteHeader(http.StatusNoContent)
}
