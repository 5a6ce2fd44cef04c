import { translateSchedules, type ScheduleFormat, type ScheduleImport } from '@svc/schedule-import';
import { ServiceError, type ErrorCode, type ErrorDetail } from '@svc/service-error';

/** Bytes of a document; the gateway reads at most twice as many, with the escapes of a text in JSON. */
const MAX_BYTES = 512 * 1024;
/** Parts of a document: enough for a calendar with a decade of events. */
const MAX_ITEMS = 20_000;

export interface TranslationRequest {
  readonly format: ScheduleFormat;
  readonly document: string;
  /** The present, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** A refusal is a result, because an error would lose its class between threads. */
export type TranslationAnswer =
  | { readonly translated: ScheduleImport }
  | { readonly refusal: { code: ErrorCode; message: string; details: readonly ErrorDetail[] } };

/** Translates a document, in the time that it takes: the most costly documents within the limits take some seconds. */
export function translate({ format, document, nowMs }: TranslationRequest): TranslationAnswer {
  try {
    const limits = { nowMs, maxBytes: MAX_BYTES, maxItems: MAX_ITEMS };
    return { translated: translateSchedules(format, Buffer.from(document), limits) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refusal: { code: error.code, message: error.message, details: error.details } };
  }
}
