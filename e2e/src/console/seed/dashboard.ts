import { eventually } from '@svc/testing';
import { items } from '../../reference/recorder.js';
import type { SeededProject } from './project.js';

const HOUR_MS = 3_600_000;

/**
 * Sends five records and waits until they can be read: three errors of `checkout`, one of them three hours old, and two of `web` that
 * are no errors.
 */
export async function seedRecords(project: SeededProject): Promise<void> {
  const now = Date.now();
  const record = (service: string, severityNumber: number, body: string, ageMs: number) => ({
    service,
    resource: { 'deployment.environment.name': 'production' },
    item: { timeUnixNano: `${now - ageMs}000000`, severityNumber, body: { stringValue: body } },
  });
  await project.send('logs', [
    record('checkout', 17, 'payment declined', 60_000),
    record('checkout', 17, 'payment declined', 120_000),
    record('checkout', 17, 'stock is not known', 3 * HOUR_MS),
    record('web', 9, 'cart opened', 60_000),
    record('web', 9, 'cart opened', 90_000),
  ]);
  const since = new Date(now - 6 * HOUR_MS).toISOString();
  await eventually('the records are stored', async () => {
    return items(await project.get(`/logs?start_time=${since}`), 'logs').length === 5;
  });
}

/** Makes a dashboard of six hours with a widget of each type and a variable; returns its ID. */
export async function makeShopDashboard(project: SeededProject, name = 'Shop'): Promise<string> {
  const { id } = await project.post('/dashboards', {
    name,
    tags: ['shop'],
    variables: [{ name: 'service', default: 'checkout' }],
    time_range: '6h',
  });
  const widgets = [
    {
      type: 'value',
      title: 'Errors',
      query: { signal: 'logs', q: 'level:error service:$service' },
      position: { x: 0, y: 0, w: 6, h: 4 },
    },
    {
      type: 'text',
      title: 'On call',
      text: '# On call\nFollow the [runbook](https://example.com/runbook).',
      position: { x: 6, y: 0, w: 6, h: 4 },
    },
    {
      type: 'table',
      title: 'By service',
      query: { signal: 'logs', group_by: ['service'] },
      position: { x: 12, y: 0, w: 12, h: 8 },
    },
    {
      type: 'timeseries',
      title: 'Records',
      query: { signal: 'logs', group_by: ['level'] },
      position: { x: 0, y: 9, w: 12, h: 8 },
    },
    {
      type: 'list',
      title: 'Latest',
      query: { signal: 'logs', q: 'service:$service', limit: 2 },
      position: { x: 12, y: 9, w: 12, h: 8 },
    },
  ];
  for (const widget of widgets) await project.post(`/dashboards/${String(id)}/widgets`, widget);
  return String(id);
}
