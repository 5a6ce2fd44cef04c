import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@svc/test-servers';
import type { Batch } from '../port.js';
import { LmdbEventLog } from './lmdb-event-log.js';
import { isDead, newOwner } from './storage/owner.js';

const STALE_MS = 20_000;

it('reassigns the range of a consumer without heartbeats, whose late commit has no effect', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'event-log-lease-'));
  let now = Date.now();
  // The first consumer never renews its lease within this test, like a stopped process.
  const frozen = await LmdbEventLog.open({ directory, partitions: 1, leases: { ...times(), renewMs: 3_600_000 } });
  const alive = await LmdbEventLog.open({ directory, leases: times(), now: () => now });
  const options = { topic: 't', group: 'g', maxBytes: 1e6, maxRecords: 3, maxWaitMs: 0, from: 'earliest' as const };
  for (let n = 0; n < 5; n++) await frozen.append('t', { key: 'k', value: Buffer.from([n]), headers: {} });

  const inHand = Promise.withResolvers<Batch>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = await frozen.consume(options, async (batch) => {
    inHand.resolve(batch);
    await mayEnd.promise;
  });
  const held = await inHand.promise;
  const seen: Batch[] = [];
  const other = await alive.consume(options, (batch) => Promise.resolve(void seen.push(batch)));
  assert.equal(seen.length, 0);
  // Counts from the time the claim was written, which may be long after the start of this test.
  now = Date.now() + STALE_MS + 1_000;
  await eventually('the range has a new owner', () => seen.length > 0);
  assert.equal(seen[0]?.replayed, true);
  assert.deepEqual([seen[0]?.firstOffset, seen[0]?.lastOffset], [held.firstOffset, held.lastOffset]);
  await eventually('the rest', () => seen.at(-1)?.lastOffset === 4);
  mayEnd.resolve();
  await slow.stop();
  await other.stop();
  assert.deepEqual(await alive.lag('t', 'g'), [{ partition: 0, committedOffset: 5, endOffset: 5, bytes: 0 }]);
  await Promise.all([frozen.close(), alive.close()]);
  await rm(directory, { recursive: true });
});

it('considers an owner dead only if its process has certainly exited', () => {
  const self = newOwner();
  assert.equal(isDead(self), false);
  assert.equal(isDead({ ...self, pid: 2 ** 22 + 1 }), true, 'no such process');
  assert.equal(isDead({ ...self, realm: 'another machine', pid: 2 ** 22 + 1 }), false, 'cannot be determined here');
  if (process.platform === 'linux') assert.equal(isDead({ ...self, started: '1' }), true, 'its process ID was reused');
});

function times() {
  return { claimMs: 20, renewMs: 1_000, staleMs: STALE_MS };
}
