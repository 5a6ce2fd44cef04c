import type { JsonObject } from '@svc/otlp/wire';
import type { Output } from '../fields/output.js';
import { toObjects, toText } from '../fields/read-fields.js';

/** Reasons that SDKs give; all others count as one, because reasons are labels of a metric. */
const KNOWN = new Set([
  'backpressure',
  'before_send',
  'buffer_overflow',
  'cache_overflow',
  'event_processor',
  'ignored',
  'insufficient_data',
  'internal_sdk_error',
  'invalid',
  'network_error',
  'no_parent_span',
  'queue_overflow',
  'ratelimit_backoff',
  'sample_rate',
  'send_error',
  'too_big',
]);

/** Counts what an SDK has discarded before it sent anything, by its reasons. Sizes in bytes are left out: their items are counted too. */
export function countClientReport(report: JsonObject, output: Output): void {
  for (const discarded of toObjects(report['discarded_events'])) {
    const { quantity } = discarded;
    if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity)) continue;
    if (toText(discarded['category'])?.endsWith('_byte')) continue;
    const reason = toText(discarded['reason']) ?? '';
    output.drop(`client_${KNOWN.has(reason) ? reason : 'other'}`, quantity);
  }
}
