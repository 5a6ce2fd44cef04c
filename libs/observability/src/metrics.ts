import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deadline, isLoopback } from '@svc/config';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withBudget } from './budget.js';
import { answerProbe, type Probes } from './probes.js';

/** Metrics of one process. Labels must have few values: route templates, codes, reasons; never an ID or a project. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** `collect` sets the values whenever the metrics are read, within five seconds; the values are absent while it fails. */
  gauge(name: string, help: string, labels?: readonly string[], collect?: (gauge: Gauge) => Promise<void>): Gauge;
  /** A histogram of seconds, with buckets from 1 ms to 10 s. */
  duration(name: string, help: string, labels?: readonly string[]): Histogram;
}

/** Half of the default timeout of Prometheus, in milliseconds. */
const COLLECT_BUDGET_MS = 5_000;
/** Most open connections of the port. */
const MAX_CONNECTIONS = 64;
/**
 * Milliseconds between two samples of the delay of the event loop, which is the least delay that they show. Each wakes the process; the
 * default, ten, cost a process at rest more than all its work.
 */
const DELAY_SAMPLES_MS = 100;
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * @param isRead whether the metrics can be read. Otherwise the metrics of the process are omitted, because measuring them wakes it.
 */
export function createMetrics({ isRead = true } = {}): Metrics {
  const registry = new Registry();
  if (isRead) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: DELAY_SAMPLES_MS });
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge(name, help, labelNames = [], collect) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames,
        registers,
        ...(collect && { collect: () => refresh(gauge, labelNames.length > 0, collect) }),
      });
      return gauge;
    },
    duration: (name, help, labelNames = []) => new Histogram({ name, help, labelNames, registers, buckets: SECONDS }),
  };
}

/**
 * Sets the values of a gauge. Where they cannot be read, for example because a store is away, they are absent and all others are served.
 */
async function refresh(gauge: Gauge, hasLabels: boolean, collect: (gauge: Gauge) => Promise<void>): Promise<void> {
  try {
    await withBudget(collect(gauge), COLLECT_BUDGET_MS);
  } catch {
    // A gauge without labels would be reset to zero.
    if (hasLabels) gauge.reset();
    else gauge.remove();
  }
}

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Scrapers send it as a bearer token. */
  readonly token?: string | undefined;
  /** Answered without the token. */
  readonly probes?: Probes;
}

/**
 * Serves `GET /metrics` and probes on a separate port, so that metrics are never reachable through the public interface.
 *
 * @throws Error if other machines could read the metrics without a token.
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, token, probes }: MetricsServerOptions,
): Promise<MetricsServer> {
  if (token === undefined && !isLoopback(host))
    throw new Error('SVC_METRICS_HOST is not a loopback address, so SVC_METRICS_TOKEN is required');
  const server = createServer((request, response) => {
    if (probes && answerProbe(probes, request, response)) return;
    if (token !== undefined && !isBearer(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  // The port is for one scraper or a few, and probes.
  server.maxConnections = MAX_CONNECTIONS;
  server.headersTimeout = deadline(10_000);
  server.requestTimeout = deadline(10_000);
  await listening(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
