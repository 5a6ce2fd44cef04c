import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { ReplaySnapshotsRequestSchema } from '@svc/contract';
import type { RecordingToSummarize } from '@svc/work';
import { click, meta, openReplayWorld, snapshot, type ReplayWorld } from '../replay.fixture.js';

const MINUTE = 60_000;
const END = 40 * MINUTE;

describe('parts of recordings', () => {
  let world: ReplayWorld;
  let project: Awaited<ReturnType<ReplayWorld['newProject']>>;
  const start = Date.now() - 10 * MINUTE;
  const { signal } = new AbortController();
  beforeAll(async () => {
    world = await openReplayWorld();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    project = await world.newProject();
    world.time.aheadMs = 0;
  });

  /** Runs the job of the recording at a time after now. */
  const look = (aheadMs: number) => {
    world.time.aheadMs = aheadMs;
    const payload: RecordingToSummarize = { projectNumber: project.number, sessionId: 's1' };
    const job = { id: '1', queue: '', key: '', payload, projectId: project.id, attempts: 1, lastError: null };
    return world.summaries.handle({ job, signal, fence: () => Promise.resolve() });
  };
  const events = async (): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (let cursor = ''; ;) {
      const request = create(ReplaySnapshotsRequestSchema, { sessionId: 's1', limit: 3, cursor });
      const page = JSON.parse(await world.events.page(request, world.reader(project))) as {
        events: unknown[];
        unreadable_chunks: number;
        pagination: { next_cursor?: string };
      };
      assert.equal(page.unreadable_chunks, 0);
      found.push(...page.events);
      if (page.pagination.next_cursor === undefined) return found;
      cursor = page.pagination.next_cursor;
    }
  };
  const record = async (): Promise<void> => {
    for (const [seq, at] of [0, 5_000, 10_000, 20_000].entries())
      await world.record(project, {
        seq,
        events: [meta(start + at), snapshot(start + at, 'word '.repeat(500)), click(start + at + 1)],
      });
    for (const seq of [0, 1])
      await world.record(project, { window_id: 'w2', seq, events: [click(start + 7_000 + seq)] });
    await world.record(project, { window_id: 'alone', events: [click(start + 12_000)] });
  };

  it('have the events of the chunks of an ended recording, whose objects are deleted once nobody reads them', async () => {
    await record();
    const before = await events();
    await look(6 * MINUTE);
    assert.equal((await world.objectsOf(project)).length, 7, 'it goes on');
    const next = await look(END);
    assert.equal((await world.objectsOf(project)).length, 9);
    assert.deepEqual(await events(), before);
    const inAMoment = world.time.aheadMs + 11 * MINUTE + Date.now();
    assert.ok(next && next.getTime() < inAMoment, 'it is looked at again soon');
    await look(END + MINUTE);
    assert.equal((await world.objectsOf(project)).length, 9, 'others may still read the chunks');
    await look(END + 11 * MINUTE);
    assert.equal((await world.objectsOf(project)).length, 3);
    assert.deepEqual(await events(), before);
    assert.deepEqual(await events(), before);
  });

  it('are smaller than the objects of their chunks', async () => {
    await record();
    const size = async () => {
      let bytes = 0;
      for (const key of await world.objectsOf(project)) bytes += (await world.objects.head(key))?.size ?? 0;
      return bytes;
    };
    const before = await size();
    await look(END);
    await look(END + 11 * MINUTE);
    assert.ok((await size()) < before * 0.8, `${await size()} of ${before} bytes`);
  });

  it('are complete after an attempt that was interrupted at any place, and have no other objects', async () => {
    await record();
    const before = await events();
    const insertBlock: typeof world.store.insertBlock = world.store.insertBlock.bind(world.store);
    const interruptAt = async (nth: number): Promise<void> => {
      let inserts = 0;
      world.store.insertBlock = (...given) =>
        ++inserts === nth ? Promise.reject(new Error('interrupted')) : insertBlock(...given);
      await look(END).finally(() => (world.store.insertBlock = insertBlock));
    };
    // The attempts end at the summary, at the first part, and at the second one.
    for (const nth of [1, 2, 2]) {
      await assert.rejects(interruptAt(nth), /interrupted/);
      assert.deepEqual(await events(), before);
    }
    await look(END);
    await look(END + 11 * MINUTE);
    assert.equal((await world.objectsOf(project)).length, 3);
    assert.deepEqual(await events(), before);
  });

  it('leave out a chunk whose object is gone, are not looked for again, and are deleted with their recording', async () => {
    await world.record(project, { seq: 0, events: [click(start)] });
    const [lost = ''] = await world.objectsOf(project);
    await world.record(project, { seq: 1, events: [click(start + 1)] });
    await world.objects.delete(lost);
    for (const seq of [0, 1]) await world.record(project, { window_id: 'w2', seq, events: [click(start + 2 + seq)] });
    await look(END);
    const next = await look(END + 11 * MINUTE);
    assert.ok(next && next.getTime() > Date.now() + 20 * 60 * MINUTE, 'there is nothing to merge');
    assert.equal((await world.objectsOf(project)).length, 2);
    await world.deletion.delete('s1', world.reader(project));
    assert.deepEqual(await world.objectsOf(project), []);
    assert.equal(await look(END), undefined);
    assert.deepEqual(await world.objectsOf(project), []);
  });
});
