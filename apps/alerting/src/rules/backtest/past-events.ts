import type { DomainEvent } from '@svc/relational';
import { toTiming, type Rule } from '../definition/definition.js';
import { toEventSeries } from '../engine/event-series.js';
import type { Measured, MeasuredSeries } from '../evaluation/evaluate.js';
import type { Times } from '../evaluation/plan.js';
import { seriesKey } from '../evaluation/series-memory.js';
import type { Figure } from '../evaluation/verdict.js';

/**
 * Values of an event rule for past events: 1 while an event is recent, or while an anomaly is not resolved.
 *
 * @param events in their order.
 */
export function followPast(rule: Rule, events: readonly DomainEvent[], times: Times): Measured {
  const bySeries = new Map<string, { readonly labels: Record<string, string>; readonly events: DomainEvent[] }>();
  for (const event of events) {
    const followed = toEventSeries(rule, event);
    if (!followed) continue;
    const { labels } = followed;
    const key = seriesKey(labels);
    const own = bySeries.get(key) ?? { labels, events: [] };
    bySeries.set(key, own);
    own.events.push(event);
  }
  const { maxGroups } = rule.definition;
  // Like an evaluation, which remembers the latest ones.
  const kept = [...bySeries.values()].slice(-maxGroups);
  const toFigures = rule.kind === 'anomaly' ? whileOpen : whileRecent;
  const { windowMs } = toTiming(rule.definition);
  const series = kept.map(({ labels, events: own }): MeasuredSeries => ({
    labels,
    figures: toFigures(own, times, windowMs),
  }));
  return { series, isTruncated: kept.length < bySeries.size, nothing: { value: 0, samples: 0 } };
}

/** An event between two evaluations counts in the later one, however short the window is. */
function whileRecent(events: readonly DomainEvent[], { first, count, stepMs }: Times, windowMs: number): Figure[] {
  const keptMs = Math.max(windowMs, stepMs);
  const ats = events.map(({ occurredAt }) => occurredAt.getTime()).sort((one, other) => one - other);
  let begin = 0;
  let end = 0;
  return Array.from({ length: count }, (_, nth) => {
    const at = first + nth * stepMs;
    while (end < ats.length && (ats[end] ?? at) <= at) end++;
    while (begin < end && at - (ats[begin] ?? at) >= keptMs) begin++;
    return { value: end > begin ? 1 : 0, samples: end - begin };
  });
}

/** An anomaly whose first known event is its resolution was open from the beginning. */
function whileOpen(events: readonly DomainEvent[], { first, count, stepMs }: Times): Figure[] {
  let next = 0;
  let isOpen = events[0]?.type === 'anomaly.resolved';
  return Array.from({ length: count }, (_, nth) => {
    const at = first + nth * stepMs;
    // One that was opened and resolved between two evaluations was seen by the rule too.
    let wasOpen = false;
    for (let event = events[next]; event && event.occurredAt.getTime() <= at; event = events[++next]) {
      isOpen = event.type === 'anomaly.opened';
      wasOpen ||= isOpen && event.occurredAt.getTime() > at - stepMs;
    }
    const value = isOpen || wasOpen ? 1 : 0;
    return { value, samples: value };
  });
}
