package rest

import (
	"net"
	"net/http"
	"net/netip"

	"github.com/gin-gonic/gin"
)

const (
	forwardedForHeader   = "X-Forwarded-For"
	forwardedProtoHeader = "X-Forwarded-Proto"

	// networkBits is the part of an IPv6 address that one subscriber is given.
	networkBits = 64
)

// The headers of every answer. The policy is for answers other than pages; a page sets
// its own.
var (
	guessNoType  = []string{"nosniff"}
	tellNobody   = []string{"no-referrer"}
	loadNothing  = []string{"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"}
	onlyOverTLS  = []string{"max-age=31536000"}
	ofThisOrigin = []string{"same-origin"}
)

// protect sets the security headers. Their values are shared: replace a header, never
// change it in place.
func (s *Server) protect(c *gin.Context) {
	header := c.Writer.Header()
	shield(header)
	if s.overTLS(c) {
		header["Strict-Transport-Security"] = onlyOverTLS
	}
}

// shield sets the headers of every answer, encrypted or not.
func shield(header http.Header) {
	header["X-Content-Type-Options"] = guessNoType
	header["Referrer-Policy"] = tellNobody
	header["Content-Security-Policy"] = loadNothing
	header["Cross-Origin-Resource-Policy"] = ofThisOrigin
}

// overTLS reports whether the client's connection is encrypted, by itself or up to a
// trusted proxy.
func (s *Server) overTLS(c *gin.Context) bool {
	if c.Request.TLS != nil {
		return true
	}
	return s.proxied && c.Request.Header.Get(forwardedProtoHeader) == "https" && s.client(c) != peer(c.Request)
}

// client is the address that a request comes from: the connection's, or the one that a
// trusted proxy reports.
func (s *Server) client(c *gin.Context) string {
	if s.proxied {
		return c.ClientIP()
	}
	return peer(c.Request)
}

// peer is the address at the other end of the connection.
func peer(request *http.Request) string {
	host, _, err := net.SplitHostPort(request.RemoteAddr)
	if err != nil {
		return request.RemoteAddr
	}
	return host
}

// network returns the part of an address that identifies a subscriber.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	prefix, err := ip.WithZone("").Prefix(networkBits)
	if err != nil {
		return address
	}
	return prefix.String()
}
