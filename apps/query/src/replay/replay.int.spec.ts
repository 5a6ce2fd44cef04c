import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { filesHolding } from '@svc/columnar/testing';
import { ReplayListRequestSchema, ReplaySnapshotsRequestSchema } from '@svc/contract';
import type { ProjectIdentity } from '@svc/reading/statement';
import { TelemetryWriter, writeErrors } from '@svc/reading/testing';
import { DELETED_RECORDINGS, type DeletedRecording } from './deletion/recording-deletion.js';
import { recordingExpiry } from './deletion/recording-expiry.js';
import { toDetails, toRecording } from './reads/recording.message.js';
import { click, consoleError, meta, openReplayWorld, snapshot, type ReplayWorld } from './replay.fixture.js';

const MINUTE = 60_000;

interface EventRow {
  readonly window_id: string;
  readonly seq: number;
  readonly offset_ms: number;
  readonly event: { readonly type: number; readonly timestamp: number };
}

interface Snapshots {
  readonly events: readonly EventRow[];
  readonly unreadable_chunks: number;
  readonly pagination: { readonly has_more: boolean; readonly next_cursor?: string };
}

describe('recordings of sessions', () => {
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
  });

  type List = MessageInitShape<typeof ReplayListRequestSchema>;
  const list = async (request: List = {}, of: ProjectIdentity = project) => {
    const { recordings, nextCursor } = await world.recordings.list(
      create(ReplayListRequestSchema, request),
      world.reader(of),
    );
    const sessions = recordings.map(({ row, summary }) => toRecording(row, summary));
    return { sessions, ids: sessions.map(({ sessionId }) => sessionId), nextCursor };
  };
  const get = async (sessionId = 's1', of: ProjectIdentity = project) =>
    toDetails(await world.recordings.open(sessionId, world.reader(of)));
  type Request = Omit<MessageInitShape<typeof ReplaySnapshotsRequestSchema>, '$typeName'>;
  const page = async (request: Request = {}): Promise<Snapshots> => {
    const message = create(ReplaySnapshotsRequestSchema, { sessionId: 's1', ...request });
    return JSON.parse(await world.events.page(message, world.reader(project))) as Snapshots;
  };
  /** All pages. */
  const all = async (request: Request = {}): Promise<EventRow[]> => {
    const events: EventRow[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const found: Snapshots = await page({ ...request, cursor });
      events.push(...found.events);
      cursor = found.pagination.next_cursor;
    }
    return events;
  };

  describe('the list', () => {
    it('returns sessions newest first, a page at a time, and none of another project', async () => {
      for (const id of ['a', 'b', 'c']) {
        await world.record(project, { session_id: id, events: [snapshot(start)] });
        world.time.aheadMs++;
      }
      await world.record(await world.newProject(), { session_id: 'd', events: [snapshot(start)] });
      const first = await list({ limit: 2 });
      assert.deepEqual(first.ids, ['c', 'b']);
      const second = await list({ limit: 2, cursor: first.nextCursor });
      assert.deepEqual([second.ids, second.nextCursor], [['a'], undefined]);
      await assert.rejects(list({ limit: 2, cursor: first.nextCursor, distinctId: 'ada' }), {
        code: 'InvalidArgument',
      });
    });

    it('has the figures of all chunks of a session, and the person of the last one', async () => {
      await world.record(project, {
        distinct_id: 'anonymous',
        events: [meta(start), snapshot(start), click(start + 1_000)],
      });
      await world.record(project, { seq: 1, events: [click(start + 5_000), consoleError(start + 6_000)] });
      const [session] = (await list()).sessions;
      assert.deepEqual(
        [session?.distinctId, session?.durationMs, session?.firstUrl, session?.eventCount, session?.clickCount],
        ['ada', 6_000n, 'https://shop.example/cart', 5n, 2n],
      );
      assert.deepEqual([session?.consoleErrorCount, session?.fullSnapshotCount, session?.chunkCount], [1n, 1n, 2n]);
    });

    it('filters by any distinct ID of a person, and by errors in the console or of any service', async () => {
      const at = { events: [snapshot(start)] };
      await world.record(project, { session_id: 'console', events: [snapshot(start), consoleError(start)] });
      await world.record(project, { session_id: 'service', ...at });
      await world.record(project, { session_id: 'quiet', distinct_id: 'bob', ...at });
      const timestamp = BigInt(start) * 1_000_000n;
      await writeErrors(new TelemetryWriter(world.store), [
        { project: project.number, timestamp, sessionId: 'service' },
      ]);
      assert.deepEqual((await list({ hasErrors: true })).ids.toSorted(), ['console', 'service']);
      assert.deepEqual((await list({ hasErrors: false })).ids, ['quiet']);
      assert.deepEqual((await list({ distinctId: 'bob' })).ids, ['quiet']);
    });
  });

  describe('the details', () => {
    it('show windows, snapshots, missing chunks, activity and what was replaced', async () => {
      await world.record(project, { events: [meta(start), snapshot(start, 'joe@example.org'), click(start + 1_000)] });
      await world.record(project, { seq: 3, events: [click(start + 60_000), click(start + 62_000)] });
      await world.record(project, { seq: 4, events: [snapshot(start + 70_000)] });
      await world.record(project, { window_id: 'w2', events: [click(start + 3_000)] });
      const details = await get();
      const [first, second] = details.windows ?? [];
      assert.deepEqual(
        [first?.windowId, first?.snapshotOffsetsMs, first?.gaps],
        ['w1', [0n, 70_000n], [{ firstSeq: 1n, lastSeq: 2n, untilOffsetMs: 60_000n }]],
      );
      assert.deepEqual([second?.windowId, second?.fromOffsetMs, second?.snapshotOffsetsMs], ['w2', 3_000n, []]);
      assert.deepEqual(details.activity, [
        { fromOffsetMs: 1_000n, toOffsetMs: 3_000n },
        { fromOffsetMs: 60_000n, toOffsetMs: 62_000n },
      ]);
      assert.equal(details.activeMs, 4_000n);
      assert.deepEqual([details.masked?.['text'], details.rulesVersion], [1n, 2]);
      assert.deepEqual(details.warnings, [
        '2 chunks of window w1, before 01:00, are missing: it can be shown again from 01:10 on.',
        'Window w2 cannot be shown: none of its full snapshots has arrived.',
      ]);
    });

    it('are not found for unknown sessions and those of other projects', async () => {
      await world.record(project, { events: [snapshot(start)] });
      await assert.rejects(get('s2'), { code: 'not_found' });
      await assert.rejects(get('s1', await world.newProject()), { code: 'not_found' });
    });

    it('show the times of a window whose clock is an hour behind as those of the others', async () => {
      const now = Date.now();
      const behindMs = 60 * MINUTE;
      for (const seq of [0, 1, 2])
        await world.record(project, { seq, behindMs, events: [snapshot(now - behindMs + seq)] });
      await world.record(project, { window_id: 'w2', behindMs: 1_000, events: [snapshot(now + 10)] });
      const { windows, recording } = await get();
      assert.deepEqual(
        windows?.map(({ clockShiftMs, fromOffsetMs }) => [clockShiftMs, fromOffsetMs]),
        [
          [BigInt(behindMs), 0n],
          [0n, 10n],
        ],
      );
      assert.equal(recording?.durationMs, 10n);
    });

    it('keep the shift of a window that its first received chunk has, whatever later rows have', async () => {
      const now = Date.now();
      const shifts = async () => (await get()).windows?.map(({ clockShiftMs }) => clockShiftMs);
      for (const [seq, behindMs] of [
        [3, 60 * MINUTE],
        [0, 0],
        [1, 0],
        [4, 90 * MINUTE],
      ] as const) {
        world.time.aheadMs += 1_000;
        await world.record(project, { seq, behindMs, events: [snapshot(now + seq)] });
        assert.deepEqual(await shifts(), [BigInt(60 * MINUTE)]);
      }
      world.time.aheadMs = 0;
    });
  });

  it('whose browser has an absurd clock neither fail nor keep others from being listed', async () => {
    const ahead = -240_000_000_000_000;
    await world.record(project, { behindMs: ahead, events: [snapshot(start)] });
    await world.record(project, { session_id: 's2', events: [snapshot(start)] });
    const { sessions } = await list();
    const [, details] = [sessions, await get()];
    for (const time of [...sessions.map((session) => session.startedAt), details.recording?.startedAt])
      assert.ok(Number(time?.seconds) >= 0 && Number(time?.seconds) <= 4_102_444_800);
    assert.equal((await all()).length, 1);
  });

  describe('the events', () => {
    it('come in the order of time, window, chunk and place, however they arrived and whatever the page size', async () => {
      await world.record(project, { seq: 1, events: [click(start + 30), click(start + 10)] });
      await world.record(project, { seq: 0, events: [meta(start), snapshot(start)] });
      await world.record(project, {
        window_id: 'w2',
        events: [meta(start + 5), snapshot(start + 5), click(start + 30)],
      });
      const expected = [
        ['w1', 0, 0, 4],
        ['w1', 0, 0, 2],
        ['w2', 0, 5, 4],
        ['w2', 0, 5, 2],
        ['w1', 1, 10, 3],
        ['w1', 1, 30, 3],
        ['w2', 0, 30, 3],
      ];
      for (const limit of [1, 2, 3, 500]) {
        const rows = await all({ limit });
        assert.deepEqual(
          rows.map(({ window_id, seq, offset_ms, event }) => [window_id, seq, offset_ms, event.type]),
          expected,
          `${limit} a page`,
        );
      }
    });

    it('begin at the last full snapshot of each window up to an offset, with the size of the window, or at its first one', async () => {
      await world.record(project, { events: [meta(start), snapshot(start), click(start + 1)] });
      await world.record(project, {
        seq: 1,
        events: [click(start + 4_000), meta(start + 5_000), snapshot(start + 5_000)],
      });
      await world.record(project, { seq: 2, events: [click(start + 9_000)] });
      await world.record(project, { window_id: 'late', events: [click(start + 8_000), snapshot(start + 9_500)] });
      await world.record(project, { window_id: 'blank', events: [click(start + 8_000)] });
      const from = async (fromOffsetMs: bigint) =>
        (await all({ fromOffsetMs })).map(({ window_id, offset_ms, event }) => [window_id, offset_ms, event.type]);
      assert.deepEqual(await from(6_000n), [
        ['w1', 5_000, 4],
        ['w1', 5_000, 2],
        ['w1', 9_000, 3],
        ['late', 9_500, 2],
      ]);
      assert.deepEqual((await from(4_999n))[0], ['w1', 0, 4]);
    });

    it('fill pages of two mebibytes, and a larger event has a page of its own', async () => {
      const text = (length: number) => 'word '.repeat(length / 5);
      await world.record(project, {
        events: [snapshot(start), ...[1, 2, 3].map((at) => snapshot(start + at, text(1_000_000)))],
      });
      await world.record(project, { seq: 1, events: [snapshot(start + 10, text(3_000_000)), click(start + 11)] });
      const sizes: number[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const found: Snapshots = await page({ cursor });
        sizes.push(found.events.length);
        cursor = found.pagination.next_cursor;
      }
      assert.deepEqual(sizes, [3, 1, 1, 1]);
    });

    it('of a chunk whose object is gone are counted, and the others shown', async () => {
      await world.record(project, { events: [snapshot(start)] });
      const [lost] = await world.objectsOf(project);
      await world.record(project, { seq: 1, events: [click(start + 1)] });
      await world.objects.delete(lost ?? '');
      const { events, unreadable_chunks: unreadable } = await page();
      assert.deepEqual([events.length, unreadable], [1, 1]);
    });

    it('have cursors that belong to their session and offset', async () => {
      await world.record(project, { events: [snapshot(start), click(start + 1)] });
      await world.record(project, { session_id: 's2', events: [snapshot(start), click(start + 1)] });
      const cursor = (await page({ limit: 1 })).pagination.next_cursor ?? '';
      for (const request of [{ sessionId: 's2', cursor }, { fromOffsetMs: 0n, cursor }, { cursor: 'made up' }])
        await assert.rejects(page(request), { code: 'InvalidArgument' });
    });
  });

  describe('a deleted recording', () => {
    const rows = async (sessionId: string): Promise<number> => {
      const limits = { timeoutMs: 10_000, maxRowsToRead: 1e6, maxResultRows: 10, maxMemoryBytes: 1e8 };
      const counts = await Promise.all(
        ['replay_blocks', 'replay_sessions'].map((table) =>
          world.store.query<{ rows: string }>({
            sql: `SELECT count() AS rows FROM ${table} WHERE project_number = {project:UInt32} AND session_id = {id:String}`,
            parameters: { project: project.number, id: sessionId },
            limits,
          }),
        ),
      );
      return counts.reduce((sum, [row]) => sum + Number(row?.rows), 0);
    };

    it('is gone from every read and store, its key first; others stay', async () => {
      await world.record(project, { events: [snapshot(start)] });
      await world.record(project, { session_id: 's2', events: [snapshot(start)] });
      await world.deletion.delete('s1', world.reader(project));
      assert.equal((await world.keys.find(project.number, 's1'))?.key, undefined);
      assert.deepEqual([await rows('s1'), await rows('s2')], [0, 2]);
      assert.equal((await world.objectsOf(project)).length, 1);
      assert.deepEqual((await list()).ids, ['s2']);
      const reads = [get('s1'), page(), world.deletion.delete('s1', world.reader(project))];
      await Promise.all(reads.map((read) => assert.rejects(read, { code: 'not_found' })));
      assert.equal((await world.keys.open(project.number, 's1', 30)).key, undefined, 'it cannot begin again');
    });

    it('is swept again later, when what was on its way has been stored', async () => {
      await world.record(project, { events: [snapshot(start)] });
      const kept = await world.keys.find(project.number, 's1');
      await world.deletion.delete('s1', world.reader(project));
      const job = await world.relational.client.job.findFirstOrThrow({
        where: { queue: DELETED_RECORDINGS.name, projectId: project.id },
      });
      assert.ok(job.runAt.getTime() > Date.now() + 4 * MINUTE);
      const find = world.keys.open.bind(world.keys);
      world.keys.open = () => Promise.resolve(kept ?? assert.fail());
      await world.record(project, { seq: 1, events: [click(start)] });
      world.keys.open = find;
      assert.ok((await rows('s1')) > 0);
      const payload = job.payload as unknown as DeletedRecording;
      await world.deletion.handle({ job: { ...job, payload }, signal, fence: () => Promise.resolve() });
      assert.deepEqual([await rows('s1'), await world.objectsOf(project)], [0, []]);
      const verified = await world.relational.client.domainEvent.findFirstOrThrow({ where: { projectId: project.id } });
      assert.deepEqual([verified.type, verified.subject], ['recording.verified', 's1']);
    });

    it('belongs to a person who is erased, also if only one of its chunks does', async () => {
      await world.record(project, { distinct_id: 'phone', events: [snapshot(start, 'Seen-erased')] });
      await world.record(project, { seq: 1, events: [click(start)] });
      await world.record(project, { session_id: 's2', distinct_id: 'bob', events: [snapshot(start)] });
      await world.erasables.beforeErasure(['phone', 'tablet'], project, signal);
      assert.deepEqual([await rows('s1'), await rows('s2')], [0, 2]);
      assert.equal((await world.keys.find(project.number, 's1'))?.key, undefined);
      assert.equal((await world.objectsOf(project)).length, 1);
    });
  });

  it('never has a text of the page on the disk as it is', async () => {
    const session_id = 'session-of-the-cart';
    await world.record(project, { session_id, events: [snapshot(start, 'Seen-in-the-cart')] });
    assert.deepEqual(await filesHolding(world.directory, ['Seen-in-the-cart', session_id]), []);
  });

  it('expires with its objects and its key, a day after its rows', async () => {
    await world.record(project, { events: [snapshot(start)] });
    const expiry = recordingExpiry(world.objects, world.keys);
    const afterDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await expiry.run({ relational: world.relational, now: afterDays(30), signal });
    assert.equal((await world.objectsOf(project)).length, 1);
    await expiry.run({ relational: world.relational, now: afterDays(33), signal });
    assert.deepEqual(await world.objectsOf(project), []);
    assert.equal(await world.keys.find(project.number, 's1'), undefined);
  });

  it('counts as a session of the month in which it began, also when it is deleted', async () => {
    await world.record(project, { events: [snapshot(start)] });
    await world.record(project, { session_id: 's2', events: [snapshot(start)] });
    await world.deletion.delete('s1', world.reader(project));
    const [from, to] = [new Date(Date.now() - MINUTE), new Date(Date.now() + MINUTE)];
    assert.equal(await world.keys.countStarted(project.number, from, to), 2);
  });
});
