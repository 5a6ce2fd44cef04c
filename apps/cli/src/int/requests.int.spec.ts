import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../runtime/values/json.js';
import { bundleClient, json } from '../testing/client.js';

const client = await bundleClient();
const { directory, lastRequest, peer, svc } = client;
afterAll(() => client.stop());

describe('requests of commands', () => {
  it('sends the flags of logs query and leaves the default window to the service', async () => {
    peer.answer({ body: { logs: [] } });
    await svc([
      '--project',
      'p',
      'logs',
      'query',
      '-q',
      'a+b OR c',
      '--env',
      'prod',
      '--service=s',
      '--level',
      'error,warn',
      '--cursor',
      'c+/=',
    ]);
    const { path: sent, query, headers } = lastRequest();
    assert.equal(sent, '/api/v1/logs');
    assert.deepEqual(Object.fromEntries(query), {
      project_id: 'p',
      q: 'a+b OR c',
      environment: 'prod',
      service: 's',
      level: 'error,warn',
      cursor: 'c+/=',
      limit: '50',
      sort: 'timestamp_desc',
    });
    assert.equal(headers['x-svc-api-key'], 'k');
  });

  it('sends an explicit window as timestamps', async () => {
    peer.answer({ body: { logs: [] } });
    const before = Date.now();
    await svc(['logs', 'query', '--since', '6h', '--until', '2199-01-01T00:00:00.5+01:00']);
    const { query } = lastRequest();
    const since = Date.parse(query.get('start_time') ?? '');
    assert.ok(since >= before - 21_600_000 && since <= Date.now() - 21_600_000);
    assert.equal(query.get('end_time'), '2199-01-01T00:00:00.5+01:00');
  });

  it('accepts durations for the window of events triggerers and only timestamps for events trends', async () => {
    peer.answer({ body: { triggerers: [] } });
    const before = Date.now();
    assert.equal((await svc(['events', 'triggerers', 'buy', '--since', '7d', '--until', '6h'])).code, 0);
    const { query } = lastRequest();
    const [since, until] = ['since', 'until'].map((name) => Date.parse(query.get(name) ?? ''));
    assert.equal((until ?? 0) - (since ?? 0), 162 * 3_600_000);
    assert.ok(until !== undefined && until >= before - 21_600_000 && until <= Date.now() - 21_600_000);
    assert.equal((await svc(['events', 'triggerers', 'buy', '--since', '7d'])).code, 2);
    assert.equal((await svc(['events', 'trends', 'buy', '--since', '7d', '--until', '6h'])).code, 2);
  });

  it('validates the window and interval of metrics query without sending them', async () => {
    peer.answer({ body: { series: [] } });
    await svc([
      'metrics',
      'query',
      'a/b',
      '--since',
      '2h',
      '--until',
      '1h',
      '--interval',
      '1h',
      '--group-by',
      'job,instance',
    ]);
    assert.equal(lastRequest().path, '/api/v1/metrics/a%2Fb/query');
    assert.deepEqual(
      [...lastRequest().query],
      [
        ['agg', 'avg'],
        ['group_by', 'job'],
        ['group_by', 'instance'],
      ],
    );
    assert.equal((await svc(['metrics', 'query', 'm', '--since', 'soon'])).code, 2);
  });

  it('sends the project, version and idempotency key of saved searches', async () => {
    const project = ['--project', 'p'];
    peer.answer({ status: 201, body: { id: 's1', version: 1 } });
    await svc([...project, 'saved-searches', 'create', '--idempotency-key', 'k1', '--file', '-'], {
      stdin: '{"name":"日本","signal":"logs","query":{"level":"error"},"is_shared":true}',
    });
    assert.equal(lastRequest().method, 'POST');
    assert.equal(lastRequest().query.get('project_id'), 'p');
    assert.deepEqual(lastRequest().body, {
      name: '日本',
      signal: 'logs',
      query: { level: 'error' },
      is_shared: true,
      idempotency_key: 'k1',
      project_id: 'p',
    });

    await svc([...project, 'saved-searches', 'update', 's1', '--expected-version', '1', '--json', '{"name":"n"}']);
    assert.deepEqual([lastRequest().method, lastRequest().path], ['PATCH', '/api/v1/search/saved/s1']);
    assert.deepEqual(lastRequest().body, { name: 'n', expected_version: 1, project_id: 'p' });

    await svc([...project, 'saved-searches', 'duplicate', 's1', '--expected-version', '2', '--idempotency-key', 'k2']);
    assert.equal(lastRequest().path, '/api/v1/search/saved/s1/duplicate');
    assert.deepEqual(lastRequest().body, { expected_version: 2, idempotency_key: 'k2', project_id: 'p' });

    peer.answer({ status: 204 });
    const { code, stdout } = await svc([
      ...project,
      'saved-searches',
      'delete',
      's1',
      '--yes',
      '--expected-version',
      '3',
    ]);
    assert.deepEqual([code, json(stdout)], [0, { search_id: 's1', deleted: true }]);
    assert.deepEqual(
      [...lastRequest().query],
      [
        ['project_id', 'p'],
        ['expected_version', '3'],
      ],
    );
  });

  it('omits an absent optional argument', async () => {
    peer.answer({ body: { persons: [] } });
    assert.equal((await svc(['persons', 'search'])).code, 0);
    assert.equal(lastRequest().query.has('search'), false);
    await svc(['persons', 'search', 'ann']);
    assert.equal(lastRequest().query.get('search'), 'ann');
  });

  it('revokes an API key without --yes', async () => {
    peer.answer({ status: 204 });
    const { code, stdout } = await svc(['apikey', 'revoke', 'key_1']);
    assert.deepEqual([code, json(stdout)], [0, { key_id: 'key_1', revoked: true }]);
    assert.deepEqual([lastRequest().method, lastRequest().path], ['DELETE', '/api/v1/account/api-keys/key_1']);
  });

  it('creates an API key with the scopes of every --scope and the active project', async () => {
    peer.answer({ status: 201, body: { api_key: {}, secret: 's' } });
    await svc(['apikey', 'create', '--name', 'ci', '--scope', 'logs:read,traces:read', '--scope', 'metrics:read'], {
      env: { SVC_PROJECT: 'p' },
    });
    assert.deepEqual(lastRequest().body, {
      name: 'ci',
      scopes: ['logs:read', 'traces:read', 'metrics:read'],
      project_id: 'p',
    });
  });

  it('creates a profile with the address and the key of the command', async () => {
    peer.answer({ body: { id: 'p1', slug: 'shop', state: 'active' } });
    const { code, stderr } = await svc(['projects', 'use', 'shop', '--profile', 'ci']);
    assert.equal(code, 0, stderr);
    const { profiles } = json(readFileSync(path.join(directory, 'config', 'config.json'), 'utf8'));
    assert.deepEqual((profiles as JsonObject)['ci'], { api_url: `${peer.url}/api/v1`, api_key: 'k', project: 'p1' });
    await svc(['projects', 'use', 'shop', '--project', 'other']);
    assert.equal(lastRequest().query.get('project_id'), 'other');
    rmSync(path.join(directory, 'config'), { recursive: true });
  });

  it('sends the project that projects use stored in the profile', async () => {
    peer.answer({ body: { id: 'p1', slug: 'shop', state: 'active' } });
    assert.equal((await svc(['projects', 'use', 'shop'])).code, 0);
    assert.deepEqual(json(readFileSync(path.join(directory, 'config', 'config.json'), 'utf8')), {
      profiles: { default: { project: 'p1' } },
    });
    assert.equal(lastRequest().path, '/api/v1/projects/shop');
    peer.answer({ body: { id: 'p2', slug: 'gone', state: 'deleting' } });
    const missing = await svc(['projects', 'use', 'gone']);
    assert.equal(missing.code, 5);
    assert.deepEqual(Object.keys(json(missing.stderr)).sort(), ['error', 'exit_code', 'message']);

    await svc(['projects', 'current']);
    assert.equal(lastRequest().query.get('project_id'), 'p1');
    await svc(['projects', 'current', '--project', 'flag'], { env: { SVC_PROJECT: 'env' } });
    assert.equal(lastRequest().query.get('project_id'), 'flag');
    await svc(['projects', 'current'], { env: { SVC_PROJECT: 'env' } });
    assert.equal(lastRequest().query.get('project_id'), 'env');
  });
});
