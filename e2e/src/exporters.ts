import { Metadata } from '@grpc/grpc-js';
import { OTLPLogExporter as GrpcLogs } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtoLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as GrpcMetrics } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as GrpcTraces } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import type { TopologyAddress } from '@svc/testing';

/** The encodings in which the official exporters deliver. */
export const ENCODINGS = ['proto', 'http', 'grpc'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The official exporters of the three signals, pointed at the service as its README says. */
export function exporters(encoding: Encoding, { ingestUrl, otlpGrpcAddress, apiKey }: TopologyAddress) {
  if (encoding === 'grpc') {
    const metadata = new Metadata();
    metadata.set('x-svc-api-key', apiKey);
    const options = { url: `http://${otlpGrpcAddress}`, metadata };
    return { traces: new GrpcTraces(options), logs: new GrpcLogs(options), metrics: new GrpcMetrics(options) };
  }
  const options = (path: string) => ({ url: `${ingestUrl}${path}`, headers: { 'X-Svc-API-Key': apiKey } });
  return encoding === 'proto'
    ? {
        traces: new ProtoTraces(options('/v1/traces')),
        logs: new ProtoLogs(options('/v1/logs')),
        metrics: new ProtoMetrics(options('/v1/metrics')),
      }
    : {
        traces: new JsonTraces(options('/v1/traces')),
        logs: new JsonLogs(options('/v1/logs')),
        metrics: new JsonMetrics(options('/v1/metrics')),
      };
}
