import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok } from '../api.js';
import { theService } from '../topology.js';
import { makeProject } from './project.js';

const ORIGIN = 'https://shop.example';
const SCOPES = ['analytics:write', 'telemetry:write'];

describe('publishable keys', () => {
  let project: string;
  let key: string;
  const make = (more: object) => api('POST', '/account/api-keys', { body: { name: 'page', scopes: SCOPES, ...more } });
  const capture = async (target: string, headers: Record<string, string>) => {
    const body = JSON.stringify({ events: [{ event: 'viewed', distinct_id: 'somebody' }] });
    const url = `${theService().ingestUrl}${target}`;
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers }, body });
    await answer.arrayBuffer();
    return answer;
  };
  beforeAll(async () => {
    project = (await makeProject()).id;
    const made = await ok('POST', '/account/api-keys', {
      body: { name: 'page', scopes: SCOPES, project_id: project, publishable: true, allowed_origins: [ORIGIN] },
    });
    key = made['secret'];
  });

  it('creates publishable keys with a known prefix, for one project and only to send', async () => {
    assert.match(key, /^svc_publishable_/);
    for (const more of [
      { publishable: true },
      { publishable: true, project_id: project, scopes: ['telemetry:write', 'logs:read'] },
      { project_id: project, allowed_origins: [ORIGIN] },
      { publishable: true, project_id: project, allowed_origins: ['shop.example'] },
    ]) {
      const refused = await make(more);
      assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_request'], JSON.stringify(more));
    }
    assert.equal((await api('GET', '/logs', { key })).status, 403);
  });

  it('accepts a publishable key in the address of a beacon, and refuses a secret key there', async () => {
    const accepted = await capture(`/api/v1/capture?api_key=${key}`, { origin: ORIGIN });
    assert.equal(accepted.status, 200);
    assert.equal(accepted.headers.get('access-control-allow-origin'), '*');
    const { secret } = await makeKey(SCOPES, project);
    assert.equal((await capture(`/api/v1/capture?api_key=${secret}`, { origin: ORIGIN })).status, 401);
  });

  it('refuses publishable keys from pages of other origins, and without an origin', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: `${ORIGIN}.evil.example` }, {}]) {
      const refused = await capture('/api/v1/capture', { ...headers, 'x-svc-api-key': key } as Record<string, string>);
      assert.equal(refused.status, 403, JSON.stringify(headers));
    }
  });

  it('neither overwrites what a backend wrote to a person nor takes over a known ID', async () => {
    const { secret } = await makeKey([...SCOPES, 'persons:read'], project);
    const send = async (sender: string, event: object) => {
      const answer = await fetch(`${theService().ingestUrl}/api/v1/capture`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-svc-api-key': sender },
        body: JSON.stringify({ events: [event] }),
      });
      assert.equal(answer.status, 200, await answer.text());
    };
    const tomorrow = new Date(Date.now() + 23 * 3_600_000).toISOString();
    await send(secret, { event: 'identify', distinct_id: 'victim', set: { seat: 'known' } });
    await send(key, { event: 'upgrade', distinct_id: 'victim', set: { plan: 'enterprise' }, timestamp: tomorrow });
    const link = { event: 'identify', distinct_id: 'attacker', anon_distinct_id: 'victim' };
    await send(key, { ...link, timestamp: '2001-01-01T00:00:00Z', set: { role: 'attacker' } });
    await send(secret, { event: 'downgrade', distinct_id: 'victim', set: { plan: 'free' } });
    await eventually('the last write', async () => {
      const victim = await api('GET', '/persons/victim', { key: secret });
      return (victim.json['properties'] as { plan?: string } | undefined)?.plan === 'free';
    });
    // The link may be read before the naming that outranks it: they are in different partitions of the log.
    const attacker = await eventually('the attacker is another person', async () => {
      const { status, json } = await api('GET', '/persons/attacker', { key: secret });
      const properties = json['properties'] as Record<string, string> | undefined;
      return status === 200 && properties?.['role'] === 'attacker' && properties['seat'] === undefined && json;
    });
    const victim = (await api('GET', '/persons/victim', { key: secret })).json;
    assert.deepEqual(victim['properties'], { plan: 'free', seat: 'known' });
    assert.notEqual(victim['distinct_id'], attacker['distinct_id']);
  });

  it('answers preflight requests on every route of the ingest interface', async () => {
    for (const route of ['/api/v1/capture', '/v1/traces', '/v1/logs', '/v1/metrics']) {
      const answer = await fetch(`${theService().ingestUrl}${route}`, {
        method: 'OPTIONS',
        headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
      });
      assert.equal(answer.status, 204, route);
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /x-svc-api-key/);
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    }
  });
});
