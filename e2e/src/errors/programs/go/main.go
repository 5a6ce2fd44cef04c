// Fails in spans, which record it with a stack. Arguments: the address of ingestion, the key, and the name of the service.
package main

import (
	"context"
	"fmt"
	"os"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

type Declined struct{ order int }

func (d Declined) Error() string { return fmt.Sprintf("card of order %d was declined", d.order) }

func charge(span trace.Span, order int) {
	span.RecordError(Declined{order}, trace.WithStackTrace(true))
}

func ship(span trace.Span, order int) {
	span.RecordError(fmt.Errorf("order %d is lost", order), trace.WithStackTrace(true))
}

func run(tracer trace.Tracer, call func(trace.Span, int), order int) {
	_, span := tracer.Start(context.Background(), "work")
	defer span.End()
	call(span, order)
}

func main() {
	ctx := context.Background()
	exporter, err := otlptracehttp.New(ctx,
		otlptracehttp.WithEndpointURL(os.Args[1]+"/v1/traces"),
		otlptracehttp.WithHeaders(map[string]string{"x-svc-api-key": os.Args[2]}))
	if err != nil {
		panic(err)
	}
	service := resource.NewSchemaless(
		attribute.String("service.name", os.Args[3]), attribute.String("telemetry.sdk.language", "go"))
	traces := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(service))
	tracer := traces.Tracer("shop")
	run(tracer, charge, 7)
	run(tracer, charge, 4711)
	run(tracer, ship, 7)
	if err := traces.Shutdown(ctx); err != nil {
		panic(err)
	}
}
