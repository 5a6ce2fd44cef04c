import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, type Json } from '../api.js';
import { openIncidents, type IncidentScene } from './scene.js';

describe('incidents', () => {
  let scene: IncidentScene;
  beforeAll(async () => {
    scene = await openIncidents();
  });

  it('creates, acknowledges, resolves and reopens an incident, with the times that it took', async () => {
    const created = await scene.create({ severity: 1, description: 'Payments time out.' });
    assert.deepEqual(
      [created['status'], created['version'], created['severity'], created['acknowledged_at']],
      ['open', 1, 1, null],
    );
    assert.match(created['number'], /^INC-\d+$/);
    const acknowledged = await scene.done(created, 'acknowledge');
    assert.deepEqual([acknowledged['status'], acknowledged['version']], ['acknowledged', 2]);
    assert.ok(acknowledged['time_to_acknowledge_seconds'] >= 0);
    const resolved = await scene.done(acknowledged, 'resolve');
    assert.deepEqual([resolved['status'], typeof resolved['resolved_at']], ['resolved', 'string']);
    const reopened = await scene.done(resolved, 'reopen');
    assert.deepEqual([reopened['status'], reopened['reopen_count'], reopened['resolved_at']], ['open', 1, null]);
    const listed = await api('GET', `/incidents?project_id=${scene.project}&status=open`);
    const first = [...(listed.json['incidents'] as Json[])].find(({ id }) => id === created['id']);
    assert.equal(first?.['version'], 4);
    assert.equal(typeof listed.json['figures']?.['mean_time_to_acknowledge_seconds'], 'number');
  });

  it('refuses a transition that the status does not allow with 409, which names both statuses', async () => {
    const resolved = await scene.done(await scene.create(), 'resolve');
    const refused = await scene.write(resolved, 'acknowledge');
    assert.deepEqual([refused.status, refused.json['error']], [409, 'state_conflict']);
    assert.match(refused.json['message'], /from resolved to acknowledged/);
    assert.equal((await scene.write(await scene.create(), 'reopen')).status, 409);
  });

  it('refuses a stale version with 409, and replays the response for a repeated key', async () => {
    const created = await scene.create();
    const body = { idempotency_key: randomUUID() };
    const first = await scene.done(created, 'acknowledge', body);
    assert.deepEqual(await scene.done(created, 'acknowledge', body), first);
    const stale = await scene.write(created, 'resolve');
    assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
    const other = await scene.write(first, 'acknowledge', body);
    assert.deepEqual([other.status, other.json['error']], [409, 'idempotency_conflict']);
  });

  it('accepts the idempotency key in the header, and requires one for transitions and comments', async () => {
    const created = await scene.create();
    const path = `/incidents/${String(created['id'])}`;
    const send = (action: string, body: object, headers = {}) =>
      api('POST', `${path}/${action}?project_id=${scene.project}`, { body, headers });
    for (const action of ['acknowledge', 'resolve', 'reopen', 'comments']) {
      const body = { expected_version: 1, ...(action === 'comments' && { text: 'x' }) };
      const missing = await send(action, body);
      assert.deepEqual([missing.status, missing.json['error']], [400, 'idempotency_key_required'], action);
      const invalid = await send(action, { ...body, idempotency_key: 'a b' });
      assert.deepEqual([invalid.status, invalid.json['error']], [400, 'idempotency_key_invalid'], action);
      const unversioned = await send(action, { ...body, expected_version: undefined, idempotency_key: 'k' });
      assert.equal(unversioned.status, 400, action);
    }
    const accepted = await send('resolve', { expected_version: 1 }, { 'idempotency-key': 'from-the-header' });
    assert.equal(accepted.status, 200);
  });

  it('refuses invalid fields of incidents with 400 and changes nothing', async () => {
    const created = await scene.create();
    const id = String(created['id']);
    const project = `project_id=${scene.project}`;
    for (const [method, path, body] of [
      ['POST', '/incidents', {}],
      ['POST', '/incidents', { title: ' ' }],
      ['POST', '/incidents', { title: 'a\u0000b' }],
      ['POST', '/incidents', { title: 'x'.repeat(201) }],
      ['POST', '/incidents', { title: 'x', severity: 0 }],
      ['POST', '/incidents', { title: 'x', severity: 5 }],
      ['POST', '/incidents', { title: 'x', description: '\u0000' }],
      ['POST', '/incidents', { title: 'x', links: [{ type: 'trace', ref: 'x' }] }],
      ['POST', '/incidents', { title: 'x', links: [{ type: 'alert', ref: '' }] }],
      ['POST', '/incidents', { title: 'x', links: [{ type: 'error_group', ref: randomUUID() }] }],
      ['POST', `/incidents/${id}/links`, { type: 'error_group', ref: 'no-id' }],
      ['POST', `/incidents/${id}/links`, { type: 'alert', ref: 'a b' }],
      ['POST', `/incidents/${id}/comments`, { text: '', expected_version: 1, idempotency_key: 'k' }],
      ['POST', `/incidents/${id}/comments`, { text: '\n', expected_version: 1, idempotency_key: 'k' }],
      ['PATCH', `/incidents/${id}`, {}],
      ['PATCH', `/incidents/${id}`, { status: 'resolved' }],
    ] as const) {
      const { status, json } = await api(method, `${path}?${project}`, { body });
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], `${path} ${JSON.stringify(body)}`);
    }
    for (const query of ['status=closed', 'severity=9', 'limit=0', 'start_time=x', 'cursor=x']) {
      const { status, json } = await api('GET', `/incidents?${project}&${query}`);
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], query);
    }
    assert.equal((await scene.get(id))['version'], 1);
  });

  it('lets one of twenty racing responders win, and loses no comment', async () => {
    const created = await scene.create();
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.persist(created, 'acknowledge')));
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 409)]);
    const texts = Array.from({ length: 5 }, (_, index) => `comment ${index}`);
    await Promise.all(
      texts.map(async (text) => {
        for (;;) {
          const current = await scene.get(created['id']);
          const { status } = await scene.persist(current, 'comments', { text });
          if (status === 201) return;
          assert.equal(status, 409);
        }
      }),
    );
    const { entries } = await scene.timeline(created['id']);
    const found = [...(entries as Json[])].flatMap(({ kind, data }) => (kind === 'comment' ? [data?.['text']] : []));
    assert.deepEqual(found.toSorted(), texts);
  });

  it('follows the timeline of an incident with resume_cursor', async () => {
    const created = await scene.create();
    const start = await scene.timeline(created['id']);
    assert.deepEqual([start['pagination']?.['has_more'], start['pagination']?.['next_cursor']], [false, undefined]);
    const cursor = String(start['resume_cursor']);
    assert.equal((await scene.timeline(created['id'], `cursor=${cursor}`))['resume_cursor'], cursor);
    await scene.done(await scene.done(created, 'comments', { text: 'Looking' }), 'resolve');
    const { entries } = await scene.timeline(created['id'], `cursor=${cursor}`);
    const found = [...(entries as Json[])];
    assert.deepEqual(
      found.map(({ seq, kind }) => [seq, kind]),
      [
        [2, 'comment'],
        [3, 'resolved'],
      ],
    );
    const rest = await scene.timeline(created['id'], `cursor=${String(found[0]?.['cursor'])}`);
    assert.equal([...(rest['entries'] as Json[])].length, 1);
    const path = `/incidents/${String((await scene.create())['id'])}/timeline`;
    const foreign = await api('GET', `${path}?project_id=${scene.project}&cursor=${cursor}`);
    assert.deepEqual([foreign.status, foreign.json['error']], [400, 'invalid_request']);
  });
});
