import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ErrorEventSchema } from '@svc/contract';
import { typedAttributes } from '@svc/reading/attributes';
import { zeroIdToUndefined } from '@svc/reading/statement';
import { toTimestamp } from '@svc/reading/time';
import type { KnownVariant } from '../variants/variants.repository.js';
import type { ErrorRow } from './errors.query.js';

/** An error without its stack. */
export function toErrorEvent(row: ErrorRow, variant: KnownVariant | undefined) {
  return {
    id: row.error_id_hex.toUpperCase(),
    timestamp: toTimestamp(BigInt(row.timestamp_ns)),
    issueId: variant?.issueId,
    type: row.type,
    message: row.message,
    culprit: variant?.culprit || row.culprit,
    level: row.level,
    ...(row.handled === '' ? {} : { handled: row.handled === 'yes' }),
    mechanism: row.mechanism,
    source: row.source,
    platform: row.platform,
    serviceName: row.service_name,
    environment: row.environment,
    release: row.release,
    dist: row.dist,
    traceId: zeroIdToUndefined(row.trace_id_hex),
    spanId: zeroIdToUndefined(row.span_id_hex),
    sessionId: row.session_id,
    distinctId: row.distinct_id,
    groups: row.groups,
    attributes: typedAttributes(row.attributes, row.attribute_types),
  } satisfies MessageInitShape<typeof ErrorEventSchema>;
}
