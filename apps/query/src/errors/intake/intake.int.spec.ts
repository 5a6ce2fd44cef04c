import assert from 'node:assert/strict';
import { openIssueWorld, type IssueWorld } from '../testing/issue-world.js';

const now = (): bigint => BigInt(Date.now()) * 1_000_000n;
const MINUTE = 60_000_000_000n;

describe('the intake of errors', () => {
  let world: IssueWorld;
  beforeAll(async () => {
    world = await openIssueWorld();
  });
  afterAll(() => world.stop());

  it('creates an issue with the first error of a hash, and only widens it with further ones', async () => {
    const { id, number: project } = await world.newProject();
    const timestamp = now();
    const error = { project, timestamp, type: 'TypeError', message: 'x is not a function\nat line 1' };
    await world.writer.write({ ...error, release: '1.0', service: 'shop', environment: 'production' });
    await world.takeIn();
    const [first] = await world.all(id);
    assert.ok(first);
    const { state, version, title, reason, firstRelease, dueAt } = first;
    assert.deepEqual([state, version, title, reason], ['new', 1n, 'TypeError: x is not a function', 'first_event']);
    assert.deepEqual([firstRelease, dueAt?.getTime()], ['1.0', world.time.nowMs + 7 * 24 * 3_600_000]);
    assert.deepEqual(await world.events(id), ['issue.new']);

    const [earlier, later] = [timestamp - 10n * MINUTE, timestamp + MINUTE];
    await world.writer.write(
      { ...error, timestamp: earlier, release: '0.9', service: 'shop', environment: 'staging' },
      { ...error, timestamp: later, release: '1.1', service: 'shop', environment: 'production' },
    );
    await world.takeIn();
    const [widened, ...others] = await world.all(id);
    assert.ok(widened);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [widened.version, widened.firstRelease, widened.lastRelease, widened.state],
      [1n, '0.9', '1.1', 'new'],
    );
    assert.deepEqual(
      [widened.firstSeen, widened.lastSeen],
      [earlier, later].map((time) => new Date(Number(time / 1_000_000n))),
    );
    const places = await world.issues.places(first.id, 10);
    assert.deepEqual(places.map(({ environment, release }) => [environment, release]).sort(), [
      ['production', '1.0'],
      ['production', '1.1'],
      ['staging', '0.9'],
    ]);
    const releases = await world.relational.client.release.findMany({ where: { projectId: id } });
    assert.deepEqual(releases.map(({ release }) => release).sort(), ['0.9', '1.0', '1.1']);
  });

  it('knows the first and the last errors of an issue by their own times, also if the last one arrives first', async () => {
    const { id, number: project } = await world.newProject();
    const latest = now() - MINUTE;
    const stacktrace = 'TypeError: x\n    at pay (https://shop.example/app.js:1:9)';
    for (const [nth, release] of ['', 'g@2', 'g@2', 'g@2', 'g@1', 'g@1', ''].entries()) {
      await world.writer.write({ project, timestamp: latest - BigInt(nth) * MINUTE, stacktrace, release });
      await world.takeIn();
    }
    const [issue, ...others] = await world.all(id);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [issue?.firstSeen, issue?.lastSeen],
      [latest - 6n * MINUTE, latest].map((time) => new Date(Number(time / 1_000_000n))),
    );
    assert.deepEqual([issue?.firstRelease, issue?.lastRelease], ['', 'g@2'], 'the first one named no release');
  });

  it('changes nothing when it takes the same in again, also in another process', async () => {
    const { id, number: project } = await world.newProject();
    await world.writer.write({ project, timestamp: now(), type: 'A' }, { project, timestamp: now(), type: 'B' });
    await world.takeIn();
    const before = await world.all(id);
    await world.takeIn();
    await world.takeIn(world.newIntake((await import('./variants/variant-reader.js')).CURRENT_GROUPING));
    assert.deepEqual(await world.all(id), before);
    assert.deepEqual(await world.events(id), ['issue.new', 'issue.new']);
  });

  it('keeps projects apart', async () => {
    const [one, other] = [await world.newProject(), await world.newProject()];
    const error = { timestamp: now(), type: 'Shared', message: 'same' };
    await world.writer.write({ ...error, project: one.number }, { ...error, project: other.number });
    await world.takeIn();
    const [[mine], [theirs]] = [await world.all(one.id), await world.all(other.id)];
    assert.ok(mine && theirs && mine.id !== theirs.id);
  });

  it('takes in a bounded number of new variants per pass, and the others afterwards in order', async () => {
    const { id, number: project } = await world.newProject();
    const [count, maxUnknown] = [55, 25];
    await world.writer.write(
      ...Array.from({ length: count }, (_, nth) => ({ project, timestamp: now(), fingerprint: `group ${nth}` })),
    );
    const since = Math.floor(Date.now() / 1_000) - 3_600;
    const { behind, waiting } = await world.pass.takeAll(since, new Set(), world.tools, maxUnknown);
    assert.ok(behind.includes(project));
    assert.equal(waiting, count - maxUnknown);
    assert.equal((await world.all(id)).length, maxUnknown);
    let position: { arrived: number; variant: string } | undefined = { arrived: since, variant: '' };
    let steps = 0;
    while (position && steps++ < 10)
      position = (await world.pass.continueProject(project, position, world.tools, maxUnknown)).next;
    assert.equal((await world.all(id)).length, count);
    assert.ok(steps <= 4, String(steps));
  });

  it('never forks an issue when a new version of grouping produces other hashes', async () => {
    const { id, number: project } = await world.newProject();
    const error = { project, timestamp: now(), type: 'Stable', message: 'text' };
    await world.writer.write(error);
    await world.takeIn();
    const { CURRENT_GROUPING } = await import('./variants/variant-reader.js');
    const newer = world.newIntake({
      versions: [99, ...CURRENT_GROUPING.versions],
      group: (stack, input, version) => {
        if (version !== 99) return CURRENT_GROUPING.group(stack, input, version);
        const { hash, ...rest } = CURRENT_GROUPING.group(stack, input, CURRENT_GROUPING.versions[0] ?? 1);
        return { ...rest, version, hash: [...hash].reverse().join('') };
      },
    });
    const [known = ''] = (await world.relational.client.errorVariant.findMany({ where: { projectId: id } })).map(
      ({ hash }) => hash,
    );
    // The sink of the new version stores both hashes, the newer one first.
    await world.writer.write({ ...error, timestamp: now(), hashes: [[...known].reverse().join(''), known] });
    await world.takeIn(newer);
    const issues = await world.all(id);
    assert.equal(issues.length, 1);
    const hashes = await world.issues.hashes(issues[0]?.id ?? '', 10);
    assert.deepEqual(hashes.map(({ assignedBy, groupingVersion }) => [assignedBy, groupingVersion]).sort(), [
      ['auto', CURRENT_GROUPING.versions[0]],
      ['version', 99],
    ]);
  });

  it('lets new issues age and snoozes end without events', async () => {
    const { id, number: project, triager } = await world.newProject();
    await world.writer.write(
      { project, timestamp: now(), type: 'Old' },
      { project, timestamp: now(), type: 'Snoozed' },
    );
    await world.takeIn();
    const snoozed = (await world.all(id)).find(({ title }) => title.startsWith('Snoozed'));
    assert.ok(snoozed);
    const conditions = { for: '6h', forever: false, escalating: false };
    await world.triage.snooze(triager, { issueId: snoozed.id, expectedVersion: 1n, ...conditions } as never);
    const start = world.time.nowMs;
    world.time.nowMs = start + 6 * 3_600_000;
    await world.due.apply(world.tools);
    assert.equal((await world.issues.find(id, snoozed.id))?.reason, 'snooze_expired');
    world.time.nowMs = start + 7 * 24 * 3_600_000;
    await world.due.apply(world.tools);
    const states = (await world.all(id)).map(({ title, state, reason, version }) => [title, state, reason, version]);
    assert.deepEqual(states.sort(), [
      ['Old: no', 'ongoing', 'aged', 2n],
      ['Snoozed: no', 'ongoing', 'snooze_expired', 3n],
    ]);
    world.time.nowMs = Date.now();
  });

  it('copies to the column store which issue each variant belongs to, and whether it is open', async () => {
    const { id, number: project, triager } = await world.newProject();
    await world.writer.write({ project, timestamp: now(), type: 'Mirrored' });
    await world.takeIn();
    const [issue] = await world.all(id);
    assert.ok(issue);
    const copy = async () => {
      await world.mirror(id, project);
      return world.store.query<{ issue: string; open: number }>({
        sql: 'SELECT lower(hex(issue_id)) AS issue, is_open AS open FROM issue_variants FINAL WHERE project_number = {project:UInt32}',
        parameters: { project },
        limits: { timeoutMs: 5_000, maxRowsToRead: 1_000, maxResultRows: 100, maxMemoryBytes: 1e8 },
      });
    };
    const digits = issue.id.replaceAll('-', '');
    assert.deepEqual(await copy(), [{ issue: digits, open: 1 }]);
    await world.triage.resolve(triager, { issueId: issue.id, expectedVersion: 1n, inNextRelease: false });
    assert.deepEqual(await copy(), [{ issue: digits, open: 0 }]);
  });
});
