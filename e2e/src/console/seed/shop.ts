import { makeTelemetry, outagesOf, sendTelemetry } from '@svc/testing/outages';
import { theService } from '../../topology.js';
import type { SeededProject } from './project.js';

const MINUTE_MS = 60_000;
/** The shop of this seed fails after a deployment of the version that the result names as `release`. */
const SEED = 11;

export interface ShopVolume {
  /** Length of the time whose end is the present, in minutes; the last fifth of it has an outage. */
  readonly minutes: number;
  readonly requestsPerMinute: number;
}

export interface Shop {
  /** Epoch milliseconds. */
  readonly start: number;
  /** A trace in which several services take part and one of them fails. */
  readonly failedTraceId: string;
  /** The failed span of that trace. */
  readonly failedSpanId: string;
  /** The release since which requests fail. */
  readonly release: string;
}

/** Sends the traces, log records, metrics, releases and page views of a shop of ten services with a bad deployment. */
export async function seedShop(project: SeededProject, { minutes, requestsPerMinute }: ShopVolume): Promise<Shop> {
  const end = Date.now();
  const start = end - minutes * MINUTE_MS;
  const times = { start, onset: end - (minutes * MINUTE_MS) / 5, end };
  const outage = outagesOf(SEED, times).find(({ name }) => name === 'a bad deploy');
  if (outage === undefined) throw new Error('there is no outage after a deployment');
  // All traces are kept, and each clock is right, so that a page can be compared with what was sent.
  const telemetry = makeTelemetry({ ...withoutSkew(outage), sampled: 1 }, times, SEED, requestsPerMinute);
  const topology = { ...theService(), projectSlug: project.slug };
  await sendTelemetry({ outage, projectId: project.id, topology }, telemetry);
  const deploy = outage.deploys.at(-1);
  const failed = telemetry.spans.findLast(({ hasFailed, origin }) => hasFailed && origin.service === deploy?.service);
  if (deploy === undefined || failed === undefined) throw new Error('no request of the shop has failed');
  return { start, failedTraceId: failed.traceId, failedSpanId: failed.spanId, release: deploy.release };
}

function withoutSkew<Kind extends { skew?: unknown }>({ skew: _, ...rest }: Kind): Omit<Kind, 'skew'> {
  return rest;
}
