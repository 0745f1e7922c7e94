// Package loopback detects requests from this machine, and those that browsers send for
// foreign pages, also of a page that binds its own name to this machine (DNS rebinding).
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

// Site is the service as browsers know it.
type Site struct {
	host, origin string          // of its public address
	pages        map[string]bool // the origins whose pages may call it, its own among them
}

// NewSite is the service at a public address, which pages of the allowed origins may call.
func NewSite(public string, allowed []string) Site {
	s := Site{pages: map[string]bool{}}
	if address, err := url.Parse(public); err == nil {
		s.host, s.origin = address.Hostname(), origin(address)
	}
	for _, each := range append([]string{public}, allowed...) {
		if address, err := url.Parse(each); err == nil && address.Host != "" {
			s.pages[origin(address)] = true
		}
	}
	return s
}

// Named reports whether the Host of a request that arrived over the loopback interface is
// a name of this machine or of the service. Other requests are not checked.
func (s *Site) Named(r *http.Request) bool {
	host := Host(r.Host)
	return !Arrived(r) || Is(host) || host != "" && strings.EqualFold(host, s.host)
}

// Own reports whether an address is on the origin that a request went to, or on that of the
// public address.
func (s *Site) Own(r *http.Request, text string, encrypted bool) bool {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || encrypted && address.Scheme != "https" {
		return false
	}
	return strings.EqualFold(address.Host, r.Host) || origin(address) == s.origin
}

// Allows reports whether pages of an origin may send a request: an allowed one, or one of
// this machine over the loopback interface.
func (s *Site) Allows(r *http.Request, sent string) bool {
	address, err := url.Parse(sent)
	return err == nil && address.Scheme != "" && address.Host != "" && (s.pages[origin(address)] || Arrived(r) && Is(Host(address.Host)))
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

// origin writes the origin of an address in one way only.
func origin(address *url.URL) string {
	scheme := strings.ToLower(address.Scheme)
	return scheme + "://" + net.JoinHostPort(strings.ToLower(address.Hostname()), cmp.Or(address.Port(), defaultPorts[scheme]))
}
