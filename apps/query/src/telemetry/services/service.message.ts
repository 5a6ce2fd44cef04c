import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ServiceSchema } from '@svc/contract';
import { NANOSECONDS_PER_SECOND, type TimeRange, toTimestamp } from '@svc/reading/time';
import { requestFigures, toCount } from './request-figures.js';
import type { ServiceRow } from './services.query.js';

/** A service without requests in the window has rates and durations of zero. */
export function toService(row: ServiceRow, minutes: TimeRange): MessageInitShape<typeof ServiceSchema> {
  return {
    serviceName: row.service_name,
    environments: row.environment_names.filter((name) => name !== ''),
    ...requestFigures(row, Number(minutes.to - minutes.from) / Number(NANOSECONDS_PER_SECOND)),
    spanCount: toCount(Number(row.span_total) + row.left_out_spans),
    lastSeenMinute: toTimestamp(BigInt(row.latest) * NANOSECONDS_PER_SECOND),
  };
}
