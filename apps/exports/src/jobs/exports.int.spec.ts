import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Exports, type ExportJob } from '@svc/contract';
import type { Client } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { admin, startExports, type ExportsServer } from '../testing/exports-server.js';
import { PARTS, writing } from '../testing/part-writer.js';

const DAY_MS = 86_400_000;

describe('exports', () => {
  let server: ExportsServer;
  let exports: Client<typeof Exports>;
  let caller: Awaited<ReturnType<typeof admin>>;
  beforeAll(async () => {
    server = await startExports();
    exports = server.connect(Exports);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    caller = await admin(server.relational);
    writing.before = () => Promise.resolve();
    writing.parts.clear();
  });
  /** Workers notice that the exports of a test are gone, so they do not take the places of the next one. */
  afterEach(async () => {
    const { client } = server.relational;
    // A worker that holds one of the rows may wait for another one: Postgres ends one of the two.
    await eventually('the exports are deleted', () => client.exportJob.deleteMany());
    await eventually('their jobs are deleted', () => client.job.deleteMany());
  });

  const create = (body = {}) => exports.create({ type: 'EXPORT_TYPE_CSV', query: { signal: 'logs' }, ...body }, caller);
  const get = (jobId: string) => exports.get({ jobId }, caller);
  const until = async (jobId: string, status: string): Promise<ExportJob> => {
    await eventually(`it is ${status}`, async () => {
      if (status === 'completed') await server.endPause();
      return (await get(jobId)).status === status;
    });
    return get(jobId);
  };
  /** Parts wait until they are let go, or the export is aborted. */
  const hold = (): { readonly release: () => void; readonly reached: number[] } => {
    const gate = Promise.withResolvers<void>();
    const reached: number[] = [];
    writing.before = (part, signal) => {
      reached.push(part);
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
      );
      return Promise.race([gate.promise, aborted]);
    };
    return { release: () => gate.resolve(), reached };
  };

  it('runs a pending export, whose result expires after 24 hours and is then deleted', async () => {
    const { id, status, attemptCount, format } = await create();
    assert.deepEqual([status, attemptCount, format], ['pending', 0, 'csv']);
    const done = await until(id, 'completed');
    assert.equal(done.progress?.percent, 100);
    assert.deepEqual([done.result?.rows, done.attemptCount, done.resultExpired], [BigInt(PARTS), 1, false]);
    assert.equal(Number(done.resultExpiresAt?.seconds) - Number(done.completedAt?.seconds), 86_400);
    const prefix = `exports/${caller.projectId}/`;
    assert.ok((await server.keys(prefix)).length > 0);
    assert.match((await exports.download({ jobId: id }, caller)).url, /^https:\/\/svc\.example\/exports\/[\w-]+$/);

    server.clock.nowMs += DAY_MS;
    await assert.rejects(exports.download({ jobId: id }, caller), { code: 'state_conflict' });
    await eventually('the files are deleted', async () => (await server.keys(prefix)).length === 0);
    const expired = await get(id);
    assert.deepEqual([expired.status, expired.resultExpired], ['completed', true]);
    const swept = async () => (await server.relational.client.exportJob.findUnique({ where: { id } }))?.deletedAt;
    await eventually('the record says so', async () => (await swept()) !== null);
    // The sweep repeats once, because a worker that was paused may have stored parts in the meantime.
    await server.objects.put(`${prefix}${id}/parts/000009`, Buffer.from('late'));
    server.clock.nowMs += 600_000;
    await eventually('what came late is deleted', async () => (await server.keys(prefix)).length === 0);
    server.clock.nowMs += 600_000;
    const sweeps = () => server.relational.client.job.count({ where: { key: id } });
    await eventually('nothing is left to do', async () => (await sweeps()) === 0);
  });

  it('creates one export for one idempotency key', async () => {
    const { release } = hold();
    const first = await create({ idempotencyKey: 'k' });
    const again = await create({ idempotencyKey: 'k' });
    assert.equal(again.id, first.id);
    await assert.rejects(create({ idempotencyKey: 'k', type: 'json' }), { code: 'idempotency_conflict' });
    await assert.rejects(create({ idempotencyKey: 'k k' }), { code: 'idempotency_key_invalid' });
    // The two spellings of a type are the same request.
    assert.equal((await create({ idempotencyKey: 'k', type: 'csv' })).id, first.id);
    release();
  });

  it('requires the scope of the signal', async () => {
    await assert.rejects(create({ query: { signal: 'persons' } }), { code: 'permission_denied' });
    await create({ query: { signal: 'traces' } });
  });

  it('limits a project to ten exports an hour', async () => {
    for (let nth = 0; nth < 10; nth++) await create({ idempotencyKey: `k${nth}` });
    const failure = await create().catch((error: unknown) => error);
    assert.ok(failure instanceof ServiceError);
    assert.deepEqual([failure.code, failure.retryAfterSeconds], ['rate_limited', 3_600]);
    await create({ idempotencyKey: 'k0' });
    server.clock.nowMs += 3_600_000;
    await create();
  });

  it('runs three exports of a project at a time, and gives others their turn', async () => {
    const gate = hold();
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth++) ids.push((await create()).id);
    const statuses = async () => (await Promise.all(ids.map(get))).map(({ status }) => status);
    const running = async () => (await statuses()).filter((status) => status === 'running').length;
    await eventually('three run', async () => (await running()) === 3);
    const mine = caller;
    caller = await admin(server.relational);
    const other = await create();
    await until(other.id, 'running');
    caller = mine;
    assert.equal(await running(), 3);
    gate.release();
    await eventually('all are completed', async () => {
      await server.endPause();
      return (await statuses()).every((status) => status === 'completed');
    });
  });

  it('cancels a running export, which then has neither a result nor files', async () => {
    const gate = hold();
    const { id } = await create();
    await eventually('it writes', () => gate.reached.length > 0);
    assert.equal((await exports.cancel({ jobId: id }, caller)).status, 'cancelled');
    const refusal = { code: 'state_conflict', details: [{ path: 'status', reason: 'is cancelled' }] };
    await assert.rejects(exports.cancel({ jobId: id }, caller), refusal);
    await assert.rejects(exports.retry({ jobId: id }, caller), refusal);
    gate.release();
    const worker = () => server.relational.client.job.count({ where: { queue: 'exports', key: id } });
    await eventually('the worker has noticed', async () => (await worker()) === 0);
    await eventually('its files are deleted', async () => {
      await server.endPause();
      return (await server.keys(`exports/${caller.projectId}/`)).length === 0;
    });
    const job = await get(id);
    assert.deepEqual([job.status, job.result, job.resultExpiresAt], ['cancelled', undefined, undefined]);
    await assert.rejects(exports.download({ jobId: id }, caller), { code: 'state_conflict' });
  });

  it('does not publish an export that is cancelled after its last part', async () => {
    const { id } = await create();
    const { client } = server.relational;
    writing.before = async (part) => {
      if (part === PARTS - 1) await exports.cancel({ jobId: id }, caller).catch(() => undefined);
    };
    await eventually('it is over', async () => ['cancelled', 'completed'].includes((await get(id)).status));
    const { status, result } = await client.exportJob.findUniqueOrThrow({ where: { id } });
    assert.equal(result === null, status === 'cancelled');
  });

  it('repeats an export after temporary failures and continues after the last part', async () => {
    let failures = 2;
    writing.before = (part) =>
      part === 2 && failures-- > 0 ? Promise.reject(new ServiceError('unavailable')) : Promise.resolve();
    const { id } = await create();
    const retrying = await until(id, 'retrying');
    assert.deepEqual([retrying.attemptCount, retrying.error?.code], [1, 'unavailable']);
    assert.equal(retrying.progress?.percent, 50);
    server.clock.nowMs += 30_000;
    await eventually('it failed again', async () => (await get(id)).attemptCount === 2);
    await eventually('it is completed', async () => {
      await server.endPause();
      return (await get(id)).status === 'completed';
    });
    const done = await get(id);
    assert.deepEqual([done.attemptCount, done.error], [3, undefined]);
    assert.deepEqual(writing.parts.get(caller.projectId), [0, 1, 2, 3]);
  });

  it('fails after five attempts, and starts from the beginning when it is retried', async () => {
    writing.before = (part) => (part === 1 ? Promise.reject(new ServiceError('timeout')) : Promise.resolve());
    const { id } = await create();
    await eventually('it failed', async () => {
      await server.endPause();
      return (await get(id)).status === 'failed';
    });
    const failed = await get(id);
    assert.deepEqual([failed.attemptCount, failed.error?.code], [5, 'timeout']);
    await eventually(
      'its files are deleted',
      async () => (await server.keys(`exports/${caller.projectId}/`)).length === 0,
    );
    writing.before = () => Promise.resolve();
    writing.parts.clear();
    const retried = await exports.retry({ jobId: id }, caller);
    assert.deepEqual([retried.status, retried.attemptCount, retried.progress?.percent], ['pending', 6, 25]);
    await eventually('it is completed', async () => {
      await server.endPause();
      return (await get(id)).status === 'completed';
    });
    assert.equal((await get(id)).attemptCount, 6);
    assert.deepEqual(writing.parts.get(caller.projectId), [0, 1, 2, 3]);
  });

  it('fails immediately for permanent errors, and when an export takes too long', async () => {
    writing.before = () => Promise.reject(new ServiceError('query_too_expensive'));
    const { id } = await create();
    assert.deepEqual((await until(id, 'failed')).error?.code, 'query_too_expensive');
    const gate = hold();
    const slow = await create();
    await eventually('it writes', () => gate.reached.length > 0);
    server.clock.nowMs += 6 * 3_600_000 + 1_000;
    assert.equal((await until(slow.id, 'failed')).error?.code, 'time_limit_reached');
  });

  it('continues the same attempt in a worker that takes over', async () => {
    const gate = hold();
    const { id } = await create();
    await eventually('it writes', () => gate.reached.length > 0);
    const { client } = server.relational;
    // The lease of a worker that died is over; the worker of this process loses it like one that was paused.
    await client.job.updateMany({
      where: { key: id, queue: 'exports' },
      data: { leaseUntil: null, leaseToken: { increment: 1 } },
    });
    gate.release();
    await until(id, 'completed');
    assert.equal((await get(id)).attemptCount, 1);
  });

  it('lists exports newest first, by status and type in both spellings', async () => {
    const ids: string[] = [];
    for (const type of ['csv', 'json', 'parquet', 'csv', 'csv']) {
      server.clock.nowMs += 1_000;
      ids.unshift((await create({ type })).id);
    }
    await eventually('all are completed', async () => {
      await server.endPause();
      return (await Promise.all(ids.map(get))).every(({ status }) => status === 'completed');
    });
    const list = (body = {}) => exports.list(body, caller);
    const first = await list({ limit: 2 });
    assert.deepEqual(
      first.jobs.map(({ id }) => id),
      ids.slice(0, 2),
    );
    const cursor = first.pagination?.nextCursor ?? '';
    const rest = await list({ cursor });
    assert.deepEqual(
      rest.jobs.map(({ id }) => id),
      ids.slice(2),
    );
    await assert.rejects(list({ cursor, type: 'csv' }), { code: 'invalid_request' });
    await assert.rejects(list({ cursor: `${cursor.slice(0, -2)}AA` }), { code: 'invalid_request' });
    const other = await admin(server.relational);
    await assert.rejects(exports.list({ cursor }, other), { code: 'invalid_request' });
    for (const type of ['csv', 'EXPORT_TYPE_CSV']) assert.equal((await list({ type })).jobs.length, 3);
    for (const status of ['completed', 'EXPORT_STATUS_COMPLETED'])
      assert.equal((await list({ status })).jobs.length, 5);
    assert.equal((await list({ status: 'failed' })).jobs.length, 0);
  });

  it('does not find exports of other projects', async () => {
    const { id } = await create();
    const other = await admin(server.relational);
    for (const jobId of [id, randomUUID()])
      for (const call of ['get', 'cancel', 'retry', 'download'] as const)
        await assert.rejects(exports[call]({ jobId }, other), { code: 'not_found' });
  });

  it('leaves nothing of the exports of a deleted project', async () => {
    const { id } = await create();
    await until(id, 'completed');
    await server.relational.client.exportJob.deleteMany({ where: { id } });
    await eventually('its files are deleted', async () => {
      server.clock.nowMs += DAY_MS;
      return (await server.keys(`exports/${caller.projectId}/`)).length === 0;
    });
  });
});
