/** The records that the services of the shop send. Times are epoch milliseconds. */

export type Attributes = Readonly<Record<string, string | number>>;

/** The process that sends a record. */
export interface Origin {
  readonly service: string;
  readonly version: string;
  readonly instance: string;
  readonly environment: string;
}

export interface SpanRecord {
  readonly origin: Origin;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** As numbered by OTLP. */
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  readonly hasFailed: boolean;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly at: number; readonly attributes: Attributes }[];
}

export interface LogRecord {
  readonly origin: Origin;
  readonly at: number;
  readonly severity: number;
  readonly body: string;
  readonly traceId: string;
  readonly spanId: string;
}

export interface PointRecord {
  readonly origin: Origin;
  readonly metric: string;
  readonly unit: string;
  readonly at: number;
  readonly value: number;
  readonly attributes: Attributes;
}

export interface Telemetry {
  readonly spans: readonly SpanRecord[];
  readonly logs: readonly LogRecord[];
  readonly points: readonly PointRecord[];
  /** Events for the capture interface. */
  readonly events: readonly object[];
}
