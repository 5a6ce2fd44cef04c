import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { items } from '../../reference/recorder.js';
import { noteSecret } from '../../secrets.js';
import { newPerson } from '../../workspace/person.js';
import { makeHostileSettings } from './hostile-settings.js';
import { sendHostileSignals } from './hostile-signals.js';
import { ID, LONG, NAME, ODD, WILD } from './hostile-texts.js';
import { SeededProject } from './project.js';
import { seedRecording } from './recording.js';

const HOUR_MS = 3_600_000;

/** A project in which each name, each comment and each value is hostile, and the addresses of what it holds. */
export interface HostileProject {
  readonly slug: string;
  /** Paths of pages under that of the project. */
  readonly details: readonly string[];
}

/** Makes it, with the texts that the interface accepts in each place, and waits until it can be read. */
export async function seedHostileProject(): Promise<HostileProject> {
  const project = await SeededProject.make([NAME]);
  const sessionId = await seedRecording(project, ID);
  const traceId = await sendHostileSignals(project, sessionId);
  const respond = await makeResponse(project);
  const dashboard = await makeDashboard(project);
  await makeAnalytics(project);
  await makeHostileSettings(project);
  const read = (path: string, list: string): Promise<string> =>
    eventually(`${list} can be read`, async () => {
      const [first] = items(await project.get(path), list);
      return first !== undefined && String(first['id'] ?? first['run_id']);
    });
  const issue = await read('/issues', 'issues');
  const person = await read('/persons', 'persons');
  const run = await read('/agent-runs', 'runs');
  const release = encodeURIComponent(ODD);
  await project.post('/releases', { release: ODD, author: ODD, ref: ODD });
  return {
    slug: project.slug,
    details: [
      `traces/${traceId}?span=0000000000000001`,
      `issues/${issue}`,
      `customers/persons/${person}`,
      `customers/accounts/company/${encodeURIComponent(ID)}`,
      `services/${encodeURIComponent(WILD)}`,
      `releases/${release}`,
      `ai/runs/${run}`,
      `flags/hostile`,
      `dashboards/${dashboard}`,
      `replays/${sessionId}`,
      ...respond,
    ],
  };
}

async function makeResponse(project: SeededProject): Promise<readonly string[]> {
  const { userId } = await newPerson('ROLE_MEMBER');
  const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
  const config = { url: 'https://receiver.example/', secret };
  const channel = await project.post('/notifications/channels', { type: 'webhook', name: NAME, config });
  const layer = { name: NAME, users: [userId], rotation_length: '1d', start_at: new Date().toISOString() };
  const schedule = await project.post('/oncall/schedules', { name: NAME, time_zone: 'UTC', layers: [layer] });
  await project.post('/escalation-policies', {
    name: NAME,
    levels: [{ level: 1, delay: '5m', schedules: [schedule['id']] }],
    max_escalations: 1,
    ack_timeout: '30m',
  });
  const rule = await project.post('/alerts/rules', {
    name: NAME,
    kind: 'threshold',
    severity: 'critical',
    query: { signal: 'logs', q: 'level:error', agg: 'count' },
    window: '1h',
    interval: '1m',
    condition: { op: 'gt', threshold: 0 },
    labels: { team: NAME },
    annotations: { summary: ODD },
    notify: { channels: [channel['id']] },
  });
  await project.post('/alerts/silences', {
    name: NAME,
    comment: ODD,
    matchers: [{ label_name: 'team', operator: '=', value: 'another' }],
    starts_at: new Date().toISOString(),
    ends_at: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  const incident = await project.post('/incidents', { title: NAME, description: ODD, severity: 1 });
  await project.post(`/incidents/${String(incident['id'])}/comments`, {
    text: ODD,
    expected_version: incident['version'],
    idempotency_key: randomUUID(),
  });
  return [`respond/rules/${String(rule['id'])}`, `respond/incidents/${String(incident['id'])}`];
}

async function makeDashboard(project: SeededProject): Promise<string> {
  const { id } = await project.post('/dashboards', { name: NAME, description: ODD, tags: [NAME.slice(0, 50)] });
  const widgets = [
    { type: 'text', title: NAME, text: `# ${ODD}\n${ODD} **${ODD}** \`${ODD}\` [${ODD}](javascript:globalThis.ran=1)` },
    { type: 'table', title: NAME, query: { signal: 'logs', group_by: ['service'] } },
    { type: 'timeseries', title: NAME, query: { signal: 'logs', group_by: ['service'] } },
    { type: 'list', title: NAME, query: { signal: 'logs', limit: 5 } },
  ];
  for (const widget of widgets) await project.post(`/dashboards/${String(id)}/widgets`, widget);
  return String(id);
}

async function makeAnalytics(project: SeededProject): Promise<void> {
  const conditions = [{ type: 'property', key: WILD, op: 'eq', value: LONG.slice(0, 200) }];
  const definition = { operator: 'and', conditions };
  await project.post('/analytics/cohorts', { name: WILD, kind: 'property', definition });
  const filters = [{ field: 'property.name', op: 'eq', value: ODD }];
  await project.post('/account-segments', { name: NAME, group_type: 'company', filters });
  const condition = { type: 'person', key: WILD, operator: 'eq', value: ODD };
  await project.post('/flags', {
    key: 'hostile',
    name: ODD,
    active: true,
    filters: { groups: [{ conditions: [condition], rollout_percentage: 50 }] },
  });
  const saved = { signal: 'logs', query: { q: 'desufer' }, is_shared: true, idempotency_key: randomUUID() };
  await project.post('/search/saved', { name: NAME, ...saved });
  await project.post('/account/api-keys', { name: WILD, scopes: ['logs:read'] });
}
