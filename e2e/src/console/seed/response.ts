import { randomUUID } from 'node:crypto';
import type { SeededProject } from './project.js';

export interface Response {
  readonly dashboardId: string;
  readonly incidentId: string;
  readonly ruleId: string;
}

/** Makes what a team has: an alert rule that fires, an incident with comments, saved searches and a dashboard. */
export async function seedResponse(project: SeededProject): Promise<Response> {
  const rule = await project.post('/alerts/rules', {
    name: 'Checkout fails',
    kind: 'threshold',
    severity: 'critical',
    query: { signal: 'traces', q: 'request:yes', agg: 'error_ratio' },
    window: '10m',
    interval: '1m',
    condition: { op: 'gt', threshold: 0.01, recovery_threshold: 0.005 },
    labels: { team: 'payments' },
    annotations: { runbook_url: 'https://example.com/runbooks/checkout' },
  });
  const incident = await project.post('/incidents', {
    title: 'Checkout is down',
    description: 'Payments time out since the last deploy.',
    severity: 1,
  });
  const comment = {
    text: 'Rolling back to 1.4.1.',
    expected_version: incident['version'],
    idempotency_key: randomUUID(),
  };
  await project.post(`/incidents/${String(incident['id'])}/comments`, comment);
  for (const [name, q] of [
    ['Failed payments', 'payment AND level:error'],
    ['Hostile records', 'hostile.kind:*'],
  ])
    await project.post('/search/saved', {
      name,
      signal: 'logs',
      query: { q },
      is_shared: true,
      idempotency_key: randomUUID(),
    });
  return { dashboardId: await makeDashboard(project), incidentId: incident['id'], ruleId: rule['id'] };
}

async function makeDashboard(project: SeededProject): Promise<string> {
  const dashboard = await project.post('/dashboards', {
    name: 'Checkout',
    description: 'Errors and traffic of the checkout.',
    tags: ['shop'],
    variables: [{ name: 'service', default: 'checkout' }],
    time_range: '1h',
  });
  const widgets = [
    { type: 'value', title: 'Errors', query: { signal: 'logs', q: 'level:error service:$service' } },
    { type: 'timeseries', title: 'Requests', query: { signal: 'traces', q: 'request:yes service:$service' } },
  ];
  for (const widget of widgets) await project.post(`/dashboards/${String(dashboard['id'])}/widgets`, widget);
  return dashboard['id'];
}
