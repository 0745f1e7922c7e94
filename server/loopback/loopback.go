// Package loopback tells what comes from this machine itself from what a foreign page
// sends that has bound its own name to it.
package loopback

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Arrived reports whether a request came over the loopback interface.
func Arrived(r *http.Request) bool {
	local, there := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return there && Is(Host(local.String()))
}

// Named reports whether a request calls the service by a name of its own, of which public
// is one, where it came over the loopback interface.
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

// Is reports whether a host is this machine, whatever its names.
func Is(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}
