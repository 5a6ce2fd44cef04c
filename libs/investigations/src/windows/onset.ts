import type { ServiceSeries } from '../signals/bucket-series.js';
import { findChangePoint } from '../statistics/change-point.js';
import { DURATION_FLOOR, errorFloor, MIN_CHANGE_STRENGTH } from '../statistics/rise.js';

export interface Onset {
  /** Epoch milliseconds: the start of the first bucket after the change. */
  readonly at: number;
  readonly service: string;
  readonly signal: 'error_rate' | 'latency' | 'request_rate';
  /** In standard errors. */
  readonly strength: number;
}

/** Fewest requests of a series. */
const MIN_REQUESTS = 30;

/**
 * The onset of the strongest change in the series of the services in which the symptom was seen. Errors count before latency, and latency
 * before traffic: a change of traffic is rarely the symptom itself.
 *
 * @param earliest a change before this time is no onset of the symptom.
 */
export function findOnset(series: readonly ServiceSeries[], earliest: number): Onset | undefined {
  const found = series.flatMap((one) => onsetsOf(one).filter(({ at }) => at >= earliest));
  for (const signal of ['error_rate', 'latency', 'request_rate'] as const) {
    const ofSignal = found.filter((onset) => onset.signal === signal);
    const [first, ...others] = ofSignal.sort((a, b) => Math.abs(b.strength) - Math.abs(a.strength));
    if (!first) continue;
    // Among changes of similar strength the earliest is the onset.
    return others
      .filter(({ strength }) => Math.abs(strength) >= Math.abs(first.strength) / 2)
      .reduce((earliestOne, one) => (one.at < earliestOne.at ? one : earliestOne), first);
  }
  return undefined;
}

function onsetsOf(series: ServiceSeries): Onset[] {
  const { service, starts, requests, errors, latencyMs } = series;
  const volume = requests.reduce((sum, count) => sum + count, 0);
  if (volume < MIN_REQUESTS) return [];
  const busy = starts.flatMap((_, index) => ((requests[index] ?? 0) > 0 ? [index] : []));
  const mean = volume / Math.max(busy.length, 1);
  const rates = busy.map((index) => (errors[index] ?? 0) / (requests[index] ?? 1));
  const logLatency = busy.flatMap((index) => {
    const value = latencyMs[index] ?? Number.NaN;
    return Number.isNaN(value) ? [] : [{ index, value: Math.log2(Math.max(value, 0.01)) }];
  });
  const candidates = [
    {
      signal: 'error_rate' as const,
      places: busy,
      change: findChangePoint(rates, errorFloor(mean)),
      rises: true,
    },
    {
      signal: 'latency' as const,
      places: logLatency.map(({ index }) => index),
      change: findChangePoint(
        logLatency.map(({ value }) => value),
        DURATION_FLOOR,
      ),
      rises: true,
    },
    {
      signal: 'request_rate' as const,
      places: starts.map((_, index) => index),
      change: findChangePoint(requests, Math.sqrt(Math.max(volume / starts.length, 1))),
      rises: false,
    },
  ];
  return candidates.flatMap(({ signal, places, change, rises }) => {
    const at = change && starts[places[change.index] ?? -1];
    if (!change || at === undefined || Math.abs(change.strength) < MIN_CHANGE_STRENGTH) return [];
    return rises && change.strength < 0 ? [] : [{ at, service, signal, strength: change.strength }];
  });
}
