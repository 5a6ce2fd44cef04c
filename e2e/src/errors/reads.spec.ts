import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';
import { allPages, captureErrors, groupWith, openScene, type Scene } from './captured.js';

const getRows = (answer: Json, name: string): Json[] => [...(answer[name] as Json[])];

describe('errors.search, groups, group and affected', () => {
  let scene: Scene;
  let group: Json;
  beforeAll(async () => {
    scene = await openScene();
    await captureErrors(scene, [
      { message: 'of ann', type: 'TypeError', distinctId: 'ann', release: '1.0.0', groups: { company: 'acme' } },
      { message: 'of ann again', type: 'TypeError', distinctId: 'ann', release: '1.1.0', handled: false },
      { message: 'of bob', type: 'TypeError', distinctId: 'bob', release: '1.1.0', handled: true },
      { message: 'of eve', type: 'RangeError', distinctId: 'eve' },
    ]);
    group = await groupWith(scene, 'TypeError', 3);
    await groupWith(scene, 'RangeError', 1);
  });

  it('answers errors.search with errors, newest first, their issues and no stacks', async () => {
    const errors = getRows(await scene.read('/errors?q=type:TypeError'), 'errors');
    assert.equal(errors.length, 3);
    for (const error of errors) {
      assert.equal(error['issue_id'], group['id']);
      assert.match(error['id'], /^[0-9A-F]{32}$/);
      assert.ok(!('raw_stacktrace' in error));
    }
    const messages = getRows(await scene.read('/errors?q=handled:no'), 'errors').map(
      ({ message }) => message as string,
    );
    assert.deepEqual(messages, ['of ann again']);
    assert.deepEqual(getRows(await scene.read('/errors?service=none'), 'errors'), []);
  });

  it('answers errors.groups with figures under exactly the filters', async () => {
    const found = async (query: string) =>
      getRows(await scene.read(`/errors/groups?${query}`), 'groups').map((one) => [one['type'], Number(one['count'])]);
    assert.deepEqual((await found('')).toSorted(), [
      ['RangeError', 1],
      ['TypeError', 3],
    ]);
    assert.deepEqual(await found('release=1.1.0'), [['TypeError', 2]]);
    assert.deepEqual(await found('release=1.1'), []);
    assert.deepEqual(await found('platform=cobol'), []);
    assert.equal(Number(group['users']), 2);
  });

  it('answers errors.group with the group over the retention', async () => {
    const found = await scene.read(`/errors/groups/${group['id'] as string}`);
    assert.deepEqual([found['id'], found['type'], Number(found['count'])], [group['id'], 'TypeError', 3]);
  });

  it('answers errors.affected with persons, exactly counted, and accounts', async () => {
    const path = `/errors/groups/${group['id'] as string}/affected`;
    const answer = await eventually('all errors are counted', async () => {
      const found = await scene.read(path);
      const counts = getRows(found, 'affected').map(({ count }) => Number(count));
      // The account of a person is stored beside its errors, not with them.
      const hasAccount = getRows(found, 'accounts').length > 0;
      return hasAccount && counts.reduce((sum, count) => sum + count, 0) === 3 ? found : undefined;
    });
    assert.deepEqual(
      getRows(answer, 'affected')
        .map((one) => [one['distinct_id'] as string, Number(one['count'])] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ['ann', 2],
        ['bob', 1],
      ],
    );
    assert.deepEqual([Number(answer['person_count']), Number(answer['anonymous_count'])], [2, 0]);
    assert.deepEqual(
      getRows(answer, 'accounts').map((one) => [one['group_type'], one['group_key'], Number(one['count'])]),
      [['company', 'acme', 1]],
    );
  });

  it('returns the same 404 for a missing group and one of another project', async () => {
    const { id: other } = await makeProject();
    const bodies = new Set<string>();
    for (const id of [group['id'] as string, randomUUID(), 'x'])
      for (const path of [`/errors/groups/${id}`, `/errors/groups/${id}/affected`]) {
        const own = id === (group['id'] as string) ? other : scene.project;
        const answer = await api('GET', `${path}?project_id=${own}`);
        if (answer.status === 200) continue;
        assert.equal(answer.status, 404, answer.text);
        const { request_id: _, ...body } = answer.json as unknown as Record<string, unknown>;
        bodies.add(JSON.stringify(body));
      }
    assert.equal(bodies.size, 1, [...bodies].join());
  });

  it('refuses a malformed cursor with 400 InvalidArgument, and never restarts at the first page', async () => {
    const paths = ['/errors', '/errors/groups', `/errors/groups/${group['id'] as string}/affected`];
    for (const path of paths) {
      for (const cursor of ['x', 'eyJ9', '%00', 'a'.repeat(5000)]) {
        const answer = await api('GET', `${path}?cursor=${cursor}`, { key: scene.key });
        assert.deepEqual([answer.status, answer.json['error']], [400, 'InvalidArgument'], path);
      }
      assert.equal((await api('GET', `${path}?cursor=`, { key: scene.key })).status, 200);
    }
    // A cursor of another list.
    const { pagination } = await scene.read('/errors?limit=1');
    const cursor = encodeURIComponent(pagination?.['next_cursor'] ?? '');
    for (const path of ['/errors?limit=1&q=x', '/errors/groups?limit=1', `${paths[2]}?limit=1`]) {
      const answer = await api('GET', `${path}&cursor=${cursor}`, { key: scene.key });
      assert.deepEqual([answer.status, answer.json['error']], [400, 'InvalidArgument'], path);
    }
  });

  it('refuses an organization-level key without a project, and malformed times and limits, with 400', async () => {
    for (const path of ['/errors', '/errors/groups', `/errors/groups/${group['id'] as string}/affected`]) {
      assert.equal((await api('GET', path)).status, 400, path);
      assert.equal((await api('GET', `${path}?limit=0`, { key: scene.key })).status, 400, path);
      assert.equal((await api('GET', `${path}?limit=x`, { key: scene.key })).status, 400, path);
    }
    for (const query of ['start_time=yesterday', 'end_time=1', 'level=loud', 'q=%28'])
      assert.equal((await api('GET', `/errors?${query}`, { key: scene.key })).status, 400, query);
  });

  it('lists every affected person once in pages while errors arrive', async () => {
    const own = await openScene();
    const persons = Array.from({ length: 7 }, (_, nth) => `p${nth}`);
    await captureErrors(
      own,
      persons.map((distinctId) => ({ message: 'x', distinctId })),
    );
    const { id } = await groupWith(own, 'Error', persons.length);
    const path = `/errors/groups/${id as string}/affected?limit=2`;
    await eventually('all persons are counted', async () => Number((await own.read(path))['person_count']) === 7);
    const found = await allPages(own, path, 'affected', () =>
      captureErrors(own, [
        { message: 'x', distinctId: 'p0' },
        { message: 'x', distinctId: randomUUID() },
      ]),
    );
    assert.deepEqual(found.map((one) => one['distinct_id'] as string).toSorted(), persons);
  });
});
