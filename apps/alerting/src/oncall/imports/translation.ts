import { translateSchedules, type ScheduleFormat, type ScheduleImport } from '@svc/schedule-import';

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

/**
 * Translates a document, in the time that it takes: the most costly documents within the limits take some seconds.
 *
 * @throws ServiceError invalid_request that names the field or line of the document; payload_too_large.
 */
export function translate({ format, document, nowMs }: TranslationRequest): ScheduleImport {
  return translateSchedules(format, Buffer.from(document), { nowMs, maxBytes: MAX_BYTES, maxItems: MAX_ITEMS });
}
