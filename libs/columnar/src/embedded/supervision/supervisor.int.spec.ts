import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, temporaryDirectories } from '@svc/test-servers';
import { createColumnStore } from '../../client/client.js';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../../testing/temporary-store.js';
import { startEmbeddedColumnStore } from '../start.js';
import type { RestartReason } from './supervisor.js';

const ONE = { sql: 'SELECT 1 AS one', limits: GENEROUS };

const temporaryDirectory = temporaryDirectories();

const isAlive = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return status !== '' && !/^State:\s+Z/m.test(status);
};

/** A client of the same engine whose statements wait for a start for as long as it may take. */
function patientStore({ embedded }: TemporaryStore) {
  const store = createColumnStore({ ...embedded.store, reconnectMs: 60_000 });
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}

describe('EngineSupervisor', () => {
  it('restarts a killed engine, for which statements wait', async () => {
    const restarts: RestartReason[] = [];
    await using scene = await temporaryStore({ onRestart: (reason) => restarts.push(reason) });
    // A busy machine may need longer for a start than a statement waits by default.
    await using store = patientStore(scene);
    for (let round = 0; round < 2; round += 1) {
      const pid = scene.embedded.supervisor.pid;
      assert.ok(pid);
      process.kill(pid, 'SIGKILL');
      await eventually('the process is gone', async () => !(await isAlive(pid)));
      assert.deepEqual(await store.query(ONE), [{ one: 1 }]);
    }
    assert.deepEqual(restarts, ['exited', 'exited']);
  });

  it('kills and restarts an engine that does not respond', async () => {
    const restarts: RestartReason[] = [];
    await using scene = await temporaryStore({
      healthIntervalMs: 50,
      pingTimeoutMs: 1_500,
      onRestart: (reason) => restarts.push(reason),
    });
    const pid = scene.embedded.supervisor.pid;
    assert.ok(pid);
    process.kill(pid, 'SIGSTOP');
    await eventually('it is replaced', () => restarts.length > 0);
    assert.deepEqual(restarts, ['unhealthy']);
    await eventually('the new one answers', async () => (await scene.store.query(ONE).catch(() => [])).length === 1);
    assert.equal(await isAlive(pid), false);
  });

  it('restarts an engine that exceeds its memory limit', async () => {
    const restarts: RestartReason[] = [];
    await using scene = await temporaryStore({
      healthIntervalMs: 50,
      maxAnonymousBytes: 400_000_000,
      onRestart: (reason) => restarts.push(reason),
    });
    const sql = 'SELECT uniqExact(number) FROM numbers(30000000)';
    await assert.rejects(scene.store.query({ sql, limits: { ...GENEROUS, maxMemoryBytes: 3_000_000_000 } }), {
      code: 'unavailable',
    });
    // The statement fails when the connection closes, before the process has been reaped.
    await eventually('it is restarted', () => restarts.length > 0);
    assert.deepEqual(restarts, ['memory']);
    assert.deepEqual(await scene.store.query(ONE), [{ one: 1 }]);
  });

  it('stops the engine while a statement runs that would take hours', async () => {
    const scene = await temporaryStore();
    const sql = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))';
    const running = assert.rejects(scene.store.query({ sql, limits: { ...GENEROUS, maxRowsToRead: 10 ** 15 } }));
    await eventually('it runs', async () => {
      const [row] = await scene.store.query<{ n: string }>({
        sql: 'SELECT count() AS n FROM system.processes',
        limits: GENEROUS,
      });
      return Number(row?.n) > 1;
    });
    await scene[Symbol.asyncDispose]();
    await running;
  });

  it('waits for a directory that another engine holds, and fails with that reason if it is never released', async () => {
    const path = await temporaryDirectory();
    const first = await startEmbeddedColumnStore({ directory: path });
    try {
      const impatient = startEmbeddedColumnStore({ directory: path, startTimeoutMs: 5_000 });
      await assert.rejects(impatient, /another process holds the data directory/);
      const patient = startEmbeddedColumnStore({ directory: path });
      await first.stop();
      await (await patient).stop();
    } finally {
      await first.stop();
    }
  });

  it('works in a directory whose path is too long for a socket and has characters that SQL must quote', async () => {
    const path = join(await temporaryDirectory(), `it's ${'long'.repeat(25)}`);
    const embedded = await startEmbeddedColumnStore({ directory: path });
    try {
      const store = createColumnStore({ ...embedded.store, database: 'default' });
      assert.deepEqual(await store.query(ONE), [{ one: 1 }]);
      await store.close();
    } finally {
      await embedded.stop();
    }
  });

  it('ends the engine when its parent is killed, and releases the directory immediately', async () => {
    const path = await temporaryDirectory();
    const parent = fork(fileURLToPath(new URL('../../testing/parent-process.js', import.meta.url)), [path]);
    const [enginePid] = (await once(parent, 'message')) as [number];
    assert.equal(await isAlive(enginePid), true);
    parent.kill('SIGKILL');
    await eventually('the engine is gone', async () => !(await isAlive(enginePid)));
    const next = await startEmbeddedColumnStore({ directory: path });
    await next.stop();
  });
});
