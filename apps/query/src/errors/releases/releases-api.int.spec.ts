import assert from 'node:assert/strict';
import { at, DAY, HOUR, MINUTE, NOW, NOW_MS } from '@svc/reading/testing';
import { callerIn } from '../../customers/persons/persons-server.fixture.js';
import { testProjectId } from '../../customers/persons/persons.fixture.js';
import { startErrors, type ErrorsServer } from '../errors.fixture.js';

describe('releases', () => {
  let server: ErrorsServer;
  let projects = 300;
  beforeAll(async () => {
    server = await startErrors();
  });
  afterAll(() => server.stop());

  const deploy = (project: number, release: string, ago: bigint, rest: object = {}) =>
    server.releases.create({ release, deployedAt: at(NOW - ago), ...rest }, callerIn(project));

  it('records a release once, and changes only the named fields when repeated', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const details = { author: 'ann', commit: '9d1c2ab', ref: 'main', url: 'https://example.com/notes' };
    const made = await server.releases.create({ release: 'app@1.2.3', ...details }, as);
    assert.deepEqual([made.release, made.author, made.url], ['app@1.2.3', 'ann', details.url]);
    assert.deepEqual([made.deployedAt, made.createdAt, made.firstSeen], [at(NOW), at(NOW), undefined]);
    const again = await server.releases.create({ release: 'app@1.2.3', author: 'bob', ref: '' }, as);
    assert.deepEqual([again.id, again.author, again.commit, again.ref], [made.id, 'bob', '9d1c2ab', '']);
    const moved = await deploy(project, 'app@1.2.3', HOUR);
    assert.deepEqual([moved.id, moved.deployedAt], [made.id, at(NOW - HOUR)]);
    assert.deepEqual((await server.releases.create({ release: 'app@1.2.3' }, as)).deployedAt, at(NOW - HOUR));
    assert.equal((await server.releases.list({}, as)).releases.length, 1);
    const events = await server.database.domainEvent.findMany({
      where: { projectId: testProjectId(project) },
      orderBy: { id: 'asc' },
    });
    assert.deepEqual(
      events.map(({ type, subject, data }) => [type, subject, (data as { deployed_at: string }).deployed_at]),
      [NOW, NOW - HOUR].map((time) => {
        const deployed = new Date(Number(time / 1_000_000n)).toISOString();
        return ['release.deployed', made.id, deployed];
      }),
    );
    for (const caller of [as, callerIn(9_999)])
      await assert.rejects(server.releases.get({ release: 'app@1.2.4' }, caller), { code: 'not_found' });
    await assert.rejects(server.releases.get({ release: 'app@1.2.3' }, callerIn(9_999)), { code: 'not_found' });
  });

  it('accepts web URLs only, and deploys at most a day ahead', async () => {
    const project = ++projects;
    const refused = [
      [{ url: 'ftp://example.com' }, 'url'],
      [{ url: '/notes' }, 'url'],
      [{ url: 'javascript:alert(1)' }, 'url'],
      [{ url: 'https:example.com' }, 'url'],
      [{ url: 'https://user:secret@example.com' }, 'url'],
      [{ deployedAt: at(NOW + DAY + HOUR) }, 'deployed_at'],
    ] as const;
    for (const [request, field] of refused)
      await assert.rejects(
        server.releases.create({ release: '1.0', ...request }, callerIn(project)),
        (error: { code?: string; details?: { path: string }[] }) =>
          error.code === 'invalid_request' && error.details?.[0]?.path === field,
        JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      );
    assert.deepEqual((await server.releases.list({}, callerIn(project))).releases, []);
  });

  it('lists releases with their issues, their errors and their crash-free sessions', async () => {
    const project = ++projects;
    const as = callerIn(project);
    for (const release of ['1.0', '1.1', 'quiet']) await deploy(project, release, HOUR);
    await server.issue(project, ['a'], { firstRelease: '1.0' });
    const b = await server.issue(project, ['b'], { firstRelease: '1.0', regressedRelease: '1.1' });
    await server.issue(project, ['c'], { firstRelease: '1.0', mergedInto: b });
    const error = { project, timestamp: NOW - MINUTE, release: '1.1' };
    await server.write(
      { ...error, sessionId: 's1', handled: 'no' },
      { ...error, sessionId: 's1', handled: 'no' },
      { ...error, sessionId: 's2', handled: 'yes' },
      { ...error, timestamp: NOW - 2n * DAY },
      { ...error, release: '' },
    );
    const log = { project, timestamp: NOW - MINUTE, release: '1.1' };
    await server.telemetry.logs([
      { ...log, idTail: '0000000000000001', sessionId: 's3' },
      { ...log, idTail: '0000000000000002', sessionId: 's1' },
      { ...log, idTail: '0000000000000003', sessionId: 's4' },
    ]);
    const { releases } = await server.releases.list({}, as);
    const figures = new Map(releases.map((one) => [one.release, one]));
    const [first, second, quiet] = ['1.0', '1.1', 'quiet'].map((name) => figures.get(name));
    assert.deepEqual([first?.newIssueCount, first?.regressedIssueCount, first?.errorCount], [2n, 0n, 0n]);
    assert.deepEqual([second?.newIssueCount, second?.regressedIssueCount, second?.errorCount], [0n, 1n, 4n]);
    const { rate, sessions, crashedSessions, reason } = second?.crashFree ?? {};
    assert.deepEqual([rate, sessions, crashedSessions, reason], [0.75, 4n, 1n, '']);
    assert.deepEqual([quiet?.crashFree?.rate, quiet?.crashFree?.reason], [undefined, 'no_sessions']);
    assert.equal(second?.deploy, undefined);
  });

  it('lists releases in pages, each once, while releases are recorded', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const owner = { projectId: testProjectId(project), projectNumber: project };
    for (let nth = 0; nth < 5; nth++) {
      const createdAt = new Date(NOW_MS - Math.floor(nth / 2) * 1000);
      await server.database.release.create({ data: { ...owner, release: `r${nth}`, createdAt, updatedAt: createdAt } });
    }
    const seen: string[] = [];
    let cursor = '';
    do {
      const { releases, pagination } = await server.releases.list({ limit: 2, cursor }, as);
      seen.push(...releases.map(({ release }) => release));
      cursor = pagination?.nextCursor ?? '';
      const createdAt = new Date(NOW_MS + seen.length);
      await server.database.release.create({
        data: { ...owner, release: `later${seen.length}`, createdAt, updatedAt: createdAt },
      });
    } while (cursor !== '');
    assert.deepEqual(seen.toSorted(), ['r0', 'r1', 'r2', 'r3', 'r4']);
    await assert.rejects(server.releases.list({ cursor: 'x' }, as), { code: 'invalid_request' });
  });

  it('returns a verdict on a deploy from the errors after it and as long before it', async () => {
    const project = ++projects;
    const as = callerIn(project);
    const errors = (count: number, ago: bigint, rest: object = {}) =>
      server.write(
        ...Array.from({ length: count }, (_, nth) => ({ project, timestamp: NOW - ago + BigInt(nth), ...rest })),
      );
    await deploy(project, '2.0', HOUR);
    const verdict = async () => (await server.releases.get({ release: '2.0' }, as)).deploy;
    const none = await verdict();
    assert.deepEqual([none?.verdict, none?.windowSeconds, none?.before?.errors], ['too_few_events', 3600n, 0n]);
    assert.deepEqual(
      [none?.before?.startTime, none?.before?.endTime, none?.after?.endTime],
      [at(NOW - 2n * HOUR), at(NOW - HOUR), at(NOW)],
    );
    await errors(10, 2n * HOUR, { service: 'web' });
    await errors(1, 2n * HOUR + 1n, { service: 'web' });
    await errors(40, HOUR, { service: 'web', release: '2.0' });
    const worse = await verdict();
    assert.deepEqual(
      [worse?.verdict, worse?.exposure, worse?.services, worse?.before?.errors, worse?.after?.errors],
      ['worse', 'minutes', ['web'], 10n, 40n],
    );
    assert.equal(worse?.rateRatio?.toFixed(9), '4.000000000');
    assert.ok((worse?.rateRatioLow ?? 0) > 1);
    // Other services do not count.
    await errors(500, 90n * MINUTE, { service: 'api' });
    assert.equal((await verdict())?.verdict, 'worse');
    // Four times the requests explain four times the errors.
    const requests = (count: number, ago: bigint) =>
      server.telemetry.spans(
        Array.from({ length: count }, (_, nth) => ({
          project,
          timestamp: NOW - ago,
          service: 'web',
          kind: 2,
          traceId: (BigInt(nth + 1) * ago).toString(16).padStart(32, '0'),
          spanId: (nth + 1).toString(16).padStart(16, '0'),
        })),
      );
    await requests(25, 80n * MINUTE);
    await requests(100, 30n * MINUTE);
    const busier = await verdict();
    assert.deepEqual(
      [busier?.verdict, busier?.exposure, busier?.before?.requests, busier?.after?.requests],
      ['no_change', 'requests', 25n, 100n],
    );
    // The next deploy ends the window.
    await deploy(project, '2.1', 50n * MINUTE);
    assert.equal((await verdict())?.windowSeconds, 600n);
  });
});
