import { createHash } from 'node:crypto';
import { toTiming, type Rule } from './definition/definition.js';

/** Windows that are caught up after a stop; older ones are left out. */
export const MAX_CATCH_UP = 12;

/**
 * When within its interval a rule is evaluated, in milliseconds: rules that ask the same do so at the same time, so that the question is
 * read once, and others are spread over the interval.
 */
export function getOffset(projectId: string, { definition }: Pick<Rule, 'definition'>): number {
  const { query, saved, groupBy, window, pattern } = definition;
  const text = JSON.stringify([projectId, query, saved, groupBy, window, pattern]);
  const seconds = toTiming(definition).intervalMs / 1000;
  return (createHash('sha256').update(text).digest().readUInt32BE() % seconds) * 1000;
}

/** The first evaluated time after another: times are at equal distances since 1970, shifted by the offset. */
export function nextTime(after: number, intervalMs: number, offsetMs: number): number {
  return (Math.floor((after - offsetMs) / intervalMs) + 1) * intervalMs + offsetMs;
}

/** When a rule is due after a time. */
export function firstDue(projectId: string, rule: Pick<Rule, 'definition'>, nowMs: number): Date {
  const { intervalMs } = toTiming(rule.definition);
  return new Date(nextTime(nowMs, intervalMs, getOffset(projectId, rule)));
}

/** The times to evaluate: all that have passed since the last one, but no more than are caught up. */
export function dueTimes(
  last: number | undefined,
  nowMs: number,
  intervalMs: number,
  offsetMs: number,
): { readonly first: number; readonly count: number } | undefined {
  const latest = nextTime(nowMs, intervalMs, offsetMs) - intervalMs;
  const earliest = last === undefined ? latest : nextTime(last, intervalMs, offsetMs);
  const first = Math.max(earliest, latest - (MAX_CATCH_UP - 1) * intervalMs);
  return first > latest ? undefined : { first, count: (latest - first) / intervalMs + 1 };
}
