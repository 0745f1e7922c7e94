package rest

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// callers reads the trace that a request is part of (W3C traceparent).
var callers propagation.TraceContext

// trace begins the span of a request, which end ends. Names and attributes are
// OpenTelemetry's for HTTP servers; raw paths and queries are left out, because they may
// contain secrets.
func (s *Server) trace(c *gin.Context) (end func(known *facts)) {
	if s.tracer == nil {
		return func(*facts) {}
	}
	name := shown(c.Request.Method)
	if c.FullPath() != "" {
		name += " " + c.FullPath()
	}
	ctx := callers.Extract(c.Request.Context(), propagation.HeaderCarrier(c.Request.Header))
	ctx, span := s.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", shown(c.Request.Method)), attribute.String("http.route", c.FullPath()),
	))
	c.Request = c.Request.WithContext(ctx)
	return func(known *facts) {
		status := c.Writer.Status()
		span.SetAttributes(attribute.Int("http.response.status_code", status),
			attribute.String("payslate.operation", known.operation), attribute.String("payslate.request_id", known.requestID))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		if known.fault != nil {
			span.RecordError(known.fault)
		}
		span.End()
	}
}
