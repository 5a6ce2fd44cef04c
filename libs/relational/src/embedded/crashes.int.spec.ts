import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { createRelational, type Relational } from '../relational.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { isReachable } from './launcher.js';
import { isRunning } from './process-table.js';

interface Started {
  readonly url: string;
  readonly pid: number;
  readonly failure?: string;
}

/** An account that no machine names. */
const UNNAMED = { uid: 12_345, gid: 0 };

describe('an embedded Postgres after kills', () => {
  let directory: string;
  let postgres: EmbeddedPostgres | undefined;
  let relational: Relational | undefined;
  const children: ChildProcess[] = [];

  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'svc-embedded-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
    await relational?.close();
    await postgres?.stop();
    relational = postgres = undefined;
  });

  /** Starts another process that supervises the directory. */
  async function startElsewhere(at = directory, account: { uid?: number; gid?: number } = {}) {
    const child = fork(path.join(import.meta.dirname, '../testing/postgres-process.js'), [at], account);
    children.push(child);
    const [message] = (await once(child, 'message')) as [Started];
    return [child, message] as const;
  }

  /** Stops the server of a first start by a signal and kills its supervisor; undefined if the server had already exited. */
  async function holdFirstStart() {
    const own = mkdtempSync(path.join(directory, 'first-'));
    const child = fork(path.join(import.meta.dirname, '../testing/postgres-process.js'), [own]);
    children.push(child);
    let isStarted = false;
    child.once('message', () => (isStarted = true));
    const file = path.join(own, 'data.new', 'postmaster.pid');
    const orphan = await eventually(
      'the server or the end of the first start',
      () => (existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) || undefined : isStarted && 0),
      { everyMs: 1, maxMs: 1 },
    );
    if (orphan) process.kill(orphan, 'SIGSTOP');
    await kill(child);
    return orphan && isRunning(orphan) ? { own, orphan } : undefined;
  }

  it('restarts automatically when killed under load, and loses nothing that it had confirmed', async () => {
    const failures: Error[] = [];
    postgres = await startEmbeddedPostgres({ directory, onFailure: (failure) => failures.push(failure) });
    const { client } = (relational = createRelational({ url: postgres.url, poolSize: 8 }));
    await client.$executeRaw`CREATE TABLE confirmed (n INT PRIMARY KEY)`;

    const confirmed: number[] = [];
    const refused = new Map<string, number>();
    let next = 0;
    let isOver = false;
    const writer = async () => {
      while (!isOver) {
        const n = (next += 1);
        try {
          await client.$transaction((transaction) => transaction.$executeRaw`INSERT INTO confirmed VALUES (${n})`);
          confirmed.push(n);
        } catch (error) {
          const code = error instanceof ServiceError ? error.code : String(error);
          refused.set(code, (refused.get(code) ?? 0) + 1);
        }
      }
    };
    const writers = Array.from({ length: 6 }, writer);
    for (let kill = 1; kill <= 3; kill += 1) {
      const before = confirmed.length;
      await eventually('work is confirmed', () => confirmed.length > before + 50);
      process.kill(postgres.pid ?? assert.fail('The server does not run'), 'SIGKILL');
      await eventually('the kill is noticed', () => failures.length >= kill);
      const after = confirmed.length;
      await eventually('work is confirmed again', () => confirmed.length > after + 50);
    }
    isOver = true;
    await Promise.all(writers);

    assert.deepEqual([...refused.keys()], ['unavailable']);
    const rows = await client.$queryRaw<{ n: number }[]>`SELECT n FROM confirmed`;
    const kept = new Set(rows.map(({ n }) => n));
    assert.deepEqual(
      confirmed.filter((n) => !kept.has(n)),
      [],
    );
  });

  it('stops with the process that started it', async () => {
    const [child, server] = await startElsewhere();
    await kill(child);
    await eventually('the server is gone', () => !isRunning(server.pid));
  });

  it('restarts with its data when its supervisor was killed', async () => {
    const [child, server] = await startElsewhere();
    relational = createRelational({ url: server.url, poolSize: 1 });
    await relational.client.$executeRaw`CREATE TABLE kept AS SELECT 1 AS one`;
    await kill(child);
    postgres = await startEmbeddedPostgres({ directory });
    assert.ok(!isRunning(server.pid));
    await eventually(
      'the database answers',
      async () =>
        (await relational?.check().then(
          () => true,
          () => false,
        )) === true,
    );
    assert.deepEqual(await relational.client.$queryRaw`SELECT one FROM kept`, [{ one: 1 }]);
  });

  it('restarts even if the orphaned server no longer responds', async () => {
    const [child, server] = await startElsewhere();
    process.kill(server.pid, 'SIGSTOP');
    await kill(child);
    assert.ok(isRunning(server.pid));
    postgres = await startEmbeddedPostgres({ directory });
    assert.ok(!isRunning(server.pid));
    assert.notEqual(postgres.pid, server.pid);
  });

  it('refuses a second start while the process that started it is running', async () => {
    const [, server] = await startElsewhere();
    await assert.rejects(startEmbeddedPostgres({ directory }), /Another running process/);
    assert.ok(isRunning(server.pid));
  });

  it('starts if the process ID of a dead server or supervisor belongs to another program', async () => {
    postgres = await startEmbeddedPostgres({ directory });
    await postgres.stop();
    const innocent = process.pid;
    writeFileSync(
      path.join(directory, 'data', 'postmaster.pid'),
      `${innocent}\n${directory}/data\n1\n5432\n\n\n\nready\n`,
    );
    writeFileSync(path.join(directory, 'run', '.s.PGSQL.5432.lock'), `${innocent}\n${directory}/data\n`);
    writeFileSync(path.join(directory, 'supervisor'), `${innocent} 17`);
    postgres = await startEmbeddedPostgres({ directory });
    assert.notEqual(postgres.pid, innocent);
  });

  it('repeats a first start whose supervisor was killed while its server was running', async () => {
    const { own, orphan } = await eventually('the server of a first start is stopped in time', holdFirstStart);
    assert.ok(!existsSync(path.join(own, 'data')));
    postgres = await startEmbeddedPostgres({ directory: own });
    assert.ok(!isRunning(orphan));
    relational = createRelational({ url: postgres.url, poolSize: 1 });
    await relational.check();
  });

  const isRoot = process.getuid?.() === 0;
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  // An ordinary user cannot run binaries that only root can access.
  const canRun = !nobody.uid || [import.meta.dirname, process.execPath].every(isReachable);
  const users: Record<string, { uid?: number; gid?: number }> = {
    'an ordinary user': nobody,
    ...(isRoot && { 'a user without an entry in /etc/passwd': UNNAMED }),
  };
  for (const [name, account] of Object.entries(users))
    (canRun ? it : it.skip)(`runs for ${name}`, async () => {
      const own = mkdtempSync(path.join(tmpdir(), 'svc-embedded-'));
      if (account.uid !== undefined) chownSync(own, account.uid, account.gid ?? account.uid);
      const [child, server] = await startElsewhere(own, account);
      assert.equal(server.failure, undefined);
      relational = createRelational({ url: server.url, poolSize: 1 });
      await relational.check();
      await kill(child);
      await eventually('the server is gone', () => !isRunning(server.pid));
      rmSync(own, { recursive: true });
    });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
