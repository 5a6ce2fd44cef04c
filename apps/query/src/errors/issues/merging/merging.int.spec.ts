import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Issue } from '@svc/relational';
import { openIssueWorld, type IssueWorld } from '../../testing/issue-world.js';

const START = BigInt(Date.now()) * 1_000_000n - 3_600_000_000_000n;
const MINUTE = 60_000_000_000n;

describe('merging issues', () => {
  let world: IssueWorld;
  beforeAll(async () => {
    world = await openIssueWorld();
  });
  afterAll(() => world.stop());

  type Project = Awaited<ReturnType<IssueWorld['newProject']>>;

  /** Issues of these types, the first event of each a minute after that of the one before. */
  async function createIssues(project: Project, ...types: string[]): Promise<Issue[]> {
    const errors = types.map((type, nth) => ({
      project: project.number,
      timestamp: START + BigInt(nth) * MINUTE,
      type,
      release: `1.${nth}`,
      environment: type,
    }));
    await world.writer.write(...errors);
    await world.takeIn();
    const all = await world.all(project.id);
    return types.map((type) => all.find((issue) => issue.type === type) ?? assert.fail(type));
  }

  const find = async ({ id }: Project, issue: Issue): Promise<Issue> =>
    (await world.issues.find(id, issue.id)) ?? assert.fail();
  const merge = (project: Project, canonical: Issue, ...sources: Issue[]) =>
    world.merging.merge(project.triager, { issueId: canonical.id, sourceIds: sources.map(({ id }) => id) });
  const total = async (project: Project, issue: Issue): Promise<number> =>
    Number((await world.details.get(issue.id, project.reader())).total.events);

  it('takes the first event, the last event and the places of all', async () => {
    const project = await world.newProject();
    const [a, b, c] = await createIssues(project, 'A', 'B', 'C');
    assert.ok(a && b && c);
    const merged = await merge(project, b, a, c);
    assert.deepEqual(
      [merged.firstSeen, merged.lastSeen, merged.firstRelease, merged.lastRelease, merged.version],
      [a.firstSeen, c.lastSeen, '1.0', '1.2', 2n],
    );
    const places = await world.issues.places(b.id, 10);
    assert.deepEqual(places.map(({ environment }) => environment).sort(), ['A', 'B', 'C']);
    assert.equal(await total(project, b), 3);
    assert.equal(await world.issues.find(project.id, a.id), null);
    assert.equal((await merge(project, b, a)).version, 2n, 'a source that is merged already changes nothing');
  });

  it('reopens a resolved issue for a source that is not resolved, and only then', async () => {
    const project = await world.newProject();
    const [a, b, c] = await createIssues(project, 'A', 'B', 'C');
    assert.ok(a && b && c);
    for (const issue of [a, b])
      await world.triage.resolve(project.triager, { issueId: issue.id, expectedVersion: 1n, inNextRelease: false });
    assert.equal((await merge(project, a, b)).state, 'resolved');
    const reopened = await merge(project, a, c);
    assert.deepEqual([reopened.state, reopened.reason, reopened.resolution], ['ongoing', 'merged', null]);
  });

  it('flattens merges of merged issues, and takes each source apart by itself', async () => {
    const project = await world.newProject();
    const [a, b, c] = await createIssues(project, 'A', 'B', 'C');
    assert.ok(a && b && c);
    await merge(project, b, c);
    await merge(project, a, b);
    const sources = await world.merging.sources(project.id, a.id);
    assert.deepEqual(new Set(sources.map(({ id }) => id)), new Set([b.id, c.id]));
    assert.equal(await total(project, a), 3);
    await world.merging.unmerge(project.triager, c.id, project.reader());
    assert.deepEqual([await total(project, a), await total(project, c)], [2, 1]);
    await world.merging.unmerge(project.triager, b.id, project.reader());
    assert.deepEqual([await total(project, a), await total(project, b), await total(project, c)], [1, 1, 1]);
    const [restored, alone] = [await find(project, b), await find(project, a)];
    assert.deepEqual([restored.state, restored.firstSeen, restored.lastSeen], ['new', b.firstSeen, b.lastSeen]);
    assert.deepEqual([alone.firstSeen, alone.lastSeen], [a.firstSeen, a.lastSeen]);
    assert.deepEqual(
      (await world.issues.places(a.id, 10)).map(({ environment }) => environment),
      ['A'],
    );
  });

  it('teaches the hashes: errors to come belong to the canonical issue until they are unmerged', async () => {
    const project = await world.newProject();
    const [a, b] = await createIssues(project, 'A', 'B');
    assert.ok(a && b);
    await merge(project, a, b);
    const again = { project: project.number, timestamp: START + 9n * MINUTE, type: 'B' };
    await world.writer.write(again);
    await world.takeIn();
    assert.deepEqual((await find(project, a)).lastSeen, new Date(Number(again.timestamp / 1_000_000n)));
    assert.equal((await world.all(project.id)).length, 2);
    await world.merging.unmerge(project.triager, b.id, project.reader());
    const hashes = await world.issues.hashes(b.id, 10);
    assert.deepEqual(
      hashes.map(({ assignedBy, originIssueId }) => [assignedBy, originIssueId]),
      [['pin', b.id]],
    );
    assert.deepEqual([await total(project, a), await total(project, b)], [1, 2]);
  });

  it('refuses itself, unknown and foreign issues, other versions, and sources of other issues', async () => {
    const [project, other] = [await world.newProject(), await world.newProject()];
    const [a, b, c] = await createIssues(project, 'A', 'B', 'C');
    const [foreign] = await createIssues(other, 'A');
    assert.ok(a && b && c && foreign);
    await assert.rejects(merge(project, a, a), { code: 'invalid_request' });
    await assert.rejects(merge(project, a, foreign), { code: 'not_found' });
    await assert.rejects(merge(project, a, { ...b, id: randomUUID() }), { code: 'not_found' });
    await assert.rejects(merge(project, foreign, a), { code: 'not_found' });
    const stale = { issueId: a.id, sourceIds: [b.id], expectedVersion: 7n };
    await assert.rejects(world.merging.merge(project.triager, stale), { code: 'version_conflict' });
    await merge(project, a, b);
    await assert.rejects(merge(project, c, b), { code: 'state_conflict' });
    await assert.rejects(merge(project, b, c), { code: 'not_found' });
    await assert.rejects(world.merging.unmerge(project.triager, a.id, project.reader()), { code: 'state_conflict' });
    await assert.rejects(world.merging.unmerge(other.triager, b.id, other.reader()), { code: 'not_found' });
  });

  it('keeps all counts however merges and unmerges run at the same time as the intake', async () => {
    const project = await world.newProject();
    const [a, b, c] = await createIssues(project, 'A', 'B', 'C');
    assert.ok(a && b && c);
    const late = { project: project.number, timestamp: START + 5n * MINUTE };
    await world.writer.write({ ...late, type: 'B' }, { ...late, type: 'C' });
    await Promise.allSettled([
      merge(project, a, b),
      merge(project, b, c),
      world.takeIn(),
      merge(project, c, a),
      world.merging.unmerge(project.triager, b.id, project.reader()),
    ]);
    const visible = (await world.all(project.id)).filter(({ mergedInto }) => mergedInto === null);
    const totals = await Promise.all(visible.map((issue) => total(project, issue)));
    assert.equal(
      totals.reduce((sum, events) => sum + events, 0),
      5,
    );
    const merged = (await world.all(project.id)).filter(({ mergedInto }) => mergedInto !== null);
    for (const { mergedInto } of merged)
      assert.ok(
        visible.some(({ id }) => id === mergedInto),
        'merges are flat',
      );
  });
});
