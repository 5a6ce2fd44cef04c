import { QUANTILES, type MetricFigure } from '../fields/metric-types.js';
import { computeQuantile, type Piece } from './distribution.js';
import type { ObservationRow } from './histograms.query.js';

/**
 * One aggregation over the observations of one bucket of time, of which `seconds` lie in the window; several rows if senders used
 * different bounds.
 */
export function aggregateObservations(
  rows: readonly ObservationRow[],
  pieces: readonly Piece[],
  aggregation: MetricFigure,
  seconds: number,
): number | undefined {
  const observations = rows.reduce((sum, row) => sum + Number(row.observations), 0);
  if (aggregation === 'count' || aggregation === 'increase') return observations;
  if (aggregation === 'rate') return observations / seconds;
  if (observations <= 0) return undefined;
  const total = rows.reduce((sum, row) => sum + (row.total ?? Number.NaN), 0);
  const extremes = recordedExtremes(rows);
  switch (aggregation) {
    case 'sum':
      return finite(total);
    case 'avg':
      return finite(total / observations);
    case 'min':
      return clamp(smallest(pieces.map(({ low }) => low)) ?? extremes?.least, extremes);
    case 'max':
      return clamp(largest(pieces.map(({ high }) => high)) ?? extremes?.greatest, extremes);
    case 'p50':
    case 'p90':
    case 'p95':
    case 'p99':
      return clamp(computeQuantile(pieces, QUANTILES[aggregation] ?? 0), extremes);
    case 'last':
      // Observations have no latest value.
      return undefined;
  }
}

interface Extremes {
  readonly least: number;
  readonly greatest: number;
}

/**
 * Known only if every point recorded them. A cumulative point records those since its stream started, so the observations of one interval
 * lie between them and the edges of their own buckets.
 */
function recordedExtremes(rows: readonly ObservationRow[]): Extremes | undefined {
  const observed = rows.filter(({ observations }) => Number(observations) > 0);
  if (observed.some(({ least, greatest }) => least === null || greatest === null)) return undefined;
  const least = smallest(observed.flatMap((row) => row.least ?? []));
  const greatest = largest(observed.flatMap((row) => row.greatest ?? []));
  return least === undefined || greatest === undefined ? undefined : { least, greatest };
}

function clamp(value: number | undefined, extremes: Extremes | undefined): number | undefined {
  if (value === undefined || !extremes) return value;
  return Math.min(Math.max(value, extremes.least), extremes.greatest);
}

const smallest = (values: readonly number[]): number | undefined => finite(Math.min(...values));
const largest = (values: readonly number[]): number | undefined => finite(Math.max(...values));
const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);
