import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, skipOrFail, startStandalone } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { Delivery } from './delivery.js';
import { assertExactlyOnce, drained } from './ledger.js';
import { numberedRequest } from './telemetry.js';

const MIB = 1024 * 1024;
/** The column store keeps 2 GiB free for itself, and there must be some more at first. */
const DISK_MIB = 2700;

// Six services have no disk in common.
if (topologyKind() === 'distributed') it.skip('a full disk (on one process only)', () => undefined);
else if (await canMount()) describe('a full disk', fullDisk);
else skipOrFail('a full disk', 'mounting a tmpfs is not permitted');

function fullDisk(): void {
  it('responds with 503 and Retry-After, and loses nothing acknowledged', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-disk-'));
    const mount = path.join(directory, 'disk');
    await mkdir(mount);
    // Only the service's own state: what this harness writes down of it would be the first to fail.
    await symlink(mount, path.join(directory, 'state'));
    mountDisk(mount, DISK_MIB);
    try {
      const topology = await startStandalone({ directory });
      try {
        const acknowledged: string[] = [];
        const unacknowledged: string[] = [];
        let sent = 0;
        /** Incompressible, so that the log needs room for it. */
        const send = async (): Promise<Response> => {
          const { body, keys } = numberedRequest('logs', 'disk', sent++ * 50, { count: 50, padding: 20_000 });
          const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
            method: 'POST',
            headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/x-protobuf' },
            body: new Uint8Array(Delivery.encode('logs', body, 'protobuf')),
          });
          (answer.status === 200 ? acknowledged : unacknowledged).push(...keys);
          return answer;
        };
        assert.equal((await send()).status, 200);
        await drained(topology);

        // The store refuses rows from here on; the log still accepts them.
        fill(mount, 1000 * MIB);
        for (let i = 0; i < 5; i++) assert.equal((await send()).status, 200);

        fill(mount, 0);
        const refusal = await eventually('the log is full', async () => {
          const answer = await send();
          return answer.status === 200 ? undefined : answer;
        });
        assert.equal(refusal.status, 503);
        assert.match(refusal.headers.get('retry-after') ?? '', /^\d+$/);
        assert.ok(!(await refusal.text()).includes(mount), 'the answer names no path');

        rmSync(path.join(mount, 'filler'));
        await eventually('requests are accepted again', async () => (await send()).status === 200);
        await drained(topology);
        console.info(`${acknowledged.length} acknowledged, ${unacknowledged.length} not`);
        await assertExactlyOnce(topology, [{ signal: 'logs', acknowledged, unacknowledged }]);
      } finally {
        await topology.stop();
      }
    } finally {
      execFileSync('umount', ['-l', mount]);
      await rm(directory, { recursive: true });
    }
  });
}

async function canMount(): Promise<boolean> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-disk-'));
  try {
    mountDisk(directory, 1);
    execFileSync('umount', ['-l', directory]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(directory, { recursive: true });
  }
}

function mountDisk(directory: string, mebibytes: number): void {
  const options = `size=${mebibytes}m,mode=0700`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'svc-test', directory], { stdio: 'ignore' });
}

/** Fills the disk except for `leaveBytes`. */
function fill(mount: string, leaveBytes: number): void {
  const piece = Buffer.alloc(MIB, 1);
  const file = openSync(path.join(mount, 'filler'), 'a');
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(mount);
      const excess = bavail * bsize - leaveBytes;
      if (excess <= 0) return;
      writeSync(file, piece, 0, Math.min(piece.length, excess));
    }
  } catch {
    // The disk is full earlier than expected, because another process has written too.
  } finally {
    closeSync(file);
  }
}
