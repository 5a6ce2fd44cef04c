import type { Translation, TranslationLimits } from '@svc/otlp/wire';
import { snappyDecode } from '@svc/snappy';
import { readJson } from './read-json.js';
import { readProtobuf } from './read-protobuf.js';
import { writeLogs } from './write-logs.js';

/** JSON, or protobuf in a block of Snappy. */
export type LokiFormat = 'json' | 'protobuf';

/**
 * Translates a request of `/loki/api/v1/push` to OTLP: labels become attributes of the resource, structured metadata attributes of the
 * record, and the level and the trace context fields of the record.
 *
 * @throws ServiceError invalid_request that names the field, or payload_too_large.
 */
export function translateLokiPush(
  format: LokiFormat,
  body: Uint8Array,
  { maxBytes, maxItems }: TranslationLimits,
): Translation {
  const plain = format === 'json' ? body : snappyDecode(body, maxBytes);
  const push = (format === 'json' ? readJson : readProtobuf)(plain, maxItems);
  const { streams, parsedLabels } = push;
  return {
    body: writeLogs(push, plain.byteLength, maxBytes),
    dropped: parsedLabels > 0 ? { parsed_labels: parsedLabels } : {},
    carried: { entries: streams.reduce((total, { entries }) => total + entries.length, 0) },
  };
}
