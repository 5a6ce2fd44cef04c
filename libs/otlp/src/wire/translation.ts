import type { Signal } from '../signal.js';

/** Limits of a translation, which throws `payload_too_large` beyond them. */
export interface TranslationLimits {
  /** Maximum size in bytes of the decompressed request, and of what it becomes. */
  readonly maxBytes: number;
  /** Maximum number of log records, spans or data points. */
  readonly maxItems: number;
}

/** What is known of a translated request beside its content. */
export interface TranslationFindings {
  /** Number of things that OTLP or the store has no place for, by reason; reasons without any are absent. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Number of things in the request, by the kinds that its answer has to state. */
  readonly carried: Readonly<Record<string, number>>;
  /** The ID that its sender gave to the request, if the answer has to state it. */
  readonly eventId?: string | undefined;
}

/** A request of another protocol as a request of OTLP. */
export interface Translation extends TranslationFindings {
  /** The request in protobuf. */
  readonly body: Buffer;
}

/** A request of OTLP in protobuf. */
export interface TranslatedPart {
  readonly signal: Signal;
  readonly body: Buffer;
}

/** A request of another protocol as requests of OTLP. */
export interface PartedTranslation extends TranslationFindings {
  /** At most one request for each signal; none if nothing is stored. */
  readonly parts: readonly TranslatedPart[];
}
