import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';
import { BODY, createExport, openScene } from './export-scene.js';

const ID = '0b9f3c5e-6a4d-4c3e-9d57-1f2a3b4c5d6e';

describe('exports: forms of IDs, keys, times and cursors', () => {
  let project: string;
  let key: string;
  let id: string;
  beforeAll(async () => {
    ({ project, key } = await openScene());
    id = (await createExport(key))['id'];
  });

  const create = (body: unknown, headers = {}) => api('POST', '/export', { key, body, headers });
  const calls = (of: string): [string, string, unknown?][] => [
    ['GET', `/export/jobs/${of}`],
    ['DELETE', `/export/jobs/${of}`],
    ['POST', `/export/jobs/${of}/retry`, {}],
    ['GET', `/export/jobs/${of}/download`],
  ];

  const malformed: [string, string][] = [
    ['upper case', ID.toUpperCase()],
    ['compact', ID.replaceAll('-', '')],
    ['braced', `%7B${ID}%7D`],
    ['a URN', `urn:uuid:${ID}`],
    ['with a control character', `${ID}%0A`],
    ['with a null', `${ID}%00`],
    ['with a lookalike', ID.replace('0', '%D0%BE')],
    ['with a space', `%20${ID}`],
    ['too short', ID.slice(1)],
    ['too long', `${ID}0`],
    ['oversized', 'a'.repeat(5_000)],
  ];
  it.each(malformed)('refuses the ID %s with 400 before any lookup', async (_, given) => {
    for (const [method, path, body] of calls(given)) {
      const answer = await api(method, path, { key, body });
      assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request'], `${method} ${answer.text}`);
    }
  });

  it('returns the same 404 for unknown IDs and those of sibling projects', async () => {
    const sibling = await openScene();
    const foreign = (await createExport(sibling.key))['id'] as string;
    const generic = await api('GET', `/projects/${randomUUID()}`);
    for (const given of [foreign, randomUUID()])
      for (const [method, path, body] of calls(given)) {
        const answer = await api(method, path, { key, body });
        assert.deepEqual([answer.status, answer.text], [404, generic.text], `${method} ${path}`);
      }
  });

  it('accepts a key of 1 to 128 letters, digits and . _ : - in the body or the header, which must agree', async () => {
    const first = await create({ ...BODY, idempotency_key: `A-z.0_9:${'k'.repeat(120)}` });
    assert.equal(first.status, 201, first.text);
    const again = await create(BODY, { 'idempotency-key': `A-z.0_9:${'k'.repeat(120)}` });
    assert.equal(again.text, first.text);
    const differing = await create({ ...BODY, idempotency_key: 'one' }, { 'idempotency-key': 'two' });
    assert.equal(differing.status, 400);
    const reused = await create({ ...BODY, type: 'json', idempotency_key: `A-z.0_9:${'k'.repeat(120)}` });
    assert.deepEqual([reused.status, reused.json['error']], [409, 'idempotency_conflict']);
  });

  it.each(['', ' a', 'a ', 'a b', 'a\n', 'é', 'а', 'ａ', 'a/b', 'k'.repeat(129)])(
    'refuses the key %j with 400, without normalizing it',
    async (idempotency_key) => {
      const answer = await create({ ...BODY, idempotency_key });
      assert.deepEqual([answer.status, answer.json['error']], [400, 'idempotency_key_invalid']);
    },
  );

  it('refuses a key with U+0000 like any text with it', async () => {
    const answer = await create({ ...BODY, idempotency_key: 'a\u0000' });
    assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request']);
  });

  const refused: [string, unknown][] = [
    ['an unknown format', { ...BODY, type: 'EXPORT_TYPE_XML' }],
    ['no format', { query: BODY.query }],
    ['an unknown signal', { ...BODY, query: { signal: 'replays' } }],
    ['reversed times', { ...BODY, query: { signal: 'logs', start_time: 20, end_time: 10 } }],
    ['a malformed time', { ...BODY, query: { signal: 'logs', start_time: '2026-02-30T00:00:00Z' } }],
    ['fractions of seconds', { ...BODY, query: { signal: 'logs', start_time: 1.5 } }],
    ['an unknown member', { ...BODY, query: { signal: 'logs', limit: 1 } }],
    ['an unknown column', { ...BODY, query: { signal: 'logs', columns: ['nothing'] } }],
  ];
  it.each(refused)('refuses %s with 400', async (_, body) => assert.equal((await create(body)).status, 400));

  it('refuses an unparsable search with 400 and its position in the query', async () => {
    const answer = await create({ ...BODY, query: { signal: 'logs', q: '(' } });
    assert.deepEqual([answer.status, answer.json['details']?.[0]?.['path']], [400, 'query.q']);
  });

  it('accepts only RFC 3339 times for the convenience for logs', async () => {
    const logs = (body: unknown) => api('POST', '/logs/export', { key, body });
    for (const start_time of [1_700_000_000, '1700000000', '2026-01-01', ''])
      assert.equal((await logs({ start_time })).status, 400);
    const end = { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-01T00:00:00Z' };
    const answer = await logs(end);
    assert.deepEqual([answer.status, answer.json['details']?.[0]?.['path']], [400, 'start_time']);
    const made = await logs({ format: 'json', level: 'error', columns: ['body'] });
    assert.deepEqual([made.status, made.json['type'], made.json['signal']], [201, 'EXPORT_TYPE_JSON', 'logs']);
  });

  it('binds cursors to the project and the filters', async () => {
    const more = await openScene();
    for (let nth = 0; nth < 3; nth++) await createExport(more.key);
    const page = await ok('GET', '/export/jobs?limit=2', { key: more.key });
    const cursor = encodeURIComponent(page['pagination']['next_cursor']);
    const rest = await ok('GET', `/export/jobs?limit=2&cursor=${cursor}`, { key: more.key });
    assert.equal([...(rest['jobs'] as Json[])].length, 1);
    for (const [query, by] of [
      [`type=csv&cursor=${cursor}`, more.key],
      [`status=running&cursor=${cursor}`, more.key],
      [`cursor=${cursor}`, key],
      [`cursor=${cursor}A`, more.key],
      ['cursor=x', more.key],
    ] as const)
      assert.equal((await api('GET', `/export/jobs?${query}`, { key: by })).status, 400, query);
    for (const limit of ['0', '-1', 'a', '1.5'])
      assert.equal((await api('GET', `/export/jobs?limit=${limit}`, { key: more.key })).status, 400, limit);
  });

  it('returns the generic 404 for a conflicting project in the body or the query of an export, real or not', async () => {
    const sibling = (await makeProject()).id;
    const generic = await api('GET', `/projects/${randomUUID()}`);
    for (const project_id of [sibling, randomUUID(), 'Do-Not-Echo'])
      for (const body of [
        { ...BODY, project_id },
        { ...BODY, query: { ...BODY.query, project_id } },
        { type: 'nonsense', query: { project_id } },
      ]) {
        const answer = await create(body);
        assert.deepEqual([answer.status, answer.text], [404, generic.text]);
      }
    const logs = await api('POST', '/logs/export', { key, body: { project_id: sibling } });
    assert.deepEqual([logs.status, logs.text], [404, generic.text]);
    const agreeing = await create({ ...BODY, project_id: project, query: { ...BODY.query, project_id: project } });
    assert.equal(agreeing.status, 201, agreeing.text);
  });

  it('requires the scope of the signal to create an export, and refuses publishable keys', async () => {
    const lacking = (await makeKey(['export:write'], project)).secret;
    assert.equal((await api('POST', '/export', { key: lacking, body: BODY })).status, 403);
    const reading = (await makeKey(['export:read'], project)).secret;
    assert.equal((await api('GET', `/export/jobs/${id}`, { key: reading })).status, 200);
    assert.equal((await api('GET', `/export/jobs/${id}/download`, { key: reading })).status, 403);
    assert.equal((await api('DELETE', `/export/jobs/${id}`, { key: reading })).status, 403);
  });
});
