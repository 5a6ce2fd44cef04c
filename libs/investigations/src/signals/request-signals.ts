import type { Window } from '../model.js';
import { deviation, type Deviation } from '../statistics/deviation.js';
import { compareShares } from '../statistics/two-samples.js';
import { volumeIn, type ServiceSeries } from './bucket-series.js';
import { MIN_BUCKETS, MIN_VOLUME, service, type Signal } from './signal.js';
import { formatMs, formatShare } from './texts.js';

/** Units of the normal spread beyond which a bucket is abnormal: about four standard deviations of normal noise. */
const THRESHOLD = 3;
/** Standard errors beyond which a share of errors is abnormal, over all services and operations that are compared. */
const MIN_ERRORS_Z = 4;
/** A share of errors that grows by less than this is no symptom. */
const MIN_ERROR_SHARE = 0.01;
/** Latency that changes by less than a fifth is no symptom. */
const MIN_LATENCY_RATIO = 1.2;

/** Signals of the rate, the errors and the latency of the requests of each service. */
export function requestSignals(series: readonly ServiceSeries[], normal: Window, abnormal: Window): Signal[] {
  return series.flatMap((one) => {
    const volume = { normal: volumeIn(one, normal), abnormal: volumeIn(one, abnormal) };
    if (volume.normal.requests + volume.abnormal.requests < MIN_VOLUME) return [];
    return [errorSignal(one, volume), latencySignal(one, normal, abnormal), rateSignal(one, normal, abnormal)].filter(
      (signal) => signal !== undefined,
    );
  });
}

type Volume = ReturnType<typeof volumeIn>;

function errorSignal(one: ServiceSeries, volume: { normal: Volume; abnormal: Volume }): Signal | undefined {
  const [normal, abnormal] = [volume.normal, volume.abnormal].map(({ requests, errors }) => ({
    of: requests,
    count: Math.min(errors, requests),
  })) as [{ of: number; count: number }, { of: number; count: number }];
  if (abnormal.of === 0 || normal.of === 0) return undefined;
  const score = compareShares(normal, abnormal);
  const rise = abnormal.count / abnormal.of - normal.count / normal.of;
  if (score < MIN_ERRORS_Z || rise < MIN_ERROR_SHARE) return undefined;
  return {
    name: 'error_rate',
    kind: 'deviation',
    entity: service(one.service),
    score,
    magnitude: rise,
    text: `${formatShare(abnormal.count / abnormal.of)} of its requests fail instead of ${formatShare(normal.count / normal.of)}`,
    rows: [
      { service: one.service, side: 'normal', requests: normal.of, errors: normal.count },
      { service: one.service, side: 'abnormal', requests: abnormal.of, errors: abnormal.count },
    ],
  };
}

function latencySignal(one: ServiceSeries, normal: Window, abnormal: Window): Signal | undefined {
  const inside = (window: Window) =>
    one.starts.flatMap((start, index) => {
      const value = one.latencyMs[index] ?? Number.NaN;
      return start >= window.start && start < window.end && !Number.isNaN(value) ? [{ start, value }] : [];
    });
  const [before, during] = [inside(normal), inside(abnormal)];
  const values = during.map(({ value }) => value);
  const found = deviation(values, before.map(({ value }) => value), 1, THRESHOLD);
  if (!found || !isAbnormal(found, during.length) || found.direction === 'below') return undefined;
  const usual = median(values);
  if (usual < found.median * MIN_LATENCY_RATIO) return undefined;
  return {
    name: 'latency',
    kind: 'deviation',
    entity: service(one.service),
    score: found.score,
    magnitude: usual - found.median,
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
  const mean = counts.reduce((sum, value) => sum + value, 0) / Math.max(counts.length, 1);
  // Independent requests vary by the root of their number.
  const found = deviation(values, counts, Math.sqrt(Math.max(mean, 1)), THRESHOLD);
  if (!found || !isAbnormal(found, during.length)) return undefined;
  const usual = median(values);
  return {
    name: 'request_rate',
    kind: 'deviation',
    entity: service(one.service),
    score: found.score,
    magnitude: Math.abs(Math.log2((usual + 1) / (found.median + 1))),
    ...onsetOf(during, found),
    text: `it receives ${Math.round(usual)} requests in a bucket instead of ${Math.round(found.median)}`,
    rows: [
      { service: one.service, side: 'normal', requests_per_bucket: found.median },
      { service: one.service, side: 'abnormal', requests_per_bucket: usual },
    ],
  };
}

export function isAbnormal({ score, count }: Deviation, buckets: number): boolean {
  return score >= THRESHOLD && count >= Math.min(MIN_BUCKETS, Math.max(buckets, 1));
}

function onsetOf(during: readonly { readonly start: number }[], { first }: Deviation): { onset?: number } {
  const start = during[first]?.start;
  return start === undefined ? {} : { onset: start };
}

function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.floor((ascending.length - 1) / 2)] ?? 0;
}
