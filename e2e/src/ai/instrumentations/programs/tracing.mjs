/** Exports every span of a program as JSON to `OTEL_EXPORTER_OTLP_ENDPOINT`. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

export const exporter = new OTLPTraceExporter();

export function startTracing(processor = new SimpleSpanProcessor(exporter)) {
  const provider = new NodeTracerProvider({ spanProcessors: [processor] });
  provider.register();
  return provider;
}

/** Runs each scenario; those that fail are part of what is recorded. */
export async function runAll(scenarios) {
  for (const scenario of scenarios) await scenario().catch((error) => console.error(String(error)));
}
