import assert from 'node:assert/strict';
import { filesHolding } from '@svc/columnar/testing';
import type { ObjectStore } from '@svc/objects';
import { readBlock } from '@svc/recordings';
import { eventually } from '@svc/testing';
import { chunk, click, snapshot, textChange } from '../replay/recorder.fixture.js';
import { losingAnswers, openScene, type Scene } from './sink.fixture.js';

interface BlockRow {
  readonly window_id: string;
  readonly seq: number;
  readonly object_key: string;
  readonly bytes: number;
  readonly events: number;
}

describe('the sink of recordings', () => {
  let scene: Scene;
  const now = Date.now();
  beforeAll(async () => {
    scene = await openScene(50);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const rows = (project: number): Promise<BlockRow[]> =>
    scene.read<BlockRow>(
      `SELECT window_id, seq, object_key, bytes, events FROM replay_blocks WHERE project_number = {project:UInt32}
       ORDER BY window_id, seq`,
      { project },
    );
  const objects = async (project: number): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of scene.objects.list(`replay/${project}/`)) keys.push(key);
    return keys;
  };
  const record = (project: number, more: object) => scene.record(project, chunk(more));

  it('stores each chunk as an encrypted object and a row, in any order of arrival', async () => {
    await scene.startSink();
    for (const seq of [2, 0, 1]) await record(1, { seq, events: [snapshot(now + seq), click(now + seq)] });
    await record(1, { window_id: 'w2', events: [snapshot(now)] });
    await scene.drained('replay');
    const stored = await rows(1);
    assert.deepEqual(
      stored.map(({ window_id, seq, events }) => [window_id, seq, events]),
      [
        ['w1', 0, 2],
        ['w1', 1, 2],
        ['w1', 2, 2],
        ['w2', 0, 1],
      ],
    );
    for (const { object_key: key, bytes, events } of stored) {
      const found = await readBlock(scene.objects, scene.sessionKeys.keyOf(1, 's1'), key, bytes);
      assert.equal(found?.length, events);
    }
    const [session] = await scene.read(
      `SELECT session_id, substring(visitor, 21) AS person, substring(entry, 21) AS url, chunks, events, clicks, last_ms - first_ms AS ms
       FROM replay_sessions FINAL WHERE project_number = 1`,
    );
    assert.deepEqual(session, {
      session_id: 's1',
      person: 'ada',
      url: 'https://shop.example/cart?token=[REDACTED]',
      chunks: '4',
      events: '7',
      clicks: '3',
      ms: '2',
    });
  });

  it('stores each chunk once although answers of the column store are lost and the sink starts again', async () => {
    await scene.stopSink();
    for (const seq of [0, 1]) await record(2, { seq, events: [snapshot(now + seq)] });
    await scene.startSink(losingAnswers(scene.store));
    await scene.drained('replay');
    assert.equal((await rows(2)).length, 2);
    assert.equal((await objects(2)).length, 2);
    const [session] = await scene.read('SELECT chunks FROM replay_sessions FINAL WHERE project_number = 2');
    assert.deepEqual(session, { chunks: '2' });
    const usage = await scene.read(
      `SELECT sum(items) AS items, sum(requests) AS requests, min(first_received) >= min(hour) AS first,
         max(last_received) BETWEEN min(first_received) AND now() AS last
       FROM usage_hours WHERE project_number = 2 AND signal = 'replay'`,
    );
    assert.deepEqual(usage, [{ items: '2', requests: '2', first: 1, last: 1 }]);
  });

  it('writes no row while the object store takes nothing, and the row when it does', async () => {
    await scene.stopSink();
    let isBroken = true;
    let attempts = 0;
    const failing: ObjectStore = {
      put(...object) {
        attempts++;
        return isBroken ? Promise.reject(new Error('the disk is full')) : scene.objects.put(...object);
      },
      get: (...place) => scene.objects.get(...place),
      head: (key) => scene.objects.head(key),
      join: (...object) => scene.objects.join(...object),
      list: (prefix) => scene.objects.list(prefix),
      delete: (key) => scene.objects.delete(key),
      check: () => scene.objects.check(),
      close: () => scene.objects.close(),
    };
    await scene.startSink(scene.store, failing);
    await record(3, { events: [snapshot(now)] });
    await eventually('the sink has tried twice', () => attempts > 1);
    assert.deepEqual(await rows(3), []);
    isBroken = false;
    await scene.drained('replay');
    const [row] = await rows(3);
    assert.deepEqual(await objects(3), [row?.object_key]);
  });

  it('leaves nothing that was typed, and no secret, in any store', async () => {
    await scene.startSink();
    const secret = (place: number) => `Seen-${place} joe${place}@example.org`;
    await record(4, {
      events: [
        snapshot(now, secret(1)),
        { type: 4, timestamp: now, data: { href: 'https://joe:hunter2secret@shop.example/?mail=joe2@example.org' } },
        textChange(now + 1, 3, secret(3)),
        textChange(now + 2, 6, 'Seen-4 hunter2secret'),
        { type: 3, timestamp: now + 3, data: { source: 5, id: 4, text: 'Seen-5 hunter2secret', isChecked: false } },
        {
          type: 6,
          timestamp: now,
          data: { plugin: 'rrweb/console@1', payload: { level: 'log', payload: [secret(6)] } },
        },
      ],
    });
    await scene.drained('replay');
    const [row] = await rows(4);
    const key = scene.sessionKeys.keyOf(4, 's1');
    const events = await readBlock(scene.objects, key, row?.object_key ?? '', row?.bytes ?? 0);
    const text = events?.map((event) => event.text).join('\n') ?? '';
    assert.match(text, /Seen-1 \[REDACTED\]/);
    assert.match(text, /Seen-6 \[REDACTED\]/);
    assert.doesNotMatch(text, /hunter2secret|joe\d?@|Seen-4|Seen-5/);
    assert.deepEqual(await filesHolding(scene.directory, ['hunter2secret', 'joe1@example.org', 'Seen-1 ']), []);
  });
});
