import { toMs, type Rule } from '../definition/definition.js';
import type { Measured, MeasuredSeries } from '../evaluation/evaluate.js';
import type { Times } from '../evaluation/plan.js';
import type { ExternalFacts, SeriesMemory } from '../evaluation/series-memory.js';

/** The series of the alert about missing requests. No alert of another product has these labels, because it has a name. */
const HEARTBEAT = { heartbeat: 'missing' };

/**
 * 1 while an alert of another product lasts: until its sender ends it, or has not sent it again in time. The rule itself has an alert
 * while nothing is received.
 *
 * @param sinceMs when the rule last received something, or was changed.
 */
export function measureExternal(
  { definition: { external } }: Pick<Rule, 'definition'>,
  memory: readonly SeriesMemory[],
  sinceMs: number,
  times: Times,
): Measured {
  const [resolveAfterMs, heartbeatMs] = [toMs(external?.resolveAfter ?? ''), toMs(external?.heartbeat ?? '')];
  const series = memory.flatMap(({ labels, external: facts }) =>
    facts ? { ...toSeries(labels, times, (at) => lasts(facts, at, resolveAfterMs)), external: facts } : [],
  );
  const heartbeat = toSeries(HEARTBEAT, times, (at) => at - sinceMs >= heartbeatMs);
  return {
    series: heartbeatMs > 0 ? [...series, heartbeat] : series,
    isTruncated: false,
    nothing: { value: 0, samples: 0 },
  };
}

function lasts({ endedAt, expiresAt, receivedAt }: ExternalFacts, at: number, resolveAfterMs: number): boolean {
  if (endedAt !== undefined || (expiresAt !== undefined && at >= expiresAt)) return false;
  return resolveAfterMs === 0 || at - receivedAt < resolveAfterMs;
}

function toSeries(
  labels: SeriesMemory['labels'],
  { first, count, stepMs }: Times,
  isActive: (at: number) => boolean,
): MeasuredSeries {
  const figures = Array.from({ length: count }, (_, nth) => ({
    value: isActive(first + nth * stepMs) ? 1 : 0,
    samples: 0,
  }));
  return { labels, figures };
}
