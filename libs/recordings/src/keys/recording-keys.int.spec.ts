import assert from 'node:assert/strict';
import { createKeyRing, generateKey } from '@svc/encryption';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { RecordingKeys } from './recording-keys.js';

const DAY_MS = 86_400_000;

describe('RecordingKeys', () => {
  const [first, second] = [generateKey('r1'), generateKey('r2')];
  let database: TemporaryDatabase;
  let number = 0;
  let now = Date.parse('2026-03-01T00:00:00Z');
  beforeAll(async () => (database = await startTemporaryDatabase()));
  afterAll(() => database.stop());
  beforeEach(() => void (number += 1));

  const open = (ring = first): RecordingKeys =>
    new RecordingKeys({ relational: database.relational, keyRing: createKeyRing(ring), clock: () => now });
  const rows = () => database.relational.client.recording.findMany({ where: { projectNumber: number } });
  const destroy = (sessionId: string) => open().destroy(number, sessionId, database.relational.client);

  it('give a session one key for any number of concurrent chunks in several processes, and another session another', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open().open(number, 's1', 30)));
    assert.equal(new Set(opened.map(({ key }) => key)).size, 1);
    assert.notEqual((await open().open(number, 's2', 30)).key, opened[0]?.key);
    assert.equal((await rows()).length, 2);
    assert.equal(await database.relational.client.recordingKey.count({ where: { projectNumber: number } }), 1);
  });

  it('keep the start and the retention of the first chunk', async () => {
    const { startedAtMs } = await open().open(number, 's1', 30);
    now += 60_000;
    const again = await open().open(number, 's1', 90);
    assert.deepEqual([again.startedAtMs, again.retentionDays], [startedAtMs, 30]);
  });

  it('are stored sealed, and open with a key of the ring only', async () => {
    const { key = '' } = await open().open(number, 's1', 30);
    const stored = JSON.stringify([await rows(), await database.relational.client.recordingKey.findMany()]);
    assert.ok(!stored.includes(key.split('=')[1] ?? ''));
    await assert.rejects(open(second).find(number, 's1'));
    assert.equal((await open(`${second},${first}`).find(number, 's1'))?.key, key);
  });

  it('of one session do not open when they are moved to another', async () => {
    for (const id of ['s1', 's2']) await open().open(number, id, 30);
    const [row] = await rows();
    await database.relational.client.recording.updateMany({
      where: { projectNumber: number, sessionId: 's2' },
      data: { wrapped: row?.wrapped ?? '' },
    });
    await assert.rejects(open().find(number, 's2'));
  });

  it('are destroyed once, and the session cannot begin again before it would have expired', async () => {
    await open().open(number, 's1', 30);
    assert.deepEqual([await destroy('s1'), await destroy('s1'), await destroy('unknown')], [true, false, false]);
    assert.equal((await open().open(number, 's1', 30)).key, undefined);
    await open().deleteExpired(new Date(now + 31 * DAY_MS), 10);
    assert.equal((await open().open(number, 's1', 30)).key, undefined);
    await open().deleteExpired(new Date(now + 33 * DAY_MS), 10);
    assert.equal(await open().find(number, 's1'), undefined);
  });
});
