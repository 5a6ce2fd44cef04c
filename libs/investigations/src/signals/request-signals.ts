import type { Window } from '../model.js';
import { deviation, type Deviation } from '../statistics/deviation.js';
import { quantile } from '../statistics/quantiles.js';
import { volumeIn, type ServiceSeries } from './bucket-series.js';
import { errorSignal } from './error-rate.js';
import { MIN_BUCKETS, MIN_STRENGTH, MIN_VOLUME, ramp, service, type Signal } from './signal.js';
import { formatMs } from './texts.js';

/** Units of the normal spread beyond which a bucket is abnormal: about four standard deviations of normal noise. */
const THRESHOLD = 3;
/** The latency of fewer requests in a bucket is that of single ones. */
const MIN_BUCKET_REQUESTS = 5;
/** Units of the normal spread at which a series is certainly abnormal. */
const CERTAIN = 9;

/** Signals of the rate, the errors and the latency of the requests of each service. */
export function requestSignals(series: readonly ServiceSeries[], normal: Window, abnormal: Window): Signal[] {
  return series.flatMap((one) => {
    const volume = { normal: volumeIn(one, normal), abnormal: volumeIn(one, abnormal) };
    if (volume.normal.requests + volume.abnormal.requests < MIN_VOLUME) return [];
    return [
      errorSignal(one, volume, normal),
      latencySignal(one, normal, abnormal),
      rateSignal(one, normal, abnormal),
    ].filter((signal) => signal !== undefined);
  });
}

function latencySignal(one: ServiceSeries, normal: Window, abnormal: Window): Signal | undefined {
  const inside = (window: Window) =>
    one.starts.flatMap((start, index) => {
      const value = one.latencyMs[index] ?? Number.NaN;
      const requests = one.requests[index] ?? 0;
      const isUsable = !Number.isNaN(value) && requests >= MIN_BUCKET_REQUESTS;
      return start >= window.start && start < window.end && isUsable ? [{ start, value, requests }] : [];
    });
  const [before, during] = [inside(normal), inside(abnormal)];
  const values = during.map(({ value }) => value);
  const found = deviation(
    values,
    before.map(({ value }) => value),
    1,
    THRESHOLD,
  );
  if (!found || !isAbnormal(found, during.length) || found.direction === 'below') return undefined;
  const usual = upperQuartile(values);
  // Twice as long is certainly noticed, a tenth longer is not.
  const strength = ramp(found.score, THRESHOLD - 1, CERTAIN) * ramp(Math.log2(usual / found.median), 0.15, 1);
  if (!(strength >= MIN_STRENGTH)) return undefined;
  return {
    name: 'latency',
    kind: 'deviation',
    entity: service(one.service),
    strength,
    amount: during.reduce((sum, { value, requests }) => sum + (value - found.median) * requests, 0),
    ...onsetOf(during, found),
    text: `its requests take ${formatMs(usual)} instead of ${formatMs(found.median)}`,
    rows: [
      { service: one.service, side: 'normal', latency_ms: found.median },
      { service: one.service, side: 'abnormal', latency_ms: usual },
    ],
  };
}

function rateSignal(one: ServiceSeries, normal: Window, abnormal: Window): Signal | undefined {
  const inside = (window: Window) =>
    one.starts.flatMap((start, index) =>
      start >= window.start && start < window.end ? [{ start, value: one.requests[index] ?? 0 }] : [],
    );
  const [before, during] = [inside(normal), inside(abnormal)];
  const values = during.map(({ value }) => value);
  const counts = before.map(({ value }) => value);
  const usualCount = mean(counts);
  // Independent requests vary by the root of their number.
  const found = deviation(values, counts, Math.sqrt(Math.max(usualCount, 1)), THRESHOLD);
  if (!found || !isAbnormal(found, during.length)) return undefined;
  const usual = upperQuartile(values);
  const doublings = Math.abs(Math.log2((usual + 1) / (found.median + 1)));
  const strength = ramp(found.score, THRESHOLD - 1, CERTAIN) * ramp(doublings, 0.3, 2);
  if (strength < MIN_STRENGTH) return undefined;
  return {
    name: 'request_rate',
    kind: 'deviation',
    entity: service(one.service),
    strength,
    ...onsetOf(during, found),
    text: `it receives ${Math.round(usual)} requests in a bucket instead of ${Math.round(found.median)}`,
    rows: [
      { service: one.service, side: 'normal', requests_per_bucket: found.median },
      { service: one.service, side: 'abnormal', requests_per_bucket: usual },
    ],
  };
}

/** Whether the signal is that of more requests. */
export function isMoreTraffic({ name, rows }: Signal): boolean {
  const [before, during] = rows.map((row) => Number(row['requests_per_bucket']));
  return name === 'request_rate' && Number(during) > Number(before);
}

export function isAbnormal({ score, count }: Deviation, buckets: number): boolean {
  return score >= THRESHOLD && count >= Math.min(MIN_BUCKETS, Math.ceil(buckets / 3));
}

function onsetOf(during: readonly { readonly start: number }[], { first }: Deviation): { onset?: number } {
  const start = during[first]?.start;
  return start === undefined ? {} : { onset: start };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

/** Few buckets of a short window may be normal again, and one bucket is no trend. */
function upperQuartile(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.75,
  );
}
