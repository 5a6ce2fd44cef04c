import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { TOPICS, type Batch } from '@svc/event-log';
import { chunkHeaders, encodeChunk } from '@svc/recordings';
import { guessPlace, prepareChunk } from '@svc/replay';
import { chunk, click, snapshot } from '../replay/recorder.fixture.js';
import { losingAnswers, openScene, type Scene } from './sink.fixture.js';
import { ReplayWriter } from './writers/replay-writer.js';

const MINUTE = 60_000;

interface Sent {
  readonly seq: number;
  readonly minutes: number;
  readonly session?: string;
  readonly window?: string;
}

describe('chunks of recordings that are in the log more than once', () => {
  const startedAtMs = Date.now() - 3 * 3_600_000;
  let scene: Scene;
  let project = 100;
  let offset = 0;
  beforeAll(async () => {
    scene = await openScene(50);
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(() => {
    project++;
    offset = 0;
  });

  const signal = new AbortController().signal;
  const writer = (store = scene.store): ReplayWriter => new ReplayWriter(store, scene.objects);
  const toRecord = ({ seq, minutes, session = 's1', window = 'w1' }: Sent) => {
    const events = [snapshot(startedAtMs), click(startedAtMs)];
    const body = Buffer.from(JSON.stringify(chunk({ session_id: session, window_id: window, seq, events })));
    const prepared = prepareChunk(body, { place: guessPlace(body) });
    assert.ok(prepared.content);
    const { content, nodes: _, ...described } = prepared;
    const receivedAtMs = startedAtMs + minutes * MINUTE;
    // Redaction depends on what is known of the window, so the same chunk can have another content when it is sent again.
    const objectKey = `replay/${project}/${randomBytes(8).toString('hex')}`;
    const times = { startedAtMs, receivedAtMs, clockShiftMs: 0, retentionDays: 30 };
    const value = encodeChunk({ ...described, ...times, projectNumber: project, objectKey, block: content });
    const hash = `${session} ${window} ${seq}`;
    const headers = chunkHeaders({ projectNumber: project, receivedAtMs, hash, bytes: body.byteLength });
    return { offset: offset++, timestampMs: receivedAtMs, key: hash, value, headers };
  };
  const toBatch = (...sent: readonly Sent[]): Batch => {
    const records = sent.map(toRecord);
    const range = { firstOffset: records[0]?.offset ?? 0, lastOffset: offset - 1 };
    return { topic: TOPICS.replay, partition: project, ...range, records, replayed: false };
  };
  const totals = async () => {
    const [blocks] = await scene.read<{ rows: string }>(
      'SELECT count() AS rows FROM replay_blocks WHERE project_number = {project:UInt32}',
      { project },
    );
    const sessions = await scene.read<{ id: string; chunks: string; clicks: string }>(
      'SELECT session_id AS id, chunks, clicks FROM replay_sessions FINAL WHERE project_number = {project:UInt32} ORDER BY id',
      { project },
    );
    const [usage] = await scene.read<{ items: string }>(
      "SELECT sum(items) AS items FROM usage_hours WHERE project_number = {project:UInt32} AND signal = 'replay'",
      { project },
    );
    const objects: string[] = [];
    for await (const { key } of scene.objects.list(`replay/${project}/`)) objects.push(key);
    return {
      rows: Number(blocks?.rows),
      sessions: sessions.map(({ id, chunks, clicks }) => [id, Number(chunks), Number(clicks)]),
      usage: Number(usage?.items),
      objects: objects.length,
    };
  };

  it('are stored and counted once, also by another sink that does not remember them', async () => {
    await writer().write(toBatch({ seq: 0, minutes: 0 }, { seq: 1, minutes: 1 }), signal);
    const again = toBatch({ seq: 0, minutes: 20 }, { seq: 1, minutes: 21 }, { seq: 2, minutes: 21 });
    await writer().write(again, signal);
    assert.deepEqual(await totals(), { rows: 3, sessions: [['s1', 3, 3]], usage: 3, objects: 3 });
    await writer().write(toBatch({ seq: 2, minutes: 50 }), signal);
    assert.deepEqual(await totals(), { rows: 3, sessions: [['s1', 3, 3]], usage: 3, objects: 3 });
  });

  it('are stored and counted once if they are in one batch, or answers of the column store are lost', async () => {
    const store = losingAnswers(scene.store);
    const batches = [
      toBatch({ seq: 0, minutes: 0 }, { seq: 1, minutes: 10 }, { seq: 0, minutes: 30 }),
      toBatch({ seq: 1, minutes: 40 }, { seq: 2, minutes: 40 }),
    ];
    for (const batch of batches) {
      let attempts = 0;
      for (let isStored = false; !isStored && attempts < 5; attempts++)
        isStored = await writer(store)
          .write(batch, signal)
          .then(
            () => true,
            () => false,
          );
      assert.ok(attempts > 1 && attempts < 5, `after ${attempts} attempts`);
    }
    assert.deepEqual(await totals(), { rows: 3, sessions: [['s1', 3, 3]], usage: 3, objects: 3 });
  });

  it('do not keep the same number of another session, window or project from being stored', async () => {
    await writer().write(toBatch({ seq: 0, minutes: 0 }), signal);
    await writer().write(
      toBatch({ seq: 0, minutes: 20, window: 'w2' }, { seq: 0, minutes: 20, session: 's2' }),
      signal,
    );
    const sessions = [
      ['s1', 2, 2],
      ['s2', 1, 1],
    ];
    assert.deepEqual(await totals(), { rows: 3, sessions, usage: 3, objects: 3 });
    project++;
    await writer().write(toBatch({ seq: 0, minutes: 20 }), signal);
    assert.equal((await totals()).rows, 1);
  });

  it('are looked up in parameters that a server accepts, also if there are many with long IDs', async () => {
    const fieldBytes: number[] = [];
    const measuring = {
      query: <Row>(statement: Parameters<typeof scene.store.query<Row>>[0]) => {
        for (const value of Object.values(statement.parameters ?? {}))
          fieldBytes.push(Buffer.byteLength(JSON.stringify(value)));
        return scene.store.query<Row>(statement);
      },
      insertBlock: (...insert: Parameters<typeof scene.store.insertBlock>) => scene.store.insertBlock(...insert),
    };
    const sent = (minutes: number) =>
      Array.from({ length: 1_000 }, (_, index) => {
        const id = String(index).padStart(200, 'x');
        return { seq: 0, minutes, session: id, window: id };
      });
    await writer().write(toBatch(...sent(10)), signal);
    await writer({ ...scene.store, ...measuring }).write(toBatch(...sent(20)), signal);
    assert.ok(fieldBytes.length > 0 && Math.max(...fieldBytes) <= 128 * 1024, `${Math.max(...fieldBytes)} bytes`);
    const { rows, sessions, usage, objects } = await totals();
    assert.deepEqual([rows, sessions.length, usage, objects], [1_000, 1_000, 1_000, 1_000]);
    assert.ok(sessions.every(([, chunks]) => chunks === 1));
  });

  it('are looked up by the key of the table', async () => {
    await writer().write(toBatch(...Array.from({ length: 3_000 }, (_, seq) => ({ seq, minutes: 0 }))), signal);
    const explained: string[] = [];
    const spy = {
      ...scene.store,
      query: async <Row>(statement: Parameters<typeof scene.store.query<Row>>[0]) => {
        const lines = await scene.read<{ explain: string }>(
          `EXPLAIN indexes = 1 ${statement.sql}`,
          statement.parameters,
        );
        explained.push(...lines.map(({ explain }) => explain.trim()));
        return scene.store.query<Row>(statement);
      },
      insertBlock: (...insert: Parameters<typeof scene.store.insertBlock>) => scene.store.insertBlock(...insert),
    };
    await writer(spy).write(toBatch({ seq: 2_999, minutes: 20 }), signal);
    const granules = explained.filter((line) => line.startsWith('Granules: ')).at(-1);
    assert.match(explained.join('\n'), /PrimaryKey/);
    assert.match(granules ?? '', /^Granules: 1\//, explained.join('\n'));
    assert.equal((await totals()).rows, 3_000);
  });
});
