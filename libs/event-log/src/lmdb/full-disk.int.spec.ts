import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ServiceError } from '@svc/service-error';
import { skipOrFail } from '@svc/test-servers';
import { LmdbEventLog } from './lmdb-event-log.js';

const run = promisify(execFile);
const directory = await mkdtemp(join(tmpdir(), 'event-log-full-'));
/** A private mount namespace provides a small disk that no other process sees, even without root privileges. */
const namespace = ['--user', '--map-root-user', '--mount', 'sh', '-c'];
const possible = await run('unshare', [...namespace, `mount -t tmpfs -o size=1m tmpfs ${directory}`]).then(
  () => true,
  () => false,
);

if (!possible) {
  skipOrFail('the event log on a full disk', 'no user namespace to mount a small disk in');
} else {
  it('rejects appends on a full disk as unavailable, loses nothing acknowledged, and recovers by itself', async () => {
    const script = fileURLToPath(new URL('./fixtures/filler.js', import.meta.url));
    const mounted = `mount -t tmpfs -o size=32m tmpfs "$0" && exec "$1" "$2" "$0"`;
    const { stdout } = await run('unshare', [...namespace, mounted, directory, process.execPath, script]);
    const seen = JSON.parse(stdout) as { codes: string[]; beforeFull: number; after: number; same: boolean };
    assert.deepEqual(seen.codes, ['unavailable']);
    assert.ok(seen.beforeFull > 50);
    assert.equal(seen.after, 20);
    assert.ok(seen.same, 'exactly the acknowledged records are read');
  });
}

it('rejects appends at its size limit as unavailable until retention has freed space', async () => {
  let now = 1_000_000;
  const log = await LmdbEventLog.open({
    directory: join(directory, 'limited'),
    maxBytes: 1_000_000,
    partitions: 1,
    replayWindowMs: 60_000,
    sweepIntervalMs: 0,
    now: () => now,
  });
  const append = () => log.append('t', { key: 'k', value: Buffer.alloc(100_000), headers: {} });
  for (let n = 0; n < 9; n++) await append();
  const isUnavailable = (error: unknown) => error instanceof ServiceError && error.code === 'unavailable';
  await assert.rejects(append(), isUnavailable);

  const consumed = Promise.withResolvers<void>();
  const bounds = { maxBytes: 1e9, maxRecords: 1000, maxWaitMs: 0, from: 'earliest' as const };
  const consumer = await log.consume({ topic: 't', group: 'g', ...bounds }, () => Promise.resolve(consumed.resolve()));
  await consumed.promise;
  await consumer.stop();
  assert.equal(await log.sweep(), 0, 'the replay window is kept');
  now += 60_001;
  assert.equal(await log.sweep(), 9);
  assert.deepEqual(await append(), { partition: 0, offset: 9 });
  await log.close();
  await rm(directory, { recursive: true });
});
