import assert from 'node:assert/strict';
import { temporaryStore } from '@svc/columnar/testing';
import { openIssueWorld, type IssueWorld } from '../testing/issue-world.js';

const now = (): bigint => BigInt(Date.now()) * 1_000_000n;

describe('announcements of issues', () => {
  let world: IssueWorld;
  beforeAll(async () => {
    world = await openIssueWorld();
  });
  afterAll(() => world.stop());

  const newIssue = async (...persons: readonly string[]) => {
    const project = await world.newProject();
    const error = { project: project.number, timestamp: now(), type: 'TypeError', message: 'x is not a function' };
    await world.writer.write(...persons.map((distinctId) => ({ ...error, distinctId })));
    await world.takeIn();
    const [issue] = await world.all(project.id);
    assert.ok(issue);
    return { project, issue };
  };

  it('announces how many persons are affected by then', async () => {
    const { project, issue } = await newIssue('ann', 'bob', 'bob');
    await world.triage.resolve(project.triager, { issueId: issue.id, expectedVersion: 1n, inNextRelease: false });
    const announced = await world.announced(project.id);
    assert.deepEqual(
      announced.map(({ type, subject, data }) => [type, subject, data]),
      [
        ['issue.new', 'new', 1],
        ['issue.resolved', 'resolved', 2],
      ].map(([type, status, version]) => [
        type,
        issue.id,
        {
          id: issue.id,
          status,
          version,
          title: 'TypeError: x is not a function',
          culprit: issue.culprit,
          platform: issue.platform,
          level: issue.level,
          first_seen: issue.firstSeen.toISOString(),
          places: [{ service: '', environment: '' }],
          affected_persons: 2,
        },
      ]),
    );
  });

  it('omits the number of persons if the errors name none', async () => {
    const { project } = await newIssue('');
    const [announced] = await world.announced(project.id);
    assert.equal(announced?.type, 'issue.new');
    assert.ok(!('affected_persons' in (announced.data as object)));
  });

  it('omits the figure while the column store does not answer', async () => {
    const { project } = await newIssue('ann');
    const gone = await temporaryStore();
    await gone[Symbol.asyncDispose]();
    const [announced] = await world.announced(project.id, gone.store);
    assert.equal(announced?.type, 'issue.new');
    assert.ok(!('affected_persons' in (announced.data as object)));
  });

  it('names the services and environments of the errors: of all that began an issue, and of those that regressed it', async () => {
    const project = await world.newProject();
    const at = now() - 60_000_000_000n;
    const error = { project: project.number, type: 'TypeError', message: 'x is not a function' };
    const shop = { service: 'shop', environment: 'production' };
    const cart = { service: 'cart', environment: 'staging' };
    await world.writer.write({ ...error, timestamp: at + 1_000_000n, ...cart }, { ...error, timestamp: at, ...shop });
    await world.takeIn();
    const [issue] = await world.all(project.id);
    assert.ok(issue);
    const { triager } = project;
    await world.triage.resolve(triager, { issueId: issue.id, expectedVersion: 1n, inNextRelease: false });
    world.time.nowMs = Date.now();
    await world.writer.write({ ...error, timestamp: now() + 1_000_000_000n, ...cart });
    await world.takeIn();
    const announced = await world.announced(project.id);
    assert.deepEqual(
      announced.map(({ type, data }) => {
        const { service, environment, places } = data as { service: string; environment: string; places: object[] };
        return [type, service, environment, places];
      }),
      [
        ['issue.new', 'shop', 'production', [shop, cart]],
        ['issue.resolved', 'cart', 'staging', [cart, shop]],
        ['issue.regressed', 'cart', 'staging', [cart]],
      ],
    );
  });
});
