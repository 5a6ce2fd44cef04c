import type { SeededProject } from './project.js';

const MINUTE_MS = 60_000;
const MINUTES = 30;
const ROUTES = ['/cart', '/pay', '/search'];
/** Increase of the counter of each route from one minute to the next. */
export const REQUESTS_PER_MINUTE = 60;

/**
 * Sends half an hour of a cumulative counter by route, a histogram of durations in seconds and a gauge of two instances; one more
 * gauge has its only point the day before.
 */
export async function seedMetrics(project: SeededProject): Promise<void> {
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const times = Array.from({ length: MINUTES }, (_, nth) => end - (MINUTES - nth) * MINUTE_MS);
  const start = nanos(times[0] ?? end);
  const counter = ROUTES.flatMap((route) =>
    times.map((ms, nth) => ({
      startTimeUnixNano: start,
      timeUnixNano: nanos(ms),
      asInt: String(nth * REQUESTS_PER_MINUTE),
      attributes: [text('http.route', route)],
    })),
  );
  const durations = times.map((ms) => ({
    startTimeUnixNano: nanos(ms - MINUTE_MS),
    timeUnixNano: nanos(ms),
    count: '10',
    sum: 2,
    bucketCounts: ['0', '8', '2', '0'],
    explicitBounds: [0.1, 0.25, 0.5],
    attributes: [],
  }));
  const item = (metric: object, instance = 'web-1') => ({
    service: 'web',
    resource: { 'service.instance.id': instance, 'deployment.environment.name': 'production' },
    item: metric,
  });
  const threads = (level: number) => ({
    name: 'process.threads',
    unit: '{thread}',
    gauge: { dataPoints: times.map((ms, nth) => ({ timeUnixNano: nanos(ms), asDouble: level + (nth % 3) })) },
  });
  await project.send('metrics', [
    item({
      name: 'http.server.requests',
      unit: '{request}',
      description: 'Requests that were answered',
      sum: { dataPoints: counter, aggregationTemporality: 2, isMonotonic: true },
    }),
    item({
      name: 'http.server.request.duration',
      unit: 's',
      histogram: { dataPoints: durations, aggregationTemporality: 1 },
    }),
    item(threads(10)),
    item(threads(20), 'web-2'),
    item({
      name: 'backup.size',
      unit: 'By',
      gauge: { dataPoints: [{ timeUnixNano: nanos(end - 86_400_000), asDouble: 5e9 }] },
    }),
  ]);
}

function nanos(ms: number): string {
  return `${ms}000000`;
}

function text(key: string, value: string): object {
  return { key, value: { stringValue: value } };
}
