import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { IssuesListRequestSchema } from '@svc/contract';
import { openIssueWorld, type IssueWorld } from '../../testing/issue-world.js';

const MINUTE = 60_000_000_000n;
const HOUR = 60n * MINUTE;

type Request = MessageInitShape<typeof IssuesListRequestSchema>;

describe('issues by their figures', () => {
  let world: IssueWorld;
  let project: Awaited<ReturnType<IssueWorld['newProject']>>;
  const now = BigInt(Date.now()) * 1_000_000n;
  beforeAll(async () => {
    world = await openIssueWorld();
    project = await world.newProject();
    // Events and users in the other order; two issues with equal figures; one whose errors are older than the window.
    const issues = [
      ['Busy', 9, 1],
      ['Wide', 4, 4],
      ['EqualA', 2, 2],
      ['EqualB', 2, 2],
      ['Other', 1, 1],
    ] as const;
    for (const [type, events, users] of issues)
      for (let nth = 0; nth < events; nth++)
        await world.writer.write({
          project: project.number,
          timestamp: now - MINUTE - BigInt(nth),
          type,
          service: type === 'Other' ? 'api' : 'web',
          distinctId: `u${nth % users}`,
        });
    await world.writer.write({ project: project.number, timestamp: now - 60n * HOUR, type: 'Old' });
    await world.takeIn();
    await world.mirror(project.id, project.number);
  });
  afterAll(() => world.stop());

  const list = async (request: Request) => {
    const { found, nextCursor } = await world.lists.list(create(IssuesListRequestSchema, request), project.reader());
    return { found: found.map(({ issue, figures }) => [issue.type, figures.events, figures.users]), nextCursor };
  };
  const types = async (request: Request) => (await list(request)).found.map(([type]) => type);

  it('lists the issue with most events, or with most users, first, with the figures that it was sorted by', async () => {
    const { found } = await list({ sort: 'events' });
    assert.deepEqual(
      found.map(([, events]) => events),
      [9n, 4n, 2n, 2n, 1n],
    );
    assert.deepEqual(found.slice(0, 2), [
      ['Busy', 9n, 1n],
      ['Wide', 4n, 4n],
    ]);
    assert.deepEqual(
      (await list({ sort: 'users' })).found.map(([, , users]) => users),
      [4n, 2n, 2n, 1n, 1n],
    );
  });

  it('lists each issue once over pages of any size, also those with equal figures', async () => {
    for (const sort of ['events', 'users'])
      for (const limit of [1, 2, 3]) {
        const all = await types({ sort });
        const seen: unknown[] = [];
        let cursor = '';
        do {
          const { found, nextCursor } = await list({ sort, limit, cursor });
          assert.ok(found.length <= limit);
          seen.push(...found.map(([type]) => type));
          cursor = nextCursor ?? '';
        } while (cursor !== '');
        assert.deepEqual(seen, all, `${sort} ${limit}`);
      }
  });

  it('binds a cursor to the sort', async () => {
    const { nextCursor: cursor = '' } = await list({ sort: 'events', limit: 1 });
    for (const sort of ['users', 'last_seen', 'first_seen', ''])
      await assert.rejects(list({ sort, limit: 1, cursor }), { code: 'InvalidArgument' });
    const { nextCursor: byTime = '' } = await list({ limit: 1 });
    await assert.rejects(list({ sort: 'events', limit: 1, cursor: byTime }), { code: 'InvalidArgument' });
  });

  it('applies all filters of the list', async () => {
    assert.deepEqual(await types({ sort: 'events', service: ['api'] }), ['Other']);
    assert.deepEqual(await types({ sort: 'events', q: 'busy' }), ['Busy']);
    assert.deepEqual(await types({ sort: 'events', q: '%' }), []);
    assert.deepEqual(await types({ sort: 'events', status: ['resolved'] }), []);
    assert.deepEqual(await types({ sort: 'users', assignee: 'none', limit: 1 }), ['Wide']);
    const from = { seconds: (now - 72n * HOUR) / 1_000_000_000n, nanos: 0 };
    assert.deepEqual(await types({ sort: 'events', startTime: from, q: 'old' }), ['Old']);
  });
});
