import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, makeKey, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';
import { allPages, captureErrors, groupWith, openScene, type Scene } from './captured.js';

describe('releases.create, get and list, issues.releases and issues.occurrences', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });

  const create = (body: object, key = scene.key) => api('POST', '/releases', { key, body });

  it('answers releases.create with 201, also when repeated, and keeps what is not sent again', async () => {
    const release = `web@1.0.0-${randomUUID()}`;
    const first = await create({ release, author: 'ann', url: 'https://example.com/1' });
    assert.equal(first.status, 201, first.text);
    const again = await create({ release, commit: '9d1c2ab' });
    assert.deepEqual(
      [again.status, again.json['id'], again.json['author'], again.json['commit']],
      [201, first.json['id'], 'ann', '9d1c2ab'],
    );
    assert.equal(again.json['deployed_at'], first.json['deployed_at']);
    const got = await scene.read(`/releases/${encodeURIComponent(release)}`);
    assert.deepEqual([got['release'], got['first_seen']], [release, null]);
    assert.deepEqual([got['deploy']?.['verdict'], got['deploy']?.['rate_ratio']], ['too_few_events', null]);
    assert.deepEqual([got['crash_free']?.['rate'], got['crash_free']?.['reason']], [null, 'no_sessions']);
  });

  it('creates a release once for concurrent requests', async () => {
    const release = randomUUID();
    const made = await Promise.all(Array.from({ length: 8 }, (_, nth) => create({ release, author: `a${nth}` })));
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(made.map(({ json }) => json['id'] as string)).size, 1);
  });

  it('refuses invalid releases with 400', async () => {
    for (const [body, field] of [
      [{}, 'release'],
      [{ release: '' }, 'release'],
      [{ release: ' x' }, 'release'],
      [{ release: 'a\nb' }, 'release'],
      [{ release: 'x'.repeat(201) }, 'release'],
      [{ release: 'x', url: 'example.com' }, 'url'],
      [{ release: 'x', url: 'javascript:alert(1)' }, 'url'],
      [{ release: 'x', deployed_at: 'now' }, 'deployed_at'],
      [{ release: 'x', deployed_at: '2999-01-01T00:00:00Z' }, 'deployed_at'],
      [{ release: 'x', extra: 1 }, 'extra'],
    ] as const) {
      const answer = await create(body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.ok(answer.text.includes(field), answer.text);
    }
  });

  it('requires the scope to create releases, and returns the same 404 for unknown and foreign ones', async () => {
    const { secret } = await makeKey(['releases:read'], scene.project);
    assert.equal((await create({ release: 'x' }, secret)).status, 403);
    const release = randomUUID();
    await create({ release });
    const { id: other } = await makeProject();
    const answers = await Promise.all([
      api('GET', `/releases/${release}?project_id=${other}`),
      api('GET', `/releases/${randomUUID()}?project_id=${other}`),
    ]);
    for (const answer of answers) assert.deepEqual([answer.status, answer.json['error']], [404, 'not_found']);
  });

  it('lists each release on one page once, the last recorded first', async () => {
    const own = await openScene();
    const made: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      await create({ release: `r${nth}` }, own.key);
      made.unshift(`r${nth}`);
    }
    const found = await allPages(own, '/releases?limit=2', 'releases', async () => {
      await create({ release: randomUUID() }, own.key);
    });
    assert.deepEqual(
      found.map((one) => one['release'] as string),
      made,
    );
    assert.equal((await api('GET', '/releases?cursor=x', { key: own.key })).status, 400);
  });

  it('makes the releases known that errors name, in release order', async () => {
    const own = await openScene();
    const errors = ['1.9.0', '1.10.0', '1.10.0'].map((release) => ({ message: 'x', release, distinctId: 'ann' }));
    await captureErrors(own, errors);
    const { id } = await groupWith(own, 'Error', 3);
    const found = await eventually('both releases are known', async () => {
      const { releases } = await own.read(`/issues/${id as string}/releases`);
      return (releases as Json[]).length === 2 ? [...(releases as Json[])] : undefined;
    });
    assert.deepEqual(
      found.map((one) => [one['release'], Number(one['count'])]),
      [
        ['1.10.0', 2],
        ['1.9.0', 1],
      ],
    );
    const known = await eventually('the releases are recorded', async () => {
      const { releases } = await own.read('/releases');
      return (releases as Json[]).length === 2 ? [...(releases as Json[])] : undefined;
    });
    const counts = new Map(known.map((one) => [one['release'] as string, one]));
    assert.deepEqual([Number(counts.get('1.10.0')?.['error_count']), counts.get('1.9.0')?.['deployed_at']], [2, null]);
    const series = await own.read(`/issues/${id as string}/occurrences?interval=1h`);
    const total = [...(series['points'] as Json[])].reduce((sum, { count }) => sum + Number(count), 0);
    assert.deepEqual([total, Number(series['total']), series['interval']], [3, 3, '1h']);
    for (const path of ['occurrences?interval=2h', 'occurrences?interval=1m&start_time=2020-01-01T00:00:00Z'])
      assert.equal((await api('GET', `/issues/${id as string}/${path}`, { key: own.key })).status, 400);
    for (const path of ['occurrences', 'releases'])
      assert.equal((await api('GET', `/issues/${randomUUID()}/${path}`, { key: own.key })).status, 404);
  });
});
