import assert from 'node:assert/strict';
import { at, DAY, HOUR, MINUTE, NOW, SECOND, type ErrorFixture } from '@svc/reading/testing';
import { callerIn } from '../../customers/persons/persons-server.fixture.js';
import { startErrors, unknownId, type ErrorsServer } from '../errors.fixture.js';

describe('groups of errors', () => {
  let server: ErrorsServer;
  let projects = 100;
  beforeAll(async () => {
    server = await startErrors();
  });
  afterAll(() => server.stop());

  const list = async (project: number, request: object = {}) => {
    const { groups, pagination } = await server.errors.groups(request, callerIn(project));
    return { found: groups.map(({ title, count }) => `${title} ${count}`), groups, pagination };
  };

  it('returns issues with the figures of their errors, by their last error', async () => {
    const project = ++projects;
    const error = (cause: string, ago: bigint, rest: Partial<ErrorFixture> = {}): ErrorFixture => ({
      project,
      cause,
      timestamp: NOW - ago,
      ...rest,
    });
    await server.write(
      error('a', 3n * HOUR, { distinctId: 'ann' }),
      error('a', 2n * MINUTE, { distinctId: 'bob' }),
      error('a2', 90n * MINUTE, { distinctId: 'ann' }),
      error('b', MINUTE),
      error('b', 2n * DAY),
      error('unknown', MINUTE),
    );
    const a = await server.issue(project, ['a', 'a2'], { type: 'TypeError' });
    const b = await server.issue(project, ['b']);
    const { groups, found, pagination } = await list(project);
    assert.deepEqual(found, ['Error: b 1', 'Error: a 3']);
    assert.deepEqual(pagination?.hasMore, false);
    assert.deepEqual(
      groups.map(({ id }) => id),
      [b, a],
    );
    const second = groups[1];
    assert.deepEqual(
      [second?.type, second?.status, second?.users, second?.firstSeen, second?.lastSeen],
      ['TypeError', 'new', 2n, at(NOW - 3n * HOUR), at(NOW - 2n * MINUTE)],
    );
    assert.deepEqual(await server.errors.group({ groupId: a }, callerIn(project)), second);
    const all = await server.errors.group({ groupId: b }, callerIn(project));
    assert.deepEqual([all.count, all.firstSeen], [2n, at(NOW - 2n * DAY)]);
    for (const [groupId, caller] of [
      [a, callerIn(9_999)],
      [unknownId(), callerIn(project)],
      ['no-id', callerIn(project)],
    ] as const)
      await assert.rejects(server.errors.group({ groupId }, caller), { code: 'not_found' });
  });

  it('counts to the nanosecond over hours, minutes and rows, whatever the window', async () => {
    const project = ++projects;
    const times = [0n, 1n, 59n * SECOND, MINUTE, 59n * MINUTE, HOUR, HOUR + 1n, 3n * HOUR, 3n * HOUR + MINUTE + 1n];
    const start = NOW - 5n * HOUR + 17n * MINUTE + 3n * SECOND + 5n;
    await server.write(...times.map((time) => ({ project, timestamp: start + time, distinctId: String(time) })));
    await server.issue(project, ['cause']);
    const bounds = [-1n, 0n, 1n, MINUTE, HOUR, 2n * HOUR, 3n * HOUR, 4n * HOUR];
    for (const from of bounds)
      for (const to of bounds.filter((bound) => bound > from)) {
        const expected = times.filter((time) => time >= from && time < to);
        const { groups } = await list(project, { startTime: at(start + from), endTime: at(start + to) });
        const [count, users] = [groups[0]?.count ?? 0n, groups[0]?.users ?? 0n];
        assert.deepEqual([count, users], [BigInt(expected.length), BigInt(expected.length)], `${from} to ${to}`);
      }
  });

  it('computes figures under exactly the filters', async () => {
    const project = ++projects;
    const place = { platform: 'node', service: 'web', mechanism: 'onerror', release: '1.0', environment: 'prod' };
    const others = { platform: 'go', service: 'api', mechanism: 'log', release: '2.0', environment: 'test' };
    const changes = Object.keys(place) as (keyof typeof place)[];
    await server.write(
      { project, timestamp: NOW - 2n * HOUR, ...place },
      ...changes.map((name) => ({ project, timestamp: NOW - HOUR, ...place, [name]: others[name] })),
    );
    await server.issue(project, ['cause']);
    const { service, environment, ...rest } = place;
    const exact = { ...rest, serviceName: service, environment: [environment] };
    assert.deepEqual((await list(project, exact)).found, ['Error: cause 1']);
    assert.deepEqual((await list(project, { ...exact, serviceName: '', service: [service] })).found, [
      'Error: cause 1',
    ]);
    assert.deepEqual((await list(project, { service: ['web', 'api'] })).found, ['Error: cause 6']);
    await assert.rejects(list(project, { ...exact, service: [service] }), { code: 'invalid_request' });
    assert.deepEqual((await list(project)).found, ['Error: cause 6']);
    assert.deepEqual((await list(project, { release: '2.0' })).found, ['Error: cause 1']);
    assert.deepEqual((await list(project, { release: '1' })).found, []);
    assert.deepEqual((await list(project, { environment: ['prod', 'test'] })).found, ['Error: cause 6']);
  });

  it('lists each group once, in the same order, while errors arrive', async () => {
    const project = ++projects;
    for (let nth = 0; nth < 7; nth++) {
      // Three groups have the same last error.
      const time = nth < 3 ? NOW - HOUR : NOW - HOUR - BigInt(nth) * MINUTE;
      await server.write({ project, cause: `c${nth}`, timestamp: time });
      await server.issue(project, [`c${nth}`]);
    }
    const all = (await list(project)).groups.map(({ id }) => id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { groups, pagination } = await list(project, { limit: 2, cursor });
      seen.push(...groups.map(({ id }) => id));
      cursor = pagination?.nextCursor ?? '';
      await server.write({ project, cause: 'c6', timestamp: NOW + SECOND });
    } while (cursor !== '');
    assert.equal(all.length, 7);
    assert.deepEqual(seen, all);
    const { pagination } = await list(project, { limit: 2 });
    const next = { limit: 2, cursor: pagination?.nextCursor ?? '' };
    for (const [request, caller] of [
      [{ ...next, release: '1.0' }, callerIn(project)],
      [{ ...next, startTime: at(NOW - HOUR) }, callerIn(project)],
      [{ ...next, cursor: 'x' }, callerIn(project)],
      [next, callerIn(9_999)],
    ] as const)
      await assert.rejects(server.errors.groups(request, caller), { code: 'InvalidArgument' });
  });

  it('assigns the groups of merged issues to the issue that they were merged into', async () => {
    const project = ++projects;
    await server.write(
      { project, cause: 'a', timestamp: NOW - HOUR },
      { project, cause: 'b', timestamp: NOW - MINUTE },
    );
    const a = await server.issue(project, ['a']);
    const b = await server.issue(project, ['b']);
    await server.database.issue.update({ where: { id: b }, data: { mergedInto: a } });
    // The merged issue is omitted until the merge has reached the column store.
    assert.deepEqual((await list(project)).found, ['Error: a 1']);
    await server.assign(project, ['b'], a);
    assert.deepEqual((await list(project)).found, ['Error: a 2']);
    for (const groupId of [a, b]) assert.equal((await server.errors.group({ groupId }, callerIn(project))).count, 2n);
  });
});
