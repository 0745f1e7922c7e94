package rest

import (
	"net/url"
	"strings"

	"github.com/payslate/payslate/internal/loopback"
	"github.com/payslate/payslate/operations"
)

// sentByPage reports whether a request comes from the service's own origin, by
// Sec-Fetch-Site and Origin, or if a browser sends neither (a GET without TLS) by
// Referer.
func (x *exchange) sentByPage() bool {
	header := x.Request.Header
	if !x.ownName() {
		return false
	}
	sites, origins := header["Sec-Fetch-Site"], header["Origin"]
	if len(sites) == 0 && len(origins) == 0 {
		referers := header["Referer"]
		return len(referers) == 1 && x.ownOrigin(referers[0])
	}
	for _, site := range sites {
		if site != "same-origin" {
			return false
		}
	}
	for _, origin := range origins {
		if !x.ownOrigin(origin) {
			return false
		}
	}
	return true
}

// ownOrigin reports whether an address is on the origin that the request went to.
func (x *exchange) ownOrigin(text string) bool {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || x.overTLS() && address.Scheme != "https" {
		return false
	}
	public, err := url.Parse(x.server.publicURL)
	return strings.EqualFold(address.Host, x.Request.Host) || err == nil && strings.EqualFold(address.Host, public.Host) && address.Scheme == public.Scheme
}

// ownName reports whether a request calls the service by a name of its own.
func (x *exchange) ownName() bool {
	public, err := url.Parse(x.server.publicURL)
	return err == nil && loopback.Named(x.Request, public.Hostname())
}

// guarded refuses what browsers send for foreign pages, where everybody is served: no key
// protects the service from them.
func (s *Server) guarded(answer handler) handler {
	if !s.meter.Open() {
		return answer
	}
	return func(x *exchange) {
		switch {
		case !x.ownName():
			x.fail(operations.Fail("forbidden_host"))
		case !x.admitted():
			x.fail(operations.Fail("forbidden_origin"))
		default:
			answer(x)
		}
	}
}

// admitted reports whether a request comes from no page, from one of the service, from one
// of an allowed origin, or from one of this machine over the loopback interface.
func (x *exchange) admitted() bool {
	header := x.Request.Header
	sent := header["Origin"]
	for _, each := range sent {
		origin, err := url.Parse(each)
		if err != nil || origin.Host == "" || !x.server.origins[loopback.Origin(origin)] && !x.ownOrigin(each) &&
			!(loopback.Arrived(x.Request) && loopback.Is(loopback.Host(origin.Host))) {
			return false
		}
	}
	for _, site := range header["Sec-Fetch-Site"] {
		if len(sent) == 0 && site != "same-origin" && site != "none" {
			return false
		}
	}
	return true
}

func originsOf(addresses []string) map[string]bool {
	origins := map[string]bool{}
	for _, each := range addresses {
		if address, err := url.Parse(each); err == nil && address.Host != "" {
			origins[loopback.Origin(address)] = true
		}
	}
	return origins
}
