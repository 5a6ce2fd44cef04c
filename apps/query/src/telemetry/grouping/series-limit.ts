import type { TimeRange } from '@svc/reading/time';
import { invalidField } from '@svc/service-error';

export const GROUPS = { default: 50, max: 1000 };
/** Maximum number of points over all series: no chart shows more, and the response has to fit into a message. */
const MAX_POINTS = 50_000n;

/** @throws ServiceError invalid_request if the series of all groups and the rest would have more points. */
export function refuseManyPoints({ from, to }: TimeRange, interval: bigint, groups: number): void {
  const buckets = (to - from) / interval + 1n;
  if (buckets * BigInt(groups + 1) <= MAX_POINTS) return;
  throw invalidField(
    'interval',
    `must be wider, or limit smaller: the series would have more than ${MAX_POINTS} points`,
  );
}
