/** Destination and service name of our own spans. */
export interface TracingOptions {
  readonly service: string;
  readonly version: string;
  /** OTLP/HTTP endpoint such as `http://127.0.0.1:4318/v1/traces`; otherwise the variables of OpenTelemetry decide. */
  readonly endpoint: string | undefined;
  /** Variables of OpenTelemetry; those of the process by default. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Tracing {
  /** Sends buffered spans and stops. */
  stop(): Promise<void>;
}

/**
 * Enables tracing of the service itself. Spans are created with `@opentelemetry/api` where a request enters and where calls cross
 * processes; unless an endpoint is set, that API does nothing and the SDK (40 MB) is never loaded.
 *
 * Ingestion creates no spans: the spans of this service may be sent to this service, which would otherwise trace their arrival.
 */
export async function startTracing({
  service,
  version,
  endpoint,
  env = process.env,
}: TracingOptions): Promise<Tracing> {
  if (!isWanted(endpoint, env)) return { stop: () => Promise.resolve() };
  const [{ NodeSDK }, { OTLPTraceExporter }, { envDetector, resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    // Without an exporter, the SDK creates the one that the variables of OpenTelemetry describe.
    ...(endpoint !== undefined && { traceExporter: new OTLPTraceExporter({ url: endpoint }) }),
    resourceDetectors: [envDetector],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return { stop: () => sdk.shutdown() };
}

/** The SDK itself would send to localhost if no variable were set. */
function isWanted(endpoint: string | undefined, env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  if (endpoint !== undefined) return true;
  if (env['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].some((name) => (env[name] ?? '') !== '');
}
