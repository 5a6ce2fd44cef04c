import type { IssueForecast, IssueSnooze } from '../../gen/api.js';
import { formatCount } from '../../time/format.js';

const DIGITS = 3;

/** The condition that ends a snooze, with its progress. */
export function describeSnooze(snooze: IssueSnooze): string {
  const { occurrences, users, escalating, forever } = snooze;
  if (occurrences !== undefined)
    return `until ${formatCount(occurrences)} events${toProgress(snooze.occurrences_so_far)},`;
  if (users !== undefined) return `until ${formatCount(users)} persons are affected${toProgress(snooze.users_so_far)},`;
  if (escalating) return 'until it escalates,';
  return forever ? 'until a member reopens it,' : 'until';
}

/** Above how many events an issue counts as escalating, and from what that was computed. */
export function describeForecast(forecast: IssueForecast): string {
  const { threshold, current, basis, hours, max, mean, project_p95: p95 } = forecast;
  const why =
    basis === 'history'
      ? `computed from ${formatCount(hours)} hours of its own, of at most ${formatCount(max)} and ${round(mean)} events on average`
      : `computed from the issues of the project, 95 % of whose hours have at most ${round(p95)} events`;
  return `above ${round(threshold)} events an hour, ${why}; ${formatCount(current)} in the hour of the evaluation`;
}

function toProgress(soFar: number | undefined): string {
  return soFar === undefined ? '' : `, ${formatCount(soFar)} so far`;
}

function round(value: number): string {
  return formatCount(Number(value.toPrecision(DIGITS)));
}
