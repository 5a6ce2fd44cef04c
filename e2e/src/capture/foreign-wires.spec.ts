import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { eventually } from '@svc/testing';
import { api, makeKey } from '../api.js';
import { openProject } from '../flags/flag.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { newId } from '../persons/capture.js';
import { theService } from '../topology.js';

const ORIGIN = 'https://shop.example';

describe('the wires of PostHog and Segment', () => {
  let project: string;
  let secret: string;
  let reader: string;
  beforeAll(async () => {
    ({ project } = await openProject());
    ({ secret } = await makeKey(['analytics:write'], project));
    reader = (await makeKey(['persons:read'], project)).secret;
  });

  const post = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${theService().ingestUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body as never,
    });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
  };
  const isStored = (id: string) =>
    eventually(`the person ${id}`, async () => (await api('GET', `/persons/${id}`, { key: reader })).status === 200);

  it('accepts the key in the body, in any form that pages and SDKs send', async () => {
    const call = (id: string) => ({ event: 'opened', properties: { distinct_id: id, token: secret } });
    const bodies = (id: string) => [
      ['/capture/', JSON.stringify({ api_key: secret, ...call(id) })],
      ['/batch', JSON.stringify({ api_key: secret, batch: [call(id)] })],
      ['/e/?compression=gzip-js', gzipSync(JSON.stringify([call(id)]))],
      ['/i/v0/e/?compression=base64', `data=${encodeURIComponent(btoa(JSON.stringify(call(id))))}`],
    ];
    for (const index of bodies('').keys()) {
      const id = newId('wire');
      const [path, body] = bodies(id)[index] as [string, string | Buffer];
      const { status, json } = await post(path, body, { 'content-type': 'text/plain' });
      assert.deepEqual([status, json['status'], json['accepted']], [200, 1, 1], path);
      await isStored(id);
    }
  });

  it('accepts the key as the Basic user on every route of Segment', async () => {
    const authorization = `Basic ${btoa(`${secret}:`)}`;
    for (const type of ['track', 'identify', 'page', 'screen', 'alias', 'group', 'batch']) {
      const id = newId('wire');
      const call = {
        type: 'track',
        userId: id,
        event: 'opened',
        previousId: newId('old'),
        groupId: 'acme',
        traits: { a: 1 },
      };
      const body = type === 'batch' ? { batch: [call] } : call;
      const { status, json } = await post(`/v1/${type}`, JSON.stringify(body), { authorization });
      assert.deepEqual([status, json['success'], json['accepted']], [200, true, 1], type);
      await isStored(id);
    }
  });

  it('refuses PostHog and Segment requests without permission to send', async () => {
    const body = (key?: string) => JSON.stringify({ api_key: key, batch: [{ event: 'a', distinct_id: 'b' }] });
    for (const sent of [body(), body('wrong'), body(secret.slice(0, -1)), '{}']) {
      assert.equal((await post('/batch', sent)).status, 401, sent);
    }
    assert.equal((await post('/batch', body(reader))).status, 403);
    assert.equal((await post('/v1/batch', body(), { authorization: `Basic ${btoa('wrong:')}` })).status, 401);
    assert.equal((await post('/batch', body(secret), { 'x-svc-api-key': 'wrong-key-of-some-length' })).status, 401);
    assert.equal((await post('/batch', '{')).status, 400);
    const { status, json } = await post('/batch', `{"a":"${'x'.repeat(5_000_000)}"}`);
    assert.deepEqual([status, json['error']], [413, 'payload_too_large']);
    const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
    assert.equal((await post('/batch', bomb, { 'content-encoding': 'gzip' })).status, 413);
  });

  it('enforces the origins of a publishable key, and answers preflight requests', async () => {
    const page = await makePublishableKey(project, ['analytics:write'], [ORIGIN]);
    const body = JSON.stringify({ api_key: page, event: 'opened', distinct_id: newId('page') });
    assert.equal((await post('/e/', body, { origin: ORIGIN })).status, 200);
    assert.equal((await post('/e/', body, { origin: 'https://evil.example' })).status, 403);
    for (const route of ['/e/', '/batch/', '/v1/track']) {
      const preflight = await fetch(`${theService().ingestUrl}${route}`, {
        method: 'OPTIONS',
        headers: { origin: ORIGIN },
      });
      assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
    }
  });

  it('warns about unknown fields of its own wire', async () => {
    const { status, json } = await post(
      '/api/v1/capture',
      JSON.stringify({ project_id: 'x', events: [{ event: 'a', distinct_id: 'b', $set: { plan: 'pro' } }] }),
      { 'x-svc-api-key': secret },
    );
    assert.equal(status, 200);
    assert.deepEqual(
      (json['warnings'] as { message: string }[]).map(({ message }) => message.split(':')[0]),
      ['project_id', '$set'],
    );
  });
});
