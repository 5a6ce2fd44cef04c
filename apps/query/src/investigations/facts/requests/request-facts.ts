import { MAX_SERVICES, type RequestBucket } from '@svc/investigations';
import type { MetricsRepository } from '../../../telemetry/index.js';
import { hullOf, type FactReader } from '../reading/fact-reader.js';
import { RequestMetrics } from './request-metrics.js';
import { selectRequestMinutes, selectRequestSpans, type RequestBucketRow } from './requests.query.js';

const MS_PER_MINUTE = 60_000;
const MAX_ROWS = 90_000;
const NANOSECONDS_PER_MS = 1e6;
/** Index of the 95th percentile. */
const P95 = 1;

/**
 * Requests of services from the first to the last of the windows: from spans, of services without spans from metrics. Of very many services
 * only the 200 with most requests, and those of the parameters.
 */
export async function readRequests(reader: FactReader, metrics: MetricsRepository): Promise<RequestBucket[]> {
  const { bucketMs } = reader.parameters;
  const selection = {
    scope: reader.scope,
    range: hullOf(reader.parameters),
    environments: reader.environments,
    services: reader.parameters.services,
    bucketSeconds: bucketMs / 1_000,
    limit: MAX_ROWS,
  };
  const isByMinute = bucketMs % MS_PER_MINUTE === 0;
  const rows = await reader.rows((isByMinute ? selectRequestMinutes : selectRequestSpans)(selection));
  const fromSpans = rows.filter(({ service }) => service !== '').map(toBucket);
  const services = new Set(fromSpans.map(({ service }) => service));
  const counted = await new RequestMetrics(metrics, reader).requests((service) => services.has(service));
  return busiest([...fromSpans, ...counted], reader.parameters.services);
}

function busiest(buckets: readonly RequestBucket[], kept: readonly string[]): RequestBucket[] {
  const byService = [...Map.groupBy(buckets, ({ service }) => service)].map(([service, own]) => ({
    service,
    own,
    requests: kept.includes(service) ? Infinity : own.reduce((sum, { requests }) => sum + requests, 0),
  }));
  return byService
    .sort((a, b) => b.requests - a.requests || (a.service < b.service ? -1 : 1))
    .slice(0, MAX_SERVICES)
    .flatMap(({ own }) => own);
}

function toBucket({ service, bucket, request_total, error_total, percentiles }: RequestBucketRow): RequestBucket {
  const latency = percentiles[P95];
  return {
    service,
    start: Number(bucket) * 1_000,
    requests: request_total,
    errors: error_total,
    ...(latency !== undefined && latency !== null && { latencyMs: latency / NANOSECONDS_PER_MS }),
  };
}
