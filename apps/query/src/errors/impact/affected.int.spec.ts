import assert from 'node:assert/strict';
import { personId } from '@svc/persons';
import { at, DAY, HOUR, MINUTE, NOW, SECOND } from '@svc/reading/testing';
import { eventually } from '@svc/test-servers';
import { callerIn } from '../../customers/persons/persons-server.fixture.js';
import { testProjectId } from '../../customers/persons/persons.fixture.js';
import { startErrors, unknownId, type ErrorsServer } from '../errors.fixture.js';

describe('the persons and accounts that a group affected', () => {
  let server: ErrorsServer;
  let projects = 200;
  beforeAll(async () => {
    server = await startErrors();
  });
  afterAll(() => server.stop());

  const affected = (project: number, groupId: string, request: object = {}) =>
    server.errors.affected({ groupId, ...request }, callerIn(project));
  /** Errors are listed from the second after they were stored. */
  const waitFor = (project: number, groupId: string, errors: bigint) =>
    eventually('the errors are listed', async () => {
      const found = await affected(project, groupId, { limit: 1000 });
      return found.affected.reduce((sum, { count }) => sum + count, found.anonymousCount) === errors;
    });

  it('returns affected persons with all their IDs, exactly counted, and errors without a person', async () => {
    const project = ++projects;
    const error = (distinctId: string, ago: bigint, cause = 'a') => ({
      project,
      distinctId,
      cause,
      timestamp: NOW - ago,
    });
    await server.write(
      error('ann@example.com', 3n * DAY),
      error('phone', HOUR),
      error('phone', MINUTE, 'a2'),
      error('bob', 2n * MINUTE),
      error('', SECOND),
      error('eve', SECOND, 'other'),
    );
    await server.customers.merge(project, { phone: 'ann@example.com' });
    const group = await server.issue(project, ['a', 'a2']);
    const other = await server.issue(project, ['other']);
    await waitFor(project, group, 5n);
    const found = await affected(project, group);
    const [ann, bob] = found.affected;
    assert.deepEqual([found.affected.length, found.personCount, found.anonymousCount], [2, 2n, 1n]);
    assert.deepEqual(
      [ann?.personId, ann?.count, ann?.firstSeen, ann?.lastSeen],
      [personId(testProjectId(project), 'ann@example.com'), 3n, at(NOW - 3n * DAY), at(NOW - MINUTE)],
    );
    assert.deepEqual(
      [bob?.personId, bob?.distinctId, bob?.count],
      [personId(testProjectId(project), 'bob'), 'bob', 1n],
    );
    // A canonical issue has the errors of its sources.
    await server.assign(project, ['other'], group);
    await server.database.issue.update({ where: { id: other }, data: { mergedInto: group } });
    for (const groupId of [group, other])
      assert.equal((await affected(project, groupId)).affected[0]?.distinctId, 'eve');
    for (const [groupId, caller] of [
      [unknownId(), callerIn(project)],
      ['x', callerIn(project)],
      [group, callerIn(9_999)],
    ] as const)
      await assert.rejects(server.errors.affected({ groupId }, caller), { code: 'not_found' });
  });

  it('lists each affected person once, in the same order, while errors arrive', async () => {
    const project = ++projects;
    const group = await server.issue(project, ['cause']);
    for (let nth = 0; nth < 9; nth++)
      await server.write({ project, distinctId: `p${nth}`, timestamp: NOW - BigInt(Math.floor(nth / 3)) * HOUR });
    await server.write({ project, distinctId: '', timestamp: NOW });
    await waitFor(project, group, 10n);
    const all = (await affected(project, group)).affected;
    assert.equal(all.length, 9);
    for (const [index, { personId: id, lastSeen }] of all.entries()) {
      const next = all[index + 1];
      if (next?.lastSeen?.seconds === lastSeen?.seconds) assert.ok(id < (next?.personId ?? ''));
    }
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const page = await affected(project, group, { limit: 2, cursor });
      assert.deepEqual([page.personCount, page.anonymousCount], [9n, 1n]);
      seen.push(...page.affected);
      cursor = page.pagination?.nextCursor ?? '';
      // The event is older than the ones seen before: only the time at which it is stored distinguishes it.
      await server.write({ project, distinctId: 'p8', timestamp: NOW - MINUTE });
      await server.write({ project, distinctId: 'new', timestamp: NOW - 3n * HOUR });
      await eventually(
        'a new list has the new person',
        async () => (await affected(project, group, { limit: 1 })).personCount === 10n,
      );
    } while (cursor !== '');
    assert.deepEqual(seen, all);
    const first = await affected(project, group, { limit: 2 });
    const next = first.pagination?.nextCursor ?? '';
    const other = await server.issue(project, ['other']);
    for (const [groupId, changed] of [
      [group, `${next}x`],
      [group, 'x'],
      [other, next],
    ] as const)
      await assert.rejects(affected(project, groupId, { limit: 2, cursor: changed }), { code: 'InvalidArgument' });
  });

  it('returns accounts that errors name, or whose events share a session with them', async () => {
    const project = ++projects;
    const group = await server.issue(project, ['cause']);
    const event = (sessionId: string, groups: Record<string, string>) =>
      server.customers.event({ project, distinctId: 'ann', time: NOW - HOUR, sessionId, groups });
    await event('s1', { company: 'acme', team: 'ops' });
    await event('s1', { company: 'acme' });
    await event('s2', { company: 'other' });
    await event('s3', { company: 'idle' });
    await server.write(
      { project, timestamp: NOW - 3n * MINUTE, groups: { company: 'acme' } },
      { project, timestamp: NOW - 2n * MINUTE, sessionId: 's1' },
      { project, timestamp: NOW - MINUTE, sessionId: 's2' },
      { project, timestamp: NOW, sessionId: '' },
    );
    await waitFor(project, group, 4n);
    const { accounts, accountsTruncated } = await affected(project, group);
    assert.equal(accountsTruncated, false);
    assert.deepEqual(
      accounts.map(({ groupType, groupKey, count }) => [groupType, groupKey, count]),
      [
        ['company', 'other', 1n],
        ['company', 'acme', 2n],
        ['team', 'ops', 1n],
      ],
    );
  });
});
