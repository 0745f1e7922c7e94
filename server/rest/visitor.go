package rest

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/payslate/payslate/server/loopback"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/server/web"
)

// pagePrefix replaces /v1/ in the paths that the page calls.
const pagePrefix = "/page/"

// free reports whether the call costs nothing: the page needs it for its forms.
func (call *call) free() bool { return call.fromPage && call.operation.FreeOnPage }

// identifyVisitor refuses a call of the page's path from another origin, and admits
// visitors without a key. known is false if the call needs a key.
func (call *call) identifyVisitor() (known bool, err error) {
	s, c := call.server, call.context
	if !s.sentByPage(c) {
		return false, operations.Fail("foreign_page")
	}
	header := c.Request.Header
	if s.open() || s.marketplace.sent(header) || secret(header) != "" {
		return false, nil
	}
	address := s.address(c)
	switch {
	case call.free():
		if s.limits.spend(c, address, 1) {
			return false, operations.Fail("refused_too_often")
		}
		call.account = account{unmetered: true}
		return true, nil
	case s.demo == nil || forwarded(header):
		return false, nil
	}
	call.account = account{unmetered: true, visitor: address}
	if s.demo.spend(c, address, 0) {
		return false, operations.Fail("demo_limited", "results", int64(s.demo.limit.Calls))
	}
	return true, nil
}

// showVisitor counts the results of a visitor; a marketplace counts its own. A batch
// counts as one at least.
func (call *call) showVisitor() error {
	demo, visitor := call.server.demo, call.account.visitor
	results := int(call.results)
	if call.operation.Each != nil {
		results = max(1, results)
	}
	if visitor != "" && results > 0 && demo.spend(call.context, visitor, results) {
		demo.empty(visitor)
		return operations.Fail("demo_limited", "results", int64(demo.limit.Calls))
	}
	return nil
}

// readInVain counts a batch of a visitor that was read and refused as one result.
func (call *call) readInVain() {
	if call.account.visitor != "" && call.operation.Each != nil {
		call.server.demo.take(call.account.visitor, 1, time.Now())
	}
}

// pack compresses an answer to the page if the browser accepts gzip.
func (call *call) pack(body []byte) []byte {
	header := call.context.Writer.Header()
	header.Add("Vary", varyPage)
	if !takesGzip(call.context.Request.Header) {
		return body
	}
	header.Set("Content-Encoding", "gzip")
	if tag := header.Get("ETag"); tag != "" {
		header.Set("ETag", "W/"+tag)
	}
	return web.Packed(body)
}

// forwarded reports whether a proxy passed the request on: its address is then not the
// client's, even if a header names one.
func forwarded(header http.Header) bool {
	for _, name := range []string{"Forwarded", forwardedForHeader} {
		if _, sent := header[name]; sent {
			return true
		}
	}
	return false
}

// sentByPage reports whether a request comes from the service's own origin, by
// Sec-Fetch-Site and Origin, or if a browser sends neither (a GET without TLS) by
// Referer.
func (s *Server) sentByPage(c *gin.Context) bool {
	header := c.Request.Header
	if !s.ownName(c.Request) {
		return false
	}
	sites, origins := header["Sec-Fetch-Site"], header["Origin"]
	if len(sites) == 0 && len(origins) == 0 {
		referers := header["Referer"]
		return len(referers) == 1 && s.ownOrigin(c, referers[0])
	}
	for _, site := range sites {
		if site != "same-origin" {
			return false
		}
	}
	for _, origin := range origins {
		if !s.ownOrigin(c, origin) {
			return false
		}
	}
	return true
}

// ownOrigin reports whether an address is on the origin that the request went to.
func (s *Server) ownOrigin(c *gin.Context, text string) bool {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || s.overTLS(c) && address.Scheme != "https" {
		return false
	}
	public, err := url.Parse(s.publicURL)
	return strings.EqualFold(address.Host, c.Request.Host) || err == nil && strings.EqualFold(address.Host, public.Host) && address.Scheme == public.Scheme
}

// ownName reports whether a request calls the service by a name of its own.
func (s *Server) ownName(request *http.Request) bool {
	public, err := url.Parse(s.publicURL)
	return err == nil && loopback.Named(request, public.Hostname())
}
