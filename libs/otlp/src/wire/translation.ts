/** Limits of a translation, which throws `payload_too_large` beyond them. */
export interface TranslationLimits {
  /** Maximum size in bytes of the decompressed request, and of the request of OTLP that it becomes. */
  readonly maxBytes: number;
  /** Maximum number of log records or data points. */
  readonly maxItems: number;
}

/** A request of another protocol as a request of OTLP. */
export interface Translation {
  /** The request in protobuf. */
  readonly body: Buffer;
  /** Number of things that OTLP or the store has no place for, by reason; reasons without any are absent. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Number of things in the request, by the kinds that its answer has to state. */
  readonly carried: Readonly<Record<string, number>>;
}
