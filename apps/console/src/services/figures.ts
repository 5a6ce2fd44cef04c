import { formatCount } from '../time/format.js';

const SECOND_MS = 1000;
const PER_MINUTE = 60;
/** Shares of failed requests from which they are a concern, and a problem. */
const WARN_SHARE = 0.01;
const BAD_SHARE = 0.05;

/** A number of requests per second, with three digits; by the minute where there are less than one a second: `12.3/s`, `5.77/min`. */
export function formatRate(perSecond: number): string {
  const [value, unit] = perSecond >= 1 || perSecond === 0 ? [perSecond, 's'] : [perSecond * PER_MINUTE, 'min'];
  return `${formatCount(Number(value.toPrecision(3)), 'short')}/${unit}`;
}

/** Requests per second of a number of them in a range. */
export function toRate(count: number, startMs: number, endMs: number): number {
  return endMs > startMs ? count / ((endMs - startMs) / SECOND_MS) : 0;
}

/** The tone of a share of failed requests; undefined if it is no concern. */
export function toTone(errorRate: number): 'warn' | 'danger' | undefined {
  if (errorRate >= BAD_SHARE) return 'danger';
  return errorRate >= WARN_SHARE ? 'warn' : undefined;
}
