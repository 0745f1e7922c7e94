package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/payslate/payslate/server/operations"
)

// tracesGrace is how long the last spans may take to be sent.
const tracesGrace = 2 * time.Second

// wantsTraces reads OpenTelemetry's variables: without an endpoint nothing is
// traced. traces_client.go and the library read the others.
func wantsTraces(env func(string) string) (bool, error) {
	if env("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" ||
		env("OTEL_SDK_DISABLED") == "true" || env("OTEL_TRACES_EXPORTER") == "none" {
		return false, nil
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		if protocol := env(name); protocol != "" && protocol != "http/protobuf" {
			return false, fmt.Errorf("%s=%s: spans are sent by http/protobuf alone; set that, and the endpoint's port for HTTP, such as 4318", name, protocol)
		}
	}
	return true, nil
}

// openTracer makes what spans are begun with, nil where nobody wants them. close
// sends the last ones.
func (s *service) openTracer(ctx context.Context, log *slog.Logger) (tracer oteltrace.Tracer, close func(), err error) {
	if !s.traces {
		return nil, func() {}, nil
	}
	client, err := newSpanClient()
	if err != nil {
		return nil, nil, fmt.Errorf("traces cannot be sent: %w", err)
	}
	exporter, err := otlptrace.New(ctx, client)
	if err != nil {
		return nil, nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("spans were not sent", "cause", err) }))
	build := operations.ThisBuild()
	described, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", build.Product), attribute.String("service.version", build.Version)),
		resource.WithFromEnv(), resource.WithTelemetrySDK())
	if err != nil {
		return nil, nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(described))
	return provider.Tracer(build.Product), func() {
		ctx, cancel := context.WithTimeout(context.Background(), tracesGrace)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.Warn("the last spans were not sent", "cause", err)
		}
	}, nil
}
