package rest

import (
	"net"
	"net/http"
	"net/netip"
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
func (x *exchange) protect() {
	header := x.Writer.Header()
	shield(header)
	if x.overTLS() {
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
func (x *exchange) overTLS() bool {
	if x.Request.TLS != nil {
		return true
	}
	return x.server.proxied && x.Request.Header.Get(forwardedProtoHeader) == "https" && x.client() != peer(x.Request)
}

// client is the address that a request comes from: the connection's, or the one that a
// trusted proxy reports.
func (x *exchange) client() string {
	if x.server.proxied {
		return x.ClientIP()
	}
	return peer(x.Request)
}

// subscriber is the network of one subscriber that a request comes from.
func (x *exchange) subscriber() string { return network(x.client()) }

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
