/** A span of a trace as it is stored, the input of everything here. IDs are lower case hexadecimal; an absent text is ''. */
export interface StoredSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly startNs: bigint;
  readonly durationNs: bigint;
  /** 0 unset, 1 ok, 2 error. */
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly serviceName: string;
  readonly environment: string;
  readonly release: string;
  readonly scopeName: string;
  readonly scopeVersion: string;
  /** Promoted from the attributes or the resource. */
  readonly sessionId: string;
  readonly distinctId: string;
  /** Values as the column store has them: numbers and booleans as JSON prints them, arrays and maps as JSON. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly events: readonly StoredSpanEvent[];
  /** Attributes that the SDK left out because of its limits. */
  readonly droppedAttributes: number;
}

export interface StoredSpanEvent {
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly timeNs: bigint;
  readonly attributes: Readonly<Record<string, string>>;
}
