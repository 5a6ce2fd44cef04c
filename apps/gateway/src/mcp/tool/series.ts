import { formatTimestamp, type JsonObject, type MetricsQueryResponse } from '@svc/contract';

/** Rows of a section at most; a result has room for fewer. */
const MAX_ROWS = 1_000;

type Series = MetricsQueryResponse['series'];

/** The first series with figures over all of their points, of which an answer has up to 100,000. */
export function describeSeries(series: Series): JsonObject[] {
  return series.slice(0, MAX_ROWS).map(({ labels, points }, index) => {
    let count = 0;
    let last = 0;
    let min = Infinity;
    let max = -Infinity;
    for (const { value } of points) {
      if (value === undefined) continue;
      count++;
      last = value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    return { series: index + 1, labels, ...(count > 0 && { last, min, max }), points_with_data: count };
  });
}

/** The latest points of all series with a value, and the number of all. Series have points at the same times. */
export function latestPoints(series: Series): { readonly rows: JsonObject[]; readonly total: number } {
  const rows: JsonObject[] = [];
  let total = 0;
  for (const { points } of series) for (const { value } of points) if (value !== undefined) total++;
  const length = Math.max(0, ...series.map(({ points }) => points.length));
  for (let at = length - 1; at >= 0; at--)
    for (const [index, { points }] of series.entries()) {
      const { timestamp, value } = points[at] ?? {};
      if (value === undefined) continue;
      rows.push({ series: index + 1, timestamp: timestamp ? formatTimestamp(timestamp) : '', value });
      if (rows.length === MAX_ROWS) return { rows, total };
    }
  return { rows, total };
}
