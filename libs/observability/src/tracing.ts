/** Destination and service name of our own spans. */
export interface TracingOptions {
  readonly service: string;
  readonly version: string;
  /** OTLP/HTTP endpoint such as `http://127.0.0.1:4318/v1/traces`; tracing is off without one. */
  readonly endpoint: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Tracing {
  /** Sends buffered spans and stops. */
  stop(): Promise<void>;
}

/**
 * Enables tracing of the service itself. Spans are created with `@opentelemetry/api` where calls cross processes; without an
 * endpoint, that API does nothing and the SDK (40 MB) is never loaded.
 */
export async function startTracing({ service, version, endpoint, headers = {} }: TracingOptions): Promise<Tracing> {
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const [{ NodeSDK }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    traceExporter: new OTLPTraceExporter({ url: endpoint, headers: { ...headers } }),
    autoDetectResources: false,
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return { stop: () => sdk.shutdown() };
}
