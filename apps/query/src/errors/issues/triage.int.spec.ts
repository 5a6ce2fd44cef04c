import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { IssuesSnoozeRequestSchema } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import { openIssueWorld, type IssueWorld } from '../testing/issue-world.js';

const now = (): bigint => BigInt(Date.now()) * 1_000_000n;

describe('triage of issues', () => {
  let world: IssueWorld;
  beforeAll(async () => {
    world = await openIssueWorld();
  });
  afterEach(() => {
    world.time.nowMs = Date.now();
  });
  afterAll(() => world.stop());

  /** A project with one new issue. */
  async function newIssue() {
    const project = await world.newProject();
    const type = `T${randomUUID()}`;
    await world.writer.write({ project: project.number, timestamp: now() - 60_000_000_000n, type, release: '1.0' });
    await world.takeIn();
    const [issue] = await world.all(project.id);
    assert.ok(issue);
    const happens = async (more: { timestamp?: bigint; release?: string; distinctId?: string } = {}) => {
      await world.writer.write({ project: project.number, timestamp: now(), type, ...more });
      await world.takeIn();
      return (await world.issues.find(project.id, issue.id)) ?? assert.fail();
    };
    return { ...project, issueId: issue.id, happens };
  }

  const snooze = (
    issueId: string,
    condition: { for?: string; occurrences?: bigint; users?: bigint; escalating?: boolean },
  ) => create(IssuesSnoozeRequestSchema, { issueId, expectedVersion: 1n, ...condition });

  it('takes exactly one of many writes with one expected version', async () => {
    const { triager, issueId } = await newIssue();
    const write = { issueId, expectedVersion: 1n };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, nth) =>
        nth % 2 === 0
          ? world.triage.resolve(triager, { ...write, inNextRelease: false })
          : world.triage.ignore(triager, write),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') {
        assert.ok(outcome.reason instanceof ServiceError);
        assert.equal(outcome.reason.code, 'version_conflict');
        assert.match(outcome.reason.details[0]?.reason ?? '', /which is 2$/);
      }
    assert.equal((await world.issues.find(triager.projectId, issueId))?.version, 2n);
  });

  it('refuses an older version first, then changes that the state does not allow, and repeats nothing', async () => {
    const { triager, issueId, id } = await newIssue();
    await assert.rejects(world.triage.reopen(triager, { issueId, expectedVersion: 1n }), { code: 'state_conflict' });
    const resolve = { issueId, expectedVersion: 1n, inNextRelease: false };
    assert.equal((await world.triage.resolve(triager, resolve)).version, 2n);
    await assert.rejects(world.triage.resolve(triager, resolve), { code: 'version_conflict' });
    assert.equal((await world.triage.resolve(triager, { ...resolve, expectedVersion: 2n })).version, 2n);
    await assert.rejects(world.triage.ignore(triager, { issueId, expectedVersion: 2n }), {
      code: 'state_conflict',
      details: [{ path: 'status', reason: 'is resolved' }],
    });
    await assert.rejects(world.triage.resolve({ ...triager, projectId: randomUUID() }, resolve), { code: 'not_found' });
    await assert.rejects(world.triage.resolve(triager, { ...resolve, issueId: 'x' }), { code: 'not_found' });
    assert.deepEqual(await world.events(id), ['issue.new', 'issue.resolved']);
  });

  it('regresses with a later event, not with an earlier one that arrives late', async () => {
    const { triager, issueId, id, happens } = await newIssue();
    world.time.nowMs = Date.now();
    await world.triage.resolve(triager, { issueId, expectedVersion: 1n, inNextRelease: false });
    assert.equal((await happens({ timestamp: now() - 60_000_000_000n })).state, 'resolved');
    const { state, isRegression, reason, version, regressedRelease } = await happens({
      timestamp: now() + 1_000_000_000n,
      release: '1.1',
    });
    assert.deepEqual(
      [state, isRegression, reason, version, regressedRelease],
      ['ongoing', true, 'regressed', 3n, '1.1'],
    );
    assert.deepEqual(await world.events(id), ['issue.new', 'issue.resolved', 'issue.regressed']);
  });

  it('regresses an issue resolved in the next release with a later release only, and with an unknown one after a day', async () => {
    const { triager, issueId, happens } = await newIssue();
    world.time.nowMs = Date.now() - 25 * 3_600_000;
    const resolved = await world.triage.resolve(triager, { issueId, expectedVersion: 1n, inNextRelease: true });
    assert.equal((resolved.resolution as { release: string }).release, '1.0');
    world.time.nowMs = Date.now();
    for (const release of ['0.9', '1.0']) assert.equal((await happens({ release })).state, 'resolved');
    assert.equal((await happens({ timestamp: now() - 2n * 3_600_000_000_000n })).state, 'resolved');
    assert.equal((await happens({ release: '' })).state, 'ongoing');

    const other = await newIssue();
    world.time.nowMs = Date.now() - 1_000;
    await world.triage.resolve(other.triager, { issueId: other.issueId, expectedVersion: 1n, inNextRelease: true });
    assert.equal((await other.happens({ release: '1.1' })).regressedRelease, '1.1');
  });

  it('compares with the last deployed release, whatever releases errors have named', async () => {
    const { triager, issueId, id, number: project, happens } = await newIssue();
    const owner = { id, number: project };
    const deploy = (release: string) => world.releases.record({ release } as never, owner, 'pipeline');
    world.time.nowMs = Date.now() - 10_000;
    await deploy('1.0');
    for (const release of ['999.9.9', 'app@99999999.0.0', 'v999.0.0', '1.0.1-0'])
      await world.writer.write({ project, timestamp: now(), type: 'Forged', release });
    await world.takeIn();
    const resolved = await world.triage.resolve(triager, { issueId, expectedVersion: 1n, inNextRelease: true });
    assert.equal((resolved.resolution as { release: string }).release, '1.0');
    assert.equal((await happens({ release: '1.0' })).state, 'resolved');
    assert.equal((await happens({ release: '1.1' })).regressedRelease, '1.1');
  });

  it('regresses with the first release that is deployed after a resolution in one that only errors named', async () => {
    const { triager, issueId, id, number: project, happens } = await newIssue();
    world.time.nowMs = Date.now() - 10_000;
    await world.writer.write({ project, timestamp: now(), type: 'Forged', release: '999.9.9' });
    await world.takeIn();
    const resolved = await world.triage.resolve(triager, { issueId, expectedVersion: 1n, inNextRelease: true });
    assert.equal((resolved.resolution as { release: string }).release, '999.9.9');
    assert.equal((await happens({ release: '1.1' })).state, 'resolved');
    world.time.nowMs = Date.now();
    await world.releases.record({ release: '1.2' } as never, { id, number: project }, 'pipeline');
    assert.equal((await happens({ release: '1.1' })).state, 'resolved');
    assert.equal((await happens({ release: '1.2' })).regressedRelease, '1.2');
  });

  it('ends a snooze by occurrences when it has happened the given number of times since the snooze', async () => {
    const { triager, issueId, happens } = await newIssue();
    await happens();
    world.time.nowMs = Date.now();
    await world.triage.snooze(triager, snooze(issueId, { occurrences: 2n }));
    assert.equal((await happens({ timestamp: now() + 5_000_000n })).state, 'snoozed');
    const { issue, progress } = await world.details.get(issueId, await reader(triager.projectId));
    assert.deepEqual([issue.state, progress], ['snoozed', { occurrences: 1 }]);
    await happens({ timestamp: now() + 5_000_000n });
    const awake = await world.issues.find(triager.projectId, issueId);
    assert.deepEqual([awake?.state, awake?.reason], ['ongoing', 'snooze_occurrences']);
  });

  it('ends a snooze by users when the given number of distinct persons were affected', async () => {
    const { triager, issueId, happens } = await newIssue();
    world.time.nowMs = Date.now() - 1_000;
    await world.triage.snooze(triager, snooze(issueId, { users: 2n }));
    for (const distinctId of ['ann', 'ann', '']) await happens({ distinctId });
    assert.equal((await world.issues.find(triager.projectId, issueId))?.state, 'snoozed');
    await happens({ distinctId: 'bob' });
    assert.equal((await world.issues.find(triager.projectId, issueId))?.reason, 'snooze_users');
  });

  it('ends a snooze when it escalates, and announces it with the figures of its forecast', async () => {
    const { triager, issueId, id, number: project, happens } = await newIssue();
    await world.triage.snooze(triager, snooze(issueId, { escalating: true }));
    await happens();
    await world.escalations().apply(world.tools);
    const calm = await world.issues.find(id, issueId);
    assert.equal(calm?.state, 'snoozed');
    assert.equal((calm?.forecast as { threshold: number }).threshold, 10);
    const [variant] = await world.issues.variants([issueId], 1);
    assert.ok(variant);
    const { type } = calm ?? assert.fail();
    const hour = BigInt(Math.floor(Date.now() / 3_600_000)) * 3_600_000_000_000n;
    await world.writer.write(
      ...Array.from({ length: 20 }, (_, nth) => ({ project, timestamp: hour + BigInt(nth) * 1_000_000n, type })),
    );
    await world.takeIn();
    await world.escalations().apply(world.tools);
    const awake = await world.issues.find(id, issueId);
    assert.deepEqual([awake?.state, awake?.isEscalating, awake?.reason], ['ongoing', true, 'snooze_escalated']);
    assert.deepEqual(await world.events(id), ['issue.new', 'issue.escalating']);
  });

  it('requires a member of the organization as the assignee, and a duration of at most a year', async () => {
    const { triager, issueId } = await newIssue();
    const write = { issueId, expectedVersion: 1n };
    for (const userId of ['x', randomUUID()])
      await assert.rejects(world.triage.assign(triager, write, userId), { code: 'invalid_request' });
    const user = await world.relational.client.user.create({
      data: { email: `${randomUUID()}@example.com`, name: 'Ann', updatedAt: new Date() },
    });
    await world.relational.client.membership.create({
      data: { organizationId: triager.organizationId, userId: user.id, role: 'ROLE_MEMBER', updatedAt: new Date() },
    });
    const assigned = await world.triage.assign(triager, write, user.id);
    assert.deepEqual([assigned.state, assigned.assigneeId, assigned.version], ['ongoing', user.id, 2n]);
    const again = { issueId, expectedVersion: 2n };
    assert.equal((await world.triage.assign(triager, again, user.id)).version, 2n);
    assert.equal((await world.triage.assign(triager, again, undefined)).assigneeId, null);
    for (const text of ['0m', '366d', '-1h', 'soon', '1y']) {
      const request = create(IssuesSnoozeRequestSchema, { issueId, expectedVersion: 3n, for: text });
      await assert.rejects(async () => world.triage.snooze(triager, request), { code: 'invalid_request' }, text);
    }
  });

  async function reader(projectId: string) {
    const { id, number, retentionDays } = await world.relational.client.project.findUniqueOrThrow({
      where: { id: projectId },
      select: { id: true, number: true, retentionDays: true },
    });
    return world.readerFor({ id, number, retentionDays });
  }
});
