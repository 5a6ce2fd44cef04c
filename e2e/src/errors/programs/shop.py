"""Fails in spans and logs what failed, with the official SDK, as an application of a user would. The endpoint, the key and the service's
name come from the standard OTEL_* variables.
"""

import logging

from opentelemetry import trace
from opentelemetry._logs import set_logger_provider
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

traces = TracerProvider()
traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(traces)
logs = LoggerProvider()
logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
set_logger_provider(logs)
logger = logging.getLogger("shop")
logger.addHandler(LoggingHandler(logger_provider=logs))
tracer = trace.get_tracer("shop")


class Declined(Exception):
    pass


def charge(order):
    raise Declined(f"card of order {order} was declined")


def ship(order):
    return {}[order]


def run(call, order):
    """The exception passes through two spans, which both record it, and is logged within the inner one."""
    try:
        with tracer.start_as_current_span("request"):
            with tracer.start_as_current_span("work"):
                try:
                    call(order)
                except Exception:
                    logger.exception("failed")
                    raise
    except Exception:
        pass


run(charge, 7)
run(charge, 4711)
run(ship, 7)
traces.shutdown()
logs.shutdown()
