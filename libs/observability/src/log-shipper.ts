import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';

/** The destination of log records, and their sender. */
export interface LogShipperOptions {
  readonly service: string;
  /** OTLP/HTTP endpoint such as `http://127.0.0.1:4318/v1/logs`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ShippedRecord {
  readonly at: Date;
  readonly eventName: string;
  readonly body: string;
  readonly isWarning: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface LogShipper {
  /** Resolves when the collector has acknowledged all records; rejects otherwise, and then some may have arrived. */
  ship(records: readonly ShippedRecord[]): Promise<void>;
  stop(): Promise<void>;
}

/** Severity numbers of OpenTelemetry. */
const INFO = 9;
const WARN = 13;

/** Sends log records of this service to a collector. The SDK is loaded by this call. */
export async function openLogShipper({ service, endpoint, headers }: LogShipperOptions): Promise<LogShipper> {
  const [{ LoggerProvider }, { OTLPLogExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-logs'),
    import('@opentelemetry/exporter-logs-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPLogExporter({ url: endpoint, headers: { ...headers } });
  let batch: ReadableLogRecord[] = [];
  // The processors of the SDK drop records that they cannot send, so this one only collects.
  const collector = {
    onEmit: (record: ReadableLogRecord) => void batch.push(record),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  const resource = resourceFromAttributes({ 'service.name': service });
  const provider = new LoggerProvider({ resource, processors: [collector] });
  const logger = provider.getLogger(service);
  return {
    async ship(records) {
      batch = [];
      for (const { at, eventName, body, isWarning, attributes } of records) {
        const severity = isWarning
          ? { severityNumber: WARN, severityText: 'WARN' }
          : { severityNumber: INFO, severityText: 'INFO' };
        logger.emit({ timestamp: at, eventName, body, attributes, ...severity });
      }
      const emitted = batch;
      await new Promise<void>((resolve, reject) => {
        exporter.export(emitted, ({ code, error }) => {
          // ExportResultCode.SUCCESS of a package that is not a dependency.
          if (Number(code) === 0) resolve();
          else reject(new Error('the collector did not accept the log records', { cause: error }));
        });
      });
    },
    async stop() {
      await provider.shutdown();
      await exporter.shutdown();
    },
  };
}
