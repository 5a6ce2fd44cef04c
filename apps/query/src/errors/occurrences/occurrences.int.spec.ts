import assert from 'node:assert/strict';
import { at, DAY, HOUR, MINUTE, NOW, SECOND } from '@svc/reading/testing';
import { callerIn } from '../../customers/persons/persons-server.fixture.js';
import { testProjectId } from '../../customers/persons/persons.fixture.js';
import { startErrors, unknownId, type ErrorsServer } from '../errors.fixture.js';

describe('the occurrences of an issue', () => {
  let server: ErrorsServer;
  let projects = 400;
  beforeAll(async () => {
    server = await startErrors();
  });
  afterAll(() => server.stop());

  const refusals = async (read: (issueId: string, caller: ReturnType<typeof callerIn>) => Promise<unknown>) => {
    const project = ++projects;
    const known = await server.issue(project, ['a']);
    for (const [issueId, caller] of [
      [known, callerIn(9_999)],
      [unknownId(), callerIn(project)],
      ['x', callerIn(project)],
    ] as const)
      await assert.rejects(read(issueId, caller), { code: 'not_found' });
  };

  it('counts errors in every bucket of the window, and the buckets add up to the total', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const times = [0n, 1n, 59n * SECOND, 61n * SECOND, 59n * MINUTE, HOUR, 5n * HOUR + 30n * SECOND, 20n * HOUR];
    const start = NOW - DAY + 17n * MINUTE + 3n * SECOND;
    await server.write(...times.map((time) => ({ project, timestamp: start + time })), {
      project,
      timestamp: start,
      cause: 'other',
    });
    const issueId = await server.issue(project, ['cause']);
    const widths = { '1m': MINUTE, '5m': 5n * MINUTE, '15m': 15n * MINUTE, '1h': HOUR, '6h': 6n * HOUR, '1d': DAY };
    for (const [interval, width] of Object.entries(widths))
      for (const [from, to] of [
        [0n, 21n * HOUR],
        [1n, 20n * HOUR],
        [-HOUR, HOUR + 1n],
      ] as const) {
        const window = { startTime: at(start + from), endTime: at(start + to) };
        const { points, total } = await server.impact.occurrences({ issueId, interval, ...window }, as);
        const inside = times.filter((time) => time >= from && time < to).map((time) => start + time);
        const starts: bigint[] = [];
        for (let time = ((start + from) / width) * width; time < start + to; time += width) starts.push(time);
        const expected = starts.map(
          (bucket) => inside.filter((time) => time >= bucket && time < bucket + width).length,
        );
        assert.deepEqual(
          points.map(({ timestamp, count }) => [timestamp, Number(count)]),
          starts.map((bucket, nth) => [at(bucket), expected[nth]]),
        );
        assert.equal(total, BigInt(inside.length), `${interval} ${from} ${to}`);
      }
  });

  it('chooses an interval that fits the window, and refuses too many buckets', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const issueId = await server.issue(project, ['cause']);
    const ask = (back: bigint, interval = '') =>
      server.impact.occurrences({ issueId, interval, startTime: at(NOW - back) }, as);
    const chosen = await Promise.all([HOUR, 3n * HOUR, DAY, 7n * DAY, 29n * DAY].map((back) => ask(back)));
    assert.deepEqual(
      chosen.map(({ interval }) => interval),
      ['1m', '5m', '15m', '6h', '6h'],
    );
    // The current time is within a bucket.
    assert.equal((await server.impact.occurrences({ issueId }, as)).points.length, 97);
    assert.equal((await ask(23n * HOUR, '1m')).points.length, 1380);
    await assert.rejects(ask(2n * DAY, '1m'), { code: 'invalid_request' });
    await assert.rejects(ask(-HOUR), { code: 'invalid_request' });
    await refusals((id, caller) => server.impact.occurrences({ issueId: id }, caller));
  });

  it('counts occurrences by release, in the order of releases', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const error = (release: string, ago: bigint) => ({ project, release, timestamp: NOW - ago });
    await server.write(
      ...[error('1.9.0', HOUR), error('1.10.0', 3n * DAY), error('1.10.0', 2n * DAY), error('9d1c2ab', DAY)],
      ...[error('', MINUTE), { ...error('3.0.0', MINUTE), cause: 'other' }],
    );
    const deployedAt = new Date(Number((NOW - 4n * DAY) / 1_000_000n));
    const owner = {
      projectId: testProjectId(project),
      projectNumber: project,
      createdAt: deployedAt,
      updatedAt: deployedAt,
    };
    await server.database.release.create({ data: { ...owner, release: '1.10.0', deployedAt } });
    const issueId = await server.issue(project, ['cause'], {
      firstRelease: '1.10.0',
      lastRelease: '1.9.0',
      regressedRelease: '1.9.0',
    });
    const found = await server.impact.releases({ issueId }, as);
    assert.deepEqual(
      [found.firstRelease, found.lastRelease, found.regressedIn, found.withoutRelease, found.truncated],
      ['1.10.0', '1.9.0', '1.9.0', 1n, false],
    );
    assert.deepEqual(
      found.releases.map(({ release, count }) => [release, count]),
      [
        ['1.10.0', 2n],
        ['1.9.0', 1n],
        ['9d1c2ab', 1n],
      ],
    );
    assert.deepEqual(
      [found.releases[0]?.deployedAt, found.releases[0]?.firstSeen, found.releases[0]?.lastSeen],
      [at(NOW - 4n * DAY), at(NOW - 3n * DAY), at(NOW - 2n * DAY)],
    );
    assert.equal(found.releases[1]?.deployedAt, undefined);
    await refusals((id, caller) => server.impact.releases({ issueId: id }, caller));
  });
});
