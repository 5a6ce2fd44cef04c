import assert from 'node:assert/strict';
import { operations } from '@svc/contract';
import { eventually } from '@svc/testing';
import { makeKey } from '../api.js';
import { create, openProject, type Scene } from '../flags/flag.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';

const ORIGIN = 'https://shop.example';
const ROUTES = ['/ofrep/v1/evaluate/flags', '/ofrep/v1/evaluate/flags/vip', '/api/v1/decide'];

describe('flags in pages, with a publishable key', () => {
  let scene: Scene;
  let key: string;
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const answer = await fetch(`${theService().httpUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: (text && JSON.parse(text)) as never };
  };
  const evaluate = (path: string, headers: Record<string, string> = {}, sender = key) =>
    post(
      path,
      { 'x-api-key': sender, ...headers },
      path.startsWith('/ofrep') ? { context: { targetingKey: 'ann', $send_exposure: true } } : { distinct_id: 'ann' },
    );
  beforeAll(async () => {
    scene = await openProject();
    key = await makePublishableKey(scene.project, ['flags:evaluate']);
    const conditions = [{ type: 'person', key: 'debt', operator: 'gt', value: 1000 }];
    await create(scene, { key: 'vip', filters: { groups: [{ conditions, rollout_percentage: 99 }] } });
    const { secret } = await makeKey(['analytics:write'], scene.project);
    const events = [{ event: 'identify', distinct_id: 'ann', set: { debt: 5000 } }];
    const sent = await fetch(`${theService().ingestUrl}/api/v1/capture`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': secret },
      body: JSON.stringify({ events }),
    });
    assert.equal(sent.status, 200);
    await eventually('the property', async () => {
      const { json } = await evaluate('/ofrep/v1/evaluate/flags/vip');
      return (json as { value: boolean }).value;
    });
  });

  it('returns the outcome of flags to pages, and nothing about properties, rules and rollouts', async () => {
    const flag = { key: 'vip', value: true, variant: 'on', reason: 'UNKNOWN' };
    assert.deepEqual((await evaluate('/ofrep/v1/evaluate/flags/vip')).json, flag);
    assert.deepEqual((await evaluate('/ofrep/v1/evaluate/flags')).json, { flags: [flag] });
    const { json } = await post('/api/v1/decide', { 'x-api-key': key }, { distinct_id: 'ann', include_reasons: true });
    assert.deepEqual((json as { flags: unknown }).flags, {
      vip: { enabled: true, variant: null, payload: null, version: 1 },
    });
    const explained = await post('/api/v1/decide', { 'x-api-key': key }, { distinct_id: 'ann', explain: true });
    assert.deepEqual([explained.status, (explained.json as { error: string }).error], [403, 'permission_denied']);
  });

  it('refuses everything but flags to a publishable key at the REST interface', async () => {
    for (const { id, method, path, project } of operations) {
      if (id === 'flags.decide' || project === 'public') continue;
      const url = `${theService().httpUrl}${path.replaceAll(/\{[a-z0-9_]+\}/g, 'x')}`;
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const answer = await fetch(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
      await answer.arrayBuffer();
      assert.equal(answer.status, 403, id);
    }
  });

  it('evaluates flags from a page of another origin, which reads errors and the ETag', async () => {
    for (const path of ROUTES) {
      const preflight = await fetch(`${theService().httpUrl}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: ORIGIN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,if-none-match',
        },
      });
      assert.equal(preflight.status, 204, path);
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
      assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
      assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization, .*if-none-match/);
      assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
      const answers = [await evaluate(path, { origin: ORIGIN }), await post(path, { origin: ORIGIN }, {})];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 401],
      );
      for (const { headers } of answers) {
        assert.equal(headers.get('access-control-allow-origin'), '*', path);
        assert.match(headers.get('access-control-expose-headers') ?? '', /etag/);
      }
    }
    const first = await evaluate('/ofrep/v1/evaluate/flags');
    const again = await evaluate('/ofrep/v1/evaluate/flags', { 'if-none-match': first.headers.get('etag') ?? '' });
    assert.deepEqual([again.status, again.headers.get('access-control-allow-origin')], [304, '*']);
    const other = await fetch(`${theService().httpUrl}/api/v1/flags`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN },
    });
    assert.equal(other.headers.get('access-control-allow-origin'), null);
  });

  it('refuses flags to pages of other origins, if the key names its own', async () => {
    const bound = await makePublishableKey(scene.project, ['flags:evaluate'], [ORIGIN]);
    for (const path of ROUTES) {
      assert.equal((await evaluate(path, { origin: ORIGIN }, bound)).status, 200);
      assert.equal((await evaluate(path, { origin: 'https://evil.example' }, bound)).status, 403);
      assert.equal((await evaluate(path, {}, bound)).status, 403);
    }
  });
});
