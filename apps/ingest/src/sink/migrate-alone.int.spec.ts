import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryStore, type Leases } from '@svc/cache';
import {
  MIGRATIONS,
  createColumnStore,
  migrate,
  startEmbeddedColumnStore,
  type EmbeddedColumnStore,
} from '@svc/columnar';
import { createLogger } from '@svc/observability';
import { unavailable } from '@svc/service-error';
import { migrateAlone, refuseOtherSchema } from './migrate-alone.js';

const LIMITS = { timeoutMs: 5_000, maxRowsToRead: 1e6, maxResultRows: 100, maxMemoryBytes: 1e8 };
const logger = createLogger({ service: 'test', level: 'silent' });

describe('migration of the column store by several processes', () => {
  const cache = new MemoryStore();
  let directory: string;
  let engine: EmbeddedColumnStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-migrate-'));
    engine = await startEmbeddedColumnStore({ directory, reserveBytes: 0 });
  });
  afterAll(async () => {
    await engine.stop();
    await cache.close();
    await rm(directory, { recursive: true });
  });

  it('runs in one process at a time, and resumes after an outage of the leases', async () => {
    let holders = 0;
    let most = 0;
    let refusals = 1;
    const leases: Leases = {
      async acquire(name, ttlMs) {
        if (refusals-- > 0) throw unavailable(new Error('no answer'));
        const lease = await cache.leases.acquire(name, ttlMs);
        if (!lease) return undefined;
        most = Math.max(most, (holders += 1));
        return {
          ...lease,
          release: () => {
            holders -= 1;
            return lease.release();
          },
        };
      },
    };
    const stores = {
      eventLog: { kind: 'lmdb', options: { directory } },
      columnStore: engine.store,
      migrations: 'apply',
    } as const;
    const never = new AbortController().signal;
    await Promise.all([1, 2, 3].map(() => migrateAlone(stores, leases, logger, never)));
    assert.deepEqual([most, holders], [1, 0]);
    const store = createColumnStore(engine.store);
    const applied = await store.query<{ name: string }>({
      sql: 'SELECT name FROM schema_migrations ORDER BY name',
      limits: LIMITS,
    });
    assert.deepEqual(
      applied.map(({ name }) => name),
      MIGRATIONS.map(({ name }) => name),
    );
    await store.close();
  });

  it('leaves the migration to the operator where it is required, and refuses to start before', async () => {
    const elsewhere = { ...engine.store, database: 'elsewhere' };
    await assert.rejects(refuseOtherSchema(elsewhere), {
      name: 'CannotStart',
      message: /^The schema of the column store is older than this version needs: 0001_tables is missing\./,
    });
    const stores = { eventLog: { kind: 'lmdb', options: { directory } }, columnStore: elsewhere } as const;
    let isReady = false;
    const waiting = migrateAlone(
      { ...stores, migrations: 'require' },
      cache.leases,
      logger,
      new AbortController().signal,
    ).then(() => (isReady = true));
    await migrate(elsewhere);
    await refuseOtherSchema(elsewhere);
    await waiting;
    assert.ok(isReady);
  });

  it('does not keep a service from accepting requests while the column store is away', async () => {
    await refuseOtherSchema({ url: 'http://127.0.0.1:1', reconnectMs: 0 });
  });

  it('ends when it is stopped', async () => {
    const leases: Leases = { acquire: () => Promise.resolve(undefined) };
    const stopping = new AbortController();
    const stores = { eventLog: { kind: 'lmdb', options: { directory } }, columnStore: engine.store } as const;
    const waiting = migrateAlone({ ...stores, migrations: 'apply' }, leases, logger, stopping.signal);
    stopping.abort();
    await waiting;
  });
});
