"""Sends one trace of two spans, one log record and two metrics with the official SDK, as an application of a user would.

The endpoint, the key and the service's name come from the standard OTEL_* variables; the argument is the exporters' protocol.
"""

import logging
import sys

from opentelemetry import metrics, trace
from opentelemetry._logs import set_logger_provider
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

if sys.argv[1] == "grpc":
    from opentelemetry.exporter.otlp.proto.grpc._log_exporter import OTLPLogExporter
    from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
else:
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

traces = TracerProvider()
traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(traces)
logs = LoggerProvider()
logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
set_logger_provider(logs)
meters = MeterProvider(metric_readers=[PeriodicExportingMetricReader(OTLPMetricExporter())])
metrics.set_meter_provider(meters)

logger = logging.getLogger("shop")
logger.addHandler(LoggingHandler(logger_provider=logs))
counter = metrics.get_meter("shop").create_counter(f"python.orders.{sys.argv[1]}", unit="{order}")
histogram = metrics.get_meter("shop").create_histogram(f"python.duration.{sys.argv[1]}", unit="s")

with trace.get_tracer("shop").start_as_current_span("GET /orders", kind=trace.SpanKind.SERVER) as parent:
    with trace.get_tracer("shop").start_as_current_span("SELECT orders", attributes={"db.system.name": "postgresql"}):
        logger.warning("slow query", extra={"rows": 12})
        counter.add(3, {"route": "/orders"})
        histogram.record(0.25)
    print(format(parent.get_span_context().trace_id, "032x"))

# Flushes what is left and says so when it could not be delivered.
for provider in (traces, logs, meters):
    provider.force_flush()
    provider.shutdown()
