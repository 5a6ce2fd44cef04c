import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { makeProject } from './project.js';

const SCOPES = ['releases:read', 'flags:read', 'alerts:read', 'settings:read', 'projects:read', 'notifications:read'];
const getChanges = (answer: Json): Json[] => [...(answer['changes'] as Json[])];

describe('the changes of a project', () => {
  let project = '';
  let other = '';
  let secret = '';
  beforeAll(async () => {
    [project, other] = [(await makeProject()).id, (await makeProject()).id];
    secret = (await makeKey(['search:read', ...SCOPES], project)).secret;
    await ok('POST', `/releases?project_id=${project}`, { body: { release: '1.0' } });
    await ok('POST', `/flags?project_id=${project}`, { body: { key: 'cart', name: 'Cart' } });
    await ok('PATCH', `/flags/cart?project_id=${project}`, { body: { name: 'Secret name' } });
    await ok('DELETE', `/flags/cart?project_id=${project}`);
    await ok('PUT', `/settings/config/sampling.rate?project_id=${project}`, {
      body: { config_value: 'secret', config_type: 'string' },
    });
    await ok('PATCH', `/projects/${project}`, { body: { description: 'secret' } });
  });
  const list = (query = '', key?: string) =>
    ok('GET', `/changes?project_id=${project}${query}`, key === undefined ? {} : { key });

  it('are listed newest first without values, with who made them, and page by page', async () => {
    const expected = [
      ['setting', 'The project was changed'],
      ['setting', 'The configuration entry sampling.rate was changed'],
      ['flag', 'The flag cart was deleted'],
      ['flag', 'The flag cart was updated'],
      ['flag', 'The flag cart was created'],
      ['release', 'The release 1.0 was deployed'],
    ];
    // The audit log learns of an outcome after the answer.
    const answer = await eventually('all changes', async () => {
      const found = await list();
      return getChanges(found).length === expected.length && found;
    });
    assert.deepEqual(
      getChanges(answer).map(({ kind, title }) => [kind as string, title as string]),
      expected,
    );
    assert.ok(!JSON.stringify(answer).toLowerCase().includes('secret'));
    for (const { changed_by: by, timestamp, path } of getChanges(answer)) {
      assert.match(by, /^[0-9a-f-]{36}$/);
      assert.ok(Date.parse(timestamp) > 0 && (path as string).startsWith('/api/v1/'));
    }
    const seen: Json[] = [];
    let cursor = '';
    do {
      const page = await list(`&limit=2&cursor=${cursor}`);
      seen.push(...getChanges(page));
      cursor = page['pagination']?.['next_cursor'] ?? '';
    } while (cursor !== '');
    assert.deepEqual(seen, getChanges(answer));
    assert.deepEqual(getChanges(await list('&kinds=release')).length, 1);
    assert.deepEqual(getChanges(await ok('GET', `/changes?project_id=${other}`)), []);
  });

  it('need less than the audit log: each kind needs its read scope, and omitted names those that lack', async () => {
    const kinds = (answer: Json) => [...new Set(getChanges(answer).map(({ kind }) => kind as string))];
    const all = await list('', secret);
    assert.deepEqual(
      [kinds(all), all['omitted']],
      [
        ['setting', 'flag', 'release'],
        ['account:read', 'escalation:read'],
      ],
    );
    const { secret: narrow } = await makeKey(['search:read', 'flags:read'], project);
    const flags = await list('&kinds=flag,release', narrow);
    assert.deepEqual([kinds(flags), flags['omitted']], [['flag'], ['releases:read']]);
    const { secret: without } = await makeKey([...SCOPES, 'audit:read'], project);
    const { status, json: error } = await api('GET', '/changes', { key: without });
    assert.deepEqual([status, error['error']], [403, 'permission_denied']);
  });

  it('refuse malformed times, kinds, limits and cursors, naming the field', async () => {
    const cases: readonly (readonly [query: string, path: string])[] = [
      ['start_time=yesterday', 'start_time'],
      ['start_time=2026-01-02T00:00:00Z&end_time=2026-01-01T00:00:00Z', 'end_time'],
      ['kinds=member', 'kinds'],
      ['limit=0', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['cursor=abc', 'cursor'],
      ['service=web', 'service'],
    ];
    for (const [query, path] of cases) {
      const { status, text } = await api('GET', `/changes?project_id=${project}&${query}`);
      assert.equal(status, 400, query);
      assert.ok(text.includes(path), text);
      assert.ok(!text.includes('yesterday') && !text.includes('member') && !text.includes('abc'), text);
    }
  });
});
