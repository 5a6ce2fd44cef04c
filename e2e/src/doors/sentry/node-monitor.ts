import { flush, init, withMonitor } from '@sentry/node';

const [dsn = '', release = ''] = process.argv.slice(2);
init({ dsn, release, environment: 'e2e' });

const HOURLY = { type: 'interval', value: 1, unit: 'hour' } as const;
await withMonitor('nightly-report', () => Promise.resolve(), { schedule: HOURLY, maxRuntime: 30, timezone: 'UTC' });
await withMonitor('cleanup', () => Promise.reject(new Error('no space left'))).catch(() => undefined);
if (!(await flush(20_000))) throw new Error('not everything was sent');
