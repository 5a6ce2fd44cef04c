import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey } from '../api.js';
import { openIssues, type IssueScene } from './scene.js';

describe('refusals of issues', () => {
  let scene: IssueScene;
  let id: string;
  beforeAll(async () => {
    scene = await openIssues();
    await scene.send({ type: 'Refused', ago: 1_000 });
    id = (await scene.issue('Refused'))['id'];
  });

  it('refuses invalid requests for issues with 400, and changes nothing', async () => {
    for (const [action, body] of [
      ['resolve', {}],
      ['ignore', { expected_version: 0 }],
      ['reopen', { expected_version: 'x' }],
      ['snooze', { expected_version: 1 }],
      ['snooze', { expected_version: 1, for: '6h', forever: true }],
      ['snooze', { expected_version: 1, occurrences: 1, users: 1 }],
      ['snooze', { expected_version: 1, for: '0m' }],
      ['snooze', { expected_version: 1, for: '366d' }],
      ['snooze', { expected_version: 1, for: 'tomorrow' }],
      ['snooze', { expected_version: 1, occurrences: 0 }],
      ['snooze', { expected_version: 1, users: -1 }],
      ['snooze', { expected_version: 1, forever: false }],
      ['assign', { expected_version: 1 }],
      ['assign', { expected_version: 1, user_id: randomUUID() }],
      ['assign', { expected_version: 1, user_id: 'x', unassign: true }],
      ['merge', {}],
      ['merge', { source_ids: [] }],
      ['merge', { source_ids: [id] }],
      ['merge', { source_ids: Array.from({ length: 101 }, () => randomUUID()) }],
    ] as const) {
      const { status, json } = await scene.write(id, action, body);
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], `${action} ${JSON.stringify(body)}`);
    }
    for (const query of ['status=open', 'sort=title', 'limit=0', 'limit=x', 'start_time=yesterday']) {
      const { status, json } = await api('GET', `/issues?project_id=${scene.project}&${query}`);
      assert.deepEqual([status, json['error']], [400, 'invalid_request'], query);
    }
    assert.equal((await scene.get(id))['version'], 1);
  });

  it('refuses a cursor that is malformed or of another list with 400 InvalidArgument', async () => {
    await scene.send({ type: 'Second', ago: 1_000 });
    await scene.issue('Second');
    const path = `/issues?project_id=${scene.project}&limit=1`;
    const cursor = (await api('GET', path)).json['pagination']?.['next_cursor'] as string;
    for (const query of [
      'cursor=x',
      `cursor=${cursor}x`,
      `cursor=${cursor}&status=new`,
      `cursor=${cursor}&sort=first_seen`,
    ]) {
      const { status, json } = await api('GET', `${path}&${query}`);
      assert.deepEqual([status, json['error']], [400, 'InvalidArgument'], query);
    }
  });

  it('refuses a stale version and a transition that the status does not allow with 409', async () => {
    await scene.send({ type: 'Conflict', ago: 1_000 });
    const own = (await scene.issue('Conflict'))['id'] as string;
    const answers = await Promise.all(
      ['resolve', 'ignore', 'resolve', 'ignore'].map((action) => scene.write(own, action, { expected_version: 1 })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    for (const { status, json } of answers) if (status === 409) assert.equal(json['error'], 'version_conflict');
    const reopened = await scene.write(own, 'reopen', { expected_version: 2 });
    assert.equal(reopened.json['version'], 3);
    await scene.write(own, 'resolve', { expected_version: 3 });
    for (const [action, more] of [
      ['ignore', {}],
      ['snooze', { forever: true }],
    ] as const) {
      const { status, json } = await scene.write(own, action, { expected_version: 4, ...more });
      assert.deepEqual([status, json['error']], [409, 'state_conflict'], action);
    }
    const { status, json } = await scene.write(own, 'unmerge', {});
    assert.deepEqual([status, json['error']], [409, 'state_conflict']);
  });

  it('returns the same 404 for unknown and foreign issues, and for writes of merged ones', async () => {
    const other = await openIssues();
    await other.send({ type: 'Foreign', ago: 1_000 });
    const foreign = (await other.issue('Foreign'))['id'] as string;
    await scene.send({ type: 'Source', ago: 1_000 });
    const source = (await scene.issue('Source'))['id'] as string;
    assert.equal((await scene.write(id, 'merge', { source_ids: [source] })).status, 200);
    const expected = (await api('GET', `/issues/${randomUUID()}?project_id=${scene.project}`)).text;
    for (const hidden of [foreign, source, 'x', '0'.repeat(36)]) {
      for (const path of hidden === source ? [] : ['', '/grouping'])
        assert.equal((await api('GET', `/issues/${hidden}${path}?project_id=${scene.project}`)).text, expected, hidden);
      const { status, text } = await scene.write(hidden, 'resolve', { expected_version: 1 });
      assert.deepEqual([status, text], [404, expected]);
    }
    for (const hidden of [foreign, randomUUID(), 'x'])
      assert.equal((await scene.write(id, 'merge', { source_ids: [hidden] })).status, 404);
  });

  it('refuses writes with a key that may only read with 403', async () => {
    const { secret: key } = await makeKey(['issues:read'], scene.project);
    assert.equal((await api('GET', `/issues/${id}`, { key })).status, 200);
    for (const action of ['resolve', 'ignore', 'snooze', 'reopen', 'assign', 'merge', 'unmerge']) {
      const { status } = await api('POST', `/issues/${id}/${action}`, { key, body: { expected_version: 1 } });
      assert.equal(status, 403, action);
    }
  });
});
