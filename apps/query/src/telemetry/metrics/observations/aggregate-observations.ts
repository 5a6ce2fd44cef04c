import { computeQuantile, type Piece } from './distribution.js';
import type { ObservationRow } from './histograms.query.js';
import { QUANTILES, type Aggregation } from '../metric-types.js';

/** One aggregation over the observations of one bucket of time; several rows if senders used different bounds. */
export function aggregateObservations(
  rows: readonly ObservationRow[],
  pieces: readonly Piece[],
  aggregation: Aggregation,
): number | undefined {
  const observations = rows.reduce((sum, row) => sum + Number(row.observations), 0);
  if (aggregation === 'count') return observations;
  if (observations <= 0) return undefined;
  const total = rows.reduce((sum, row) => sum + (row.total ?? Number.NaN), 0);
  const extremes = exactExtremes(rows);
  switch (aggregation) {
    case 'sum':
      return finite(total);
    case 'avg':
      return finite(total / observations);
    case 'min':
      return extremes?.least ?? smallest(pieces.map(({ low }) => low));
    case 'max':
      return extremes?.greatest ?? largest(pieces.map(({ high }) => high));
    case 'p50':
    case 'p95':
    case 'p99': {
      const quantile = computeQuantile(pieces, QUANTILES[aggregation] ?? 0);
      if (quantile === undefined || !extremes) return quantile;
      return Math.min(Math.max(quantile, extremes.least), extremes.greatest);
    }
  }
}

/** Known only if every point recorded the extremes of its own interval. */
function exactExtremes(rows: readonly ObservationRow[]): { least: number; greatest: number } | undefined {
  if (!rows.every(({ is_exact }) => is_exact === 1)) return undefined;
  const least = smallest(rows.flatMap((row) => row.least ?? []));
  const greatest = largest(rows.flatMap((row) => row.greatest ?? []));
  return least === undefined || greatest === undefined ? undefined : { least, greatest };
}

const smallest = (values: readonly number[]): number | undefined => finite(Math.min(...values));
const largest = (values: readonly number[]): number | undefined => finite(Math.max(...values));
const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);
