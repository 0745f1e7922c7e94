// Package loopback detects requests from this machine, and foreign pages that bind their
// own name to it (DNS rebinding).
package loopback

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// Arrived reports whether a request came over the loopback interface.
func Arrived(r *http.Request) bool {
	local, there := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return there && Is(Host(local.String()))
}

// Named reports whether the Host of a request that arrived over the loopback interface is
// a name of this machine or public. Other requests are not checked.
func Named(r *http.Request, public string) bool {
	host := Host(r.Host)
	return !Arrived(r) || Is(host) || host != "" && strings.EqualFold(host, public)
}

// Host is the host of HOST or HOST:PORT.
func Host(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return strings.Trim(address, "[]")
	}
	return host
}

// Is reports whether a host is a loopback address or localhost.
func Is(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// Origin writes the origin of an address in one way only.
func Origin(address *url.URL) string {
	scheme := strings.ToLower(address.Scheme)
	return scheme + "://" + net.JoinHostPort(strings.ToLower(address.Hostname()), cmp.Or(address.Port(), defaultPorts[scheme]))
}
