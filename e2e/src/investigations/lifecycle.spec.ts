import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { LiveStream } from '../logs/live-stream.js';
import { follow, openScene, SCOPES, start, whenOver, type Scene } from './scene.js';

describe('investigations', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });

  const refused = async (body: object, path: string, { key } = scene): Promise<void> => {
    const answer = await api('POST', '/investigations', { key, body: { question: 'why', ...body } });
    assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request'], answer.text);
    assert.equal(answer.json['details']?.[0]?.['path'], path, answer.text);
  };

  it('start with 201 and their address, run in the background, and conclude with a level', async () => {
    const answer = await api('POST', '/investigations', { key: scene.key, body: { question: 'why is checkout slow' } });
    assert.equal(answer.status, 201, answer.text);
    const id = answer.json['id'] as string;
    assert.equal(answer.headers.get('location'), `/api/v1/investigations/${id}`);
    assert.deepEqual(
      [answer.json['status'], answer.json['title'], answer.json['subject']],
      ['queued', 'why is checkout slow', { type: 'question' }],
    );
    const done = await whenOver(scene, id);
    assert.equal(done['status'], 'completed', JSON.stringify(done));
    assert.ok(['confirmed', 'likely', 'inconclusive'].includes(String(done['conclusion']?.['level'])));
    const known = new Set([...(done['evidence'] ?? [])].map(({ id: each }) => each as string));
    for (const claim of [...(done['conclusion']?.['claims'] ?? [])]) {
      assert.ok([...claim['evidence_ids']].length > 0);
      for (const each of [...claim['evidence_ids']]) assert.ok(known.has(each), 'a claim cites evidence');
    }
    assert.equal(done['budget']?.['queries']?.['limit'], 25);
    assert.equal(done['model'], null);
  });

  it('are listed newest first in pages of cursors', async () => {
    const own = await openScene();
    const started: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) started.push(String((await start(own))['id']));
    const first = await ok('GET', '/investigations?limit=2', { key: own.key });
    const cursor = encodeURIComponent(String(first['pagination']?.['next_cursor']));
    const second = await ok('GET', `/investigations?limit=2&cursor=${cursor}`, { key: own.key });
    const ids = [...first['investigations'], ...second['investigations']].map(({ id }) => id as string);
    assert.deepEqual(ids, started.toReversed());
    const foreign = await api('GET', `/investigations?cursor=${cursor}`, { key: scene.key });
    assert.deepEqual([foreign.status, foreign.json['error']], [400, 'invalid_request']);
  });

  it('stream their events, continue after the last ID, and end', async () => {
    const blind = await openScene(SCOPES.filter((scope) => scope !== 'logs:read'));
    const { id } = await start(blind);
    const events = await follow(blind, id);
    assert.deepEqual(events.at(-1)?.name, 'end');
    assert.equal(events.at(-1)?.data['reason'], 'completed');
    assert.ok(events.some(({ name }) => name === 'conclusion'));
    const numbered = events.filter((event) => event.id !== undefined);
    assert.deepEqual([numbered[0]?.name, numbered[0]?.data['status']], ['status', 'queued']);
    // The key may not read logs, and log patterns need logs as well as traces.
    const omitted = events.find(({ name }) => name === 'omission');
    assert.deepEqual(omitted?.data, {
      kind: 'log_pattern',
      scopes: ['logs:read', 'traces:read'],
      missing_for: 'starter',
    });
    assert.equal(new Set(numbered.map((event) => event.id)).size, numbered.length);
    const middle = Math.floor(numbered.length / 2);
    const rest = await follow(blind, id, numbered[middle]?.id);
    assert.deepEqual(
      rest.filter((event) => event.id !== undefined),
      numbered.slice(middle + 1),
    );
    for (const lastId of ['999', 'abc']) {
      const { response } = await LiveStream.follow(`/investigations/${String(id)}/events`, { key: blind.key, lastId });
      assert.equal(response.statusCode, 400);
    }
  });

  it('continue with a message that says where to look, and refuse one that says nothing', async () => {
    const { id } = await start(scene);
    await whenOver(scene, id);
    const path = `/investigations/${String(id)}/messages`;
    const thanks = await api('POST', path, { key: scene.key, body: { message: 'thanks' } });
    assert.deepEqual([thanks.status, thanks.json['details']?.[0]?.['path']], [400, 'message']);
    const continued = await ok('POST', path, { key: scene.key, body: { message: 'check log_pattern' } });
    assert.equal(continued['messages']?.[0]?.['understood'], 'Check log_pattern.');
    const done = await whenOver(scene, id);
    assert.deepEqual([done['status'], [...done['messages']].length], ['completed', 1]);
  });

  it('are cancelled only while they are active', async () => {
    const { id } = await start(scene);
    await whenOver(scene, id);
    const answer = await api('POST', `/investigations/${String(id)}/cancel`, { key: scene.key, body: {} });
    assert.deepEqual([answer.status, answer.json['error']], [409, 'state_conflict']);
  });

  it('refuse windows and subjects that are wrong, by their names', async () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await refused({ window: { start: at(5), end: at(6) } }, 'window.start');
    await refused({ window: { start: at(-5), end: at(-6) } }, 'window.end');
    await refused({ window: { start: at(-3_000), end: at(0) } }, 'window');
    await refused({ subject: { type: 'weather', ref: 'x' } }, 'subject.type');
    for (const type of ['incident', 'alert', 'issue', 'anomaly', 'trace', 'person'])
      await refused({ subject: { type, ref: randomUUID() } }, 'subject.ref');
  });

  it('start from an incident by its number, and refuse those who may not read it as if there were none', async () => {
    const incident = await ok('POST', '/incidents', { key: scene.key, body: { title: 'Checkout fails', severity: 1 } });
    const started = await start(scene, { subject: { type: 'incident', ref: 'INC-1' } });
    assert.deepEqual(started['subject'], { type: 'incident', ref: String(incident['id']) });
    const blind = await makeKey(['investigations:write'], scene.project);
    await refused({ subject: { type: 'incident', ref: 'INC-1' } }, 'subject.ref', { ...scene, key: blind.secret });
    const reader = await makeKey(['investigations:read'], scene.project);
    const shown: Json = await ok('GET', `/investigations/${String(started['id'])}`, { key: reader.secret });
    assert.deepEqual(shown['subject'], { type: 'incident' });
    assert.ok([...shown['omitted']].some(({ kind }) => (kind as string) === 'subject'));
  });

  it('start 20 times within an hour', async () => {
    const own = await openScene();
    for (let nth = 0; nth < 20; nth += 1) await start(own);
    const answer = await api('POST', '/investigations', { key: own.key, body: { question: 'why' } });
    assert.deepEqual([answer.status, answer.json['error']], [429, 'rate_limited']);
    assert.ok(Number(answer.headers.get('retry-after')) > 3_000);
  });
});
