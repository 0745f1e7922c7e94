package mcp

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/payslate/payslate/server/loopback"
	"github.com/payslate/payslate/server/operations"
)

const (
	// maxBody is the largest message in bytes, as for REST.
	maxBody = operations.MaxBody
	// bodyTimeout is the time for a message once its head has arrived.
	bodyTimeout = 10 * time.Second
)

// admission decides which requests reach the protocol.
type admission struct {
	publicHost string
	origins    map[string]bool
}

func newAdmission(publicURL string, allowed []string) (admission, error) {
	a := admission{origins: make(map[string]bool)}
	for _, address := range append([]string{publicURL}, allowed...) {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Scheme == "" || parsed.Host == "" {
			return a, fmt.Errorf("%q is not an origin: write an origin such as https://agent.example.com", address)
		}
		a.origins[originOf(parsed)] = true
		if address == publicURL {
			a.publicHost = loopback.Host(parsed.Host)
		}
	}
	return a, nil
}

// admit reads the message of a request, or returns the reason to refuse it. Both are nil
// for a preflight request that was answered.
func (a *admission) admit(w http.ResponseWriter, r *http.Request) (*envelope, *refusal) {
	// A preflight request of a browser.
	asked := r.Method == http.MethodOptions && r.Header.Get("Origin") != "" && r.Header.Get("Access-Control-Request-Method") != ""
	if r.Method != http.MethodPost && !asked {
		w.Header().Set("Allow", http.MethodPost)
		return nil, invalidRequest(operations.MethodNotAllowed())
	}
	if refusal := a.admitSender(r); refusal != nil {
		return nil, refusal
	}
	permit(w.Header(), r)
	if asked {
		permitCall(w)
		return nil, nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, invalidRequest(badMessage("message_type"))
	}
	if r.ContentLength > maxBody {
		return nil, invalidRequest(operations.BodyTooLarge(maxBody))
	}
	// Where the connection knows no deadlines, the server's own limit holds.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if errors.As(err, new(*http.MaxBytesError)) {
		return nil, invalidRequest(operations.BodyTooLarge(maxBody))
	}
	if failure := (*operations.Failure)(nil); errors.As(err, &failure) {
		return nil, invalidRequest(failure)
	}
	if err != nil {
		return nil, invalidRequest(operations.UnreadableBody())
	}
	return readEnvelope(body)
}

// admitSender refuses requests that a browser sends for a foreign page. DNS rebinding, a
// page's own name bound to this machine, shows in the Host of a request that arrives over
// the loopback interface.
func (a *admission) admitSender(r *http.Request) *refusal {
	if !loopback.Named(r, a.publicHost) {
		return invalidRequest(forbidden("forbidden_host"))
	}
	sent := r.Header.Values("Origin")
	if len(sent) == 0 {
		return nil
	}
	origin, err := url.Parse(sent[0])
	if err != nil || len(sent) > 1 || origin.Scheme == "" || origin.Host == "" ||
		!a.origins[originOf(origin)] && !(loopback.Arrived(r) && loopback.Is(loopback.Host(origin.Host))) {
		return invalidRequest(forbidden("forbidden_origin"))
	}
	return nil
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// originOf writes an origin in one way only.
func originOf(address *url.URL) string {
	scheme, port := strings.ToLower(address.Scheme), address.Port()
	if port == "" {
		port = defaultPorts[scheme]
	}
	return scheme + "://" + net.JoinHostPort(strings.ToLower(address.Hostname()), port)
}

// The headers of CORS that let pages of allowed origins call the endpoint.
const (
	sentHeaders     = "Accept, Accept-Language, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key, X-Request-Id"
	answeredHeaders = "Retry-After, X-Credits-Remaining, X-Request-Id"
	// askAgain is how many seconds a browser may cache the permission.
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
