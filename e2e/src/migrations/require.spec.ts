import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startEmbeddedColumnStore, type EmbeddedColumnStore } from '@svc/columnar';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@svc/relational';
import { ROOT } from '@svc/testing';
import { topologyKind } from '../topology.js';

/** They need no topology, so one run is enough. */
const describeOnce = topologyKind() === 'standalone' ? describe : describe.skip;

describeOnce('services with SVC_MIGRATIONS=require (issue 14, point 1)', () => {
  let directory: string;
  let postgres: EmbeddedPostgres;
  let engine: EmbeddedColumnStore;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-require-'));
    postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), isDurable: false });
    engine = await startEmbeddedColumnStore({ directory: path.join(directory, 'columnar'), reserveBytes: 0 });
  });
  afterAll(async () => {
    await engine.stop();
    await postgres.stop();
    await rm(directory, { recursive: true });
  });

  it('refuses to start on stores that are not migrated, in one sentence and with exit code 1', async () => {
    for (const [service, store] of [
      ['gateway', 'Postgres'],
      ['query', 'Postgres'],
      ['ingest', 'the column store'],
    ] as const) {
      const { code, messages } = await run(service);
      assert.equal(code, 1, service);
      assert.equal(messages.length, 1, service);
      assert.match(
        messages[0] ?? '',
        new RegExp(
          `^The schema of ${store} is older than this version needs: \\S+ is missing\\. Run .svc-admin migrate.`,
        ),
      );
    }
  });

  it('refuses to start without a migrated column store as soon as Postgres is migrated', async () => {
    const other = { SVC_CLICKHOUSE_DATABASE: 'elsewhere' };
    assert.equal((await run('svc-admin', ['migrate'], other)).code, 0);
    assert.equal((await run('svc-admin', ['migrate', '--check'], other)).code, 0);
    assert.equal((await run('svc-admin', ['migrate', '--check'])).code, 3);
    const { code, messages } = await run('query');
    assert.equal(code, 1);
    assert.match(messages[0] ?? '', /^The schema of the column store is older than this version needs/);
  });

  /** Runs a program of the bundle until it exits, and resolves with the messages of its log. */
  async function run(program: string, words: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) {
    const key = `k1=${Buffer.alloc(32).toString('base64')}`;
    const env = {
      PATH: process.env['PATH'],
      SVC_MIGRATIONS: 'require',
      SVC_DATABASE_URL: program === 'svc-admin' ? postgres.serviceUrl : postgres.url,
      SVC_DATABASE_OWNER_URL: postgres.url,
      SVC_CLICKHOUSE_URL: `http://default:${engine.store.password ?? ''}@embedded`,
      SVC_CLICKHOUSE_SOCKET: engine.store.socketPath,
      SVC_RPC_TOKEN: 'secret-of-the-services-under-test',
      SVC_CURSOR_SECRET: 'cursor-secret-of-the-services-under-test',
      SVC_ENCRYPTION_KEYS: key,
      SVC_EVENT_LOG_KEYS: key,
      ...settings,
    };
    const entry = path.join(ROOT, `apps/standalone/dist/services/${program}.js`);
    const child = spawn(process.execPath, [entry, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    return { code, messages: lines.map((line) => (JSON.parse(line) as { msg: string }).msg) };
  }
});
