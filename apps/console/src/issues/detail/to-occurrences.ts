import type { Bucket } from '../../charts/histogram/layout.js';
import type { IssuesOccurrencesResponse } from '../../gen/api.js';
import { INTERVALS } from '../../time/intervals.js';

/**
 * The errors of an issue as bars. A bar ends where the next one begins, as the first and the last are cut off at the edges of the range.
 *
 * @param endMs end of the range, excluded.
 */
export function toOccurrences({ interval, points }: IssuesOccurrencesResponse, endMs: number): readonly Bucket[] {
  const widthMs = (INTERVALS as Readonly<Record<string, number>>)[interval] ?? INTERVALS['1h'];
  return points.map(({ timestamp = '', count }) => {
    const startMs = Date.parse(timestamp);
    return { startMs, endMs: Math.min(startMs + widthMs, Math.max(endMs, startMs)), counts: [count] };
  });
}
