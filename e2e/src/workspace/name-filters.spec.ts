import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operations } from '@svc/contract';
import { eventually } from '@svc/testing';
import { ok, type Json } from '../api.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { makeProject } from './project.js';

/** The lists whose records have a name. That of what belongs to one record, such as the scores of a run, is short and has no filters. */
const LISTS = operations.filter(({ id, method, path, rpc }) => {
  if (method !== 'GET' || !id.endsWith('.list') || path.includes('{')) return false;
  const record = rpc.output.fields.find(({ fieldKind, message }) => fieldKind === 'list' && message)?.message;
  return ['name', 'display_name'].some((name) => record?.fields.some((field) => field.name === name));
});

/** Records that no request creates; a spec beside the code tests their filter. */
const NOT_CREATED = new Set(['alerts.list']);

describe('lists of named records', () => {
  it.each(LISTS.map(({ id, path, rpc }) => [id, path, rpc] as const))('filters %s by name', async (id, path, rpc) => {
    assert.ok(rpc.input.field['name'], `${id} has no filter by name`);
    if (NOT_CREATED.has(id)) return;
    const create = CREATORS[id] ?? assert.fail(`nothing creates a record of ${id}`);
    const tag = randomUUID();
    const project = await makeProject();
    // Both wildcards of LIKE and its escape character, which mean themselves.
    await create(project.id, `Alpha_100%\\ ${tag}`);
    await create(project.id, `Beta ${tag}`);
    const names = async (name: string): Promise<string[]> => {
      const query = new URLSearchParams({ name, ...(rpc.input.field['limit'] && { limit: '10' }) });
      if (!ORGANIZATION.has(id)) query.set('project_id', project.id);
      const answer = await ok('GET', `${path.replace('/api/v1', '')}?${query.toString()}`);
      const rows = Object.values(answer).find((value) => Array.isArray(value)) as Json[] | undefined;
      return (rows ?? []).map((row) => row['display_name'] ?? row['name']);
    };
    await eventually('both are listed', async () => (await names(tag)).length === 2);
    assert.deepEqual(await names(`ALPHA_100%\\ ${tag.toUpperCase()}`), [`Alpha_100%\\ ${tag}`]);
    assert.deepEqual(await names(`pha_100%\\ ${tag.slice(0, 8)}`), [`Alpha_100%\\ ${tag}`]);
    for (const none of [`Alphax100%\\ ${tag}`, `Beta%${tag}`, `Beta_${tag}`]) assert.deepEqual(await names(none), []);
  });
});

type Creator = (projectId: string, name: string) => Promise<unknown>;

/** Lists of the organization, which no project selects from. */
const ORGANIZATION = new Set(['projects.list', 'members.list', 'api_keys.list']);

const posts =
  (path: string, body: object): Creator =>
  (projectId, name) =>
    ok('POST', `${path}?project_id=${projectId}`, { body: { ...body, name } });

const channel = posts('/notifications/channels', {
  type: 'webhook',
  config: { url: 'https://192.0.2.1/hooks', secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
});

const CREATORS: Readonly<Record<string, Creator>> = {
  'alert_rules.list': posts('/alerts/rules', {
    kind: 'threshold',
    severity: 'warning',
    query: { signal: 'logs' },
    condition: { op: 'gt', threshold: 1e9 },
  }),
  'channels.list': channel,
  'cohorts.list': posts('/analytics/cohorts', { kind: 'static', members: ['ada'] }),
  'connections.list': (projectId, name) => {
    const body = { provider: 'github', kind: 'token', secret: noteSecret('github_pat_of_names'), target: 'acme/shop' };
    return ok('POST', `/connections?project_id=${projectId}`, { body: { ...body, display_name: name } });
  },
  'dashboards.list': posts('/dashboards', {}),
  'escalation.list': async (projectId, name) => {
    const { id } = await channel(projectId, `For ${name}`).then((made) => made as Json);
    const body = { name, levels: [{ level: 1, delay: '5m', channels: [id] }] };
    return ok('POST', `/escalation-policies?project_id=${projectId}`, { body });
  },
  'flags.list': (projectId, name) => posts('/flags', { key: `f-${randomUUID()}` })(projectId, name),
  'saved_searches.list': (projectId, name) =>
    posts('/search/saved', { signal: 'logs', query: {}, idempotency_key: randomUUID() })(projectId, name),
  'schedules.list': async (projectId, name) => {
    const { members } = await ok('GET', '/account/members');
    const layer = { name: 'week', users: [members?.[0]?.['user_id']], rotation_length: '1w' };
    const body = { name, layers: [{ ...layer, start_at: '2026-01-05T08:00:00Z' }] };
    return ok('POST', `/oncall/schedules?project_id=${projectId}`, { body });
  },
  'segments.list': posts('/account-segments', {
    group_type: 'company',
    filters: [{ field: 'property.seats', op: 'gt', value: 10 }],
  }),
  'silences.list': posts('/alerts/silences', {
    matchers: [{ label_name: 'service', operator: '=', value: 'web' }],
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  'api_keys.list': (_, name) => ok('POST', '/account/api-keys', { body: { name, scopes: ['logs:read'] } }),
  'projects.list': (_, name) => ok('POST', '/projects', { body: { name, slug: `n-${randomUUID().slice(0, 13)}` } }),
  'members.list': async (_, name) => {
    const email = `${randomUUID()}@example.com`;
    const token = noteSecret((await ok('POST', '/invitations', { body: { email, role: 'ROLE_VIEWER' } }))['token']);
    const body = { token, name, password: noteSecret(randomUUID()) };
    return ok('POST', '/invitations/accept', { key: null, body });
  },
  'metrics.list': async (projectId, name) => {
    const gauge = { dataPoints: [{ timeUnixNano: `${Date.now()}000000`, asDouble: 1 }] };
    const answer = await fetch(`${theService().ingestUrl}/v1/metrics?project_id=${projectId}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': theService().apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name, gauge }] }] }] }),
    });
    assert.equal(answer.status, 200, await answer.text());
  },
};
