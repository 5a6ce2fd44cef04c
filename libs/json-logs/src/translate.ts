import { encodeJson } from '@svc/otlp';
import { Budget, type Translation, type TranslationLimits } from '@svc/otlp/wire';
import { readDelivery } from './firehose.js';
import { readDocument, readLines } from './read.js';
import type { Reading } from './sent-record.js';
import { toRequest } from './to-request.js';

/** One record a line; a JSON document with a record or an array of them; or a delivery of Amazon Data Firehose. */
export type JsonLogsFormat = 'lines' | 'document' | 'firehose';

const READERS: Readonly<Record<JsonLogsFormat, (body: Buffer, budget: Budget) => Reading>> = {
  lines: (body, budget) => ({ records: readLines(body, budget), dropped: {} }),
  document: (body, budget) => ({ records: readDocument(body, budget), dropped: {} }),
  firehose: readDelivery,
};

/**
 * Translates logs in JSON to OTLP, whichever logger wrote them: time, message, level, trace context, service and error are found by the
 * names that loggers use, and all else becomes attributes.
 *
 * @throws ServiceError invalid_request that names the field, or payload_too_large.
 */
export function translateJsonLogs(
  format: JsonLogsFormat,
  bytes: Uint8Array,
  { maxBytes, maxItems }: TranslationLimits,
): Translation {
  const budget = new Budget(maxItems, maxBytes);
  const { records, dropped } = READERS[format](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), budget);
  const body = encodeJson('logs', toRequest(records, budget), bytes.length, maxBytes);
  return { body, dropped, carried: { records: records.length } };
}
