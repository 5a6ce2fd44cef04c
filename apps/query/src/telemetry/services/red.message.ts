import type { MessageInitShape } from '@bufbuild/protobuf';
import type { RedBucketSchema, ServicesRedResponseSchema } from '@svc/contract';
import { NANOSECONDS_PER_SECOND, toTimestamp } from '@svc/reading/time';
import { requestFigures } from './request-figures.js';
import type { ServiceOverTime } from './services.service.js';

/** Returns every bucket of the range, including those without a row. */
export function toRed(found: ServiceOverTime): MessageInitShape<typeof ServicesRedResponseSchema> {
  const { service, interval, range, width, rows, now } = found;
  const byStart = new Map(rows.map((row) => [BigInt(row.bucket) * NANOSECONDS_PER_SECOND, row]));
  const buckets: MessageInitShape<typeof RedBucketSchema>[] = [];
  for (let start = range.from; start < range.to; start += width) {
    const passed = now - start < width ? now - start : width;
    buckets.push({
      timestamp: toTimestamp(start),
      complete: passed === width,
      ...requestFigures(byStart.get(start), Number(passed) / Number(NANOSECONDS_PER_SECOND)),
    });
  }
  return {
    serviceName: service,
    interval,
    buckets,
    startTime: toTimestamp(range.from),
    endTime: toTimestamp(range.to),
  };
}
