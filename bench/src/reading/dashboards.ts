/**
 * A dashboard of 20 widgets over a day of 10 million spans and 50 million log records: `node dist/reading/dashboards.js
 * [directory] [spans] [logs]`. The directory is that of `reads`, and is filled if it is empty. The data of all widgets
 * is requested at once, as a page does, until the last answer has arrived. Cold: each time for another service, so that
 * no answer is kept. Warm: for the same service again, at once. Then each widget by itself, for the CPU time of its
 * query. There are no errors, events and metrics in the store, so their widgets show only the overhead of a request.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone, type Topology } from '@svc/testing';
import { DAY_SECONDS, SERVICES } from '../data/read-data.js';
import { percentiles, printer } from '../figures/figure.js';
import { cpuMs } from '../processes/process-tree.js';
import { caller } from './caller.js';
import { fullStore } from './full-store.js';
import { projectId } from './project.js';

/** Not counted: the first questions after a start load programs and indexes. */
const WARM_UP = 2;
const GOALS_MS = { cold: 2_000, warm: 200 };

const [, , given, spans = '10000000', logs = '50000000'] = process.argv;
const directory = given ?? path.join(tmpdir(), 'svc-bench-reads');

const of = (signal: string, q: string, more: object = {}): object => ({
  signal,
  q: `${q} service:$service`.trim(),
  ...more,
});
const series = (query: object): object => ({ type: 'timeseries', query });
const value = (query: object): object => ({ type: 'value', query });
const table = (query: object): object => ({ type: 'table', query });
const list = (query: object): object => ({ type: 'list', query });

const WIDGETS: Readonly<Record<string, object>> = {
  'log records by level': series(of('logs', '', { group_by: ['level'] })),
  'log records by environment': series(of('logs', '', { group_by: ['environment'] })),
  'log errors': series(of('logs', 'level:error')),
  'errors of slow requests': series(of('logs', 'level:error "took 99"')),
  requests: series(of('traces', 'request:yes', { aggregate: 'rate' })),
  'latency p95': series(of('traces', 'request:yes', { aggregate: 'p95', field: 'duration_ms' })),
  'error ratio': series(of('traces', 'request:yes', { aggregate: 'error_ratio' })),
  'requests by operation': series(of('traces', '', { group_by: ['operation'], limit: 10 })),
  errors: series(of('errors', '')),
  events: series({ signal: 'events', q: '', event: 'paid', aggregate: 'count' }),
  'CPU of services': series(of('metrics', '', { metric: 'cpu', aggregate: 'avg', group_by: ['service'] })),
  'log records': value(of('logs', '')),
  spans: value(of('traces', '')),
  'p99 of the day': value(of('traces', 'request:yes', { aggregate: 'p99', field: 'duration_ms' })),
  'levels of the day': table(of('logs', '', { group_by: ['level'] })),
  'slowest operations': table(of('traces', '', { aggregate: 'p95', field: 'duration_ms', group_by: ['operation'] })),
  'latest errors in logs': list(of('logs', 'level:error')),
  'latest failed traces': list(of('traces', 'status:error')),
  'latest errors': list(of('errors', '')),
  notes: { type: 'text', text: 'What this page shows.' },
};

const data = await fullStore(directory, { spans: Number(spans), logs: Number(logs) });
const topology = await startStandalone({ directory });
try {
  const project = await projectId(topology);
  const call = caller(topology, project);
  const created = await call('POST', '/dashboards', { name: 'Bench', variables: [{ name: 'service', default: '' }] });
  const dashboard = `/dashboards/${String(created['id'])}`;
  const paths = new Map<string, string>();
  for (const [title, widget] of Object.entries(WIDGETS)) {
    const { id } = await call('POST', `${dashboard}/widgets`, { title, ...widget });
    paths.set(title, `${dashboard}/widgets/${String(id)}/data`);
  }
  await measure(topology, paths, (path, service) => call('GET', path, undefined, window(service)));
  await call('DELETE', dashboard);
} finally {
  await topology.stop();
}

type Ask = (path: string, service: number) => Promise<Record<string, unknown>>;

async function measure(topology: Topology, paths: ReadonlyMap<string, string>, ask: Ask): Promise<void> {
  const print = printer({ ...data, widgets: paths.size });
  const refused = new Map<string, unknown>();
  const page = async (service: number): Promise<number> => {
    const started = performance.now();
    const answers = await Promise.all(
      [...paths].map(async ([title, path]) => [title, await ask(path, service)] as const),
    );
    const ms = performance.now() - started;
    for (const [title, { error }] of answers) if (error !== undefined) refused.set(title, error);
    return ms;
  };
  const times = { cold: [] as number[], warm: [] as number[] };
  const half = SERVICES / 2;
  for (let service = 0; service < half; service++) {
    const [cold, warm] = [await page(service), await page(service)];
    if (service < WARM_UP) continue;
    times.cold.push(cold);
    times.warm.push(warm);
  }
  for (const kind of ['cold', 'warm'] as const) {
    const { p50, p99 } = percentiles(times[kind].toSorted((a, b) => a - b));
    print({
      figure: 'dashboard',
      kind,
      goalMs: GOALS_MS[kind],
      p50Ms: p50,
      p99Ms: p99,
      pages: times[kind].length,
      ...(refused.size > 0 && { refused: Object.fromEntries(refused) }),
    });
  }
  for (const [title, path] of paths) {
    const before = cpuMs(topology);
    const started = performance.now();
    for (let service = half; service < SERVICES; service++) await ask(path, service);
    const ms = performance.now() - started;
    const after = cpuMs(topology);
    const each = (total: number): number => Math.round((total / (SERVICES - half)) * 10) / 10;
    print({
      figure: 'widget',
      title,
      ms: each(ms),
      engineCpuMs: each(after.engine - before.engine),
      ourCpuMs: each(after.ours - before.ours),
    });
  }
}

function window(service: number): string {
  const toText = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  const { end } = data;
  return `start_time=${toText(end - DAY_SECONDS)}&end_time=${toText(end)}&variables=service:service-${service}`;
}
