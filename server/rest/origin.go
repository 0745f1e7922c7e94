package rest

import "github.com/payslate/payslate/operations"

// sentByPage reports whether a request comes from the service's own origin, by
// Sec-Fetch-Site and Origin, or if a browser sends neither (a GET without TLS) by
// Referer.
func (x *exchange) sentByPage() bool {
	header := x.Request.Header
	if !x.server.site.Named(x.Request) {
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

// ownOrigin reports whether an address is on the service's own origin.
func (x *exchange) ownOrigin(text string) bool {
	return x.server.site.Own(x.Request, text, x.overTLS())
}

// guarded refuses what browsers send for foreign pages, where everybody is served: no key
// protects the service from them.
func (s *Server) guarded(answer handler) handler {
	if !s.meter.Open() {
		return answer
	}
	return func(x *exchange) {
		switch {
		case !s.site.Named(x.Request):
			x.fail(operations.Fail("forbidden_host"))
		case !x.fromAllowedPage():
			x.fail(operations.Fail("forbidden_origin"))
		default:
			answer(x)
		}
	}
}

// fromAllowedPage reports whether a request comes from no page, from one of the service, from one
// of an allowed origin, or from one of this machine over the loopback interface.
func (x *exchange) fromAllowedPage() bool {
	header := x.Request.Header
	sent := header["Origin"]
	for _, each := range sent {
		if !x.server.site.Allows(x.Request, each) && !x.ownOrigin(each) {
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
