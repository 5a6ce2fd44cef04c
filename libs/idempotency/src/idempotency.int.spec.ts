import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Transaction } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ServiceError } from '@svc/service-error';
import { fingerprint } from './fingerprint.js';
import { createIdempotency, type Idempotency, type IdempotentRequest } from './idempotency.js';

const asking = (body: unknown) => fingerprint({ operation: 'o', path: '/p', body });

describe('idempotency', () => {
  let database: TemporaryDatabase;
  let idempotency: Idempotency;
  let request: IdempotentRequest;

  beforeAll(async () => {
    database = await startTemporaryDatabase({ poolSize: 6 });
    // Concurrent requests wait for each other for longer than they take on a busy machine.
    idempotency = createIdempotency(database.relational, { patienceMs: 8_000 });
  });
  afterAll(() => database.stop());
  beforeEach(() => {
    request = { project: randomUUID(), principal: 'k1', operation: 'o', key: 'key', fingerprint: asking({ a: 1 }) };
  });

  /** An effect that can be counted, in a table that always exists. */
  const effect = async (transaction: Transaction) => {
    const { id } = await transaction.organization.create({ data: { name: request.project } });
    return { id };
  };
  const effects = () => database.relational.client.organization.count({ where: { name: request.project } });

  it('returns the first response to an exact retry without repeating the work', async () => {
    const first = await idempotency.run(request, effect);
    assert.equal(first.replayed, false);
    await database.relational.client.organization.deleteMany({ where: { name: request.project } });
    const retry = await idempotency.run(request, effect);
    assert.deepEqual(retry, { response: first.response, replayed: true });
    assert.equal(await effects(), 0);
  });

  it('finds the response of an earlier request, and none before', async () => {
    assert.equal(await idempotency.find(request), undefined);
    const { response } = await idempotency.run(request, effect);
    assert.deepEqual(await idempotency.find(request), response);
    assert.equal(await idempotency.find({ ...request, key: undefined }), undefined);
    await assert.rejects(idempotency.find({ ...request, fingerprint: asking({ a: 2 }) }), {
      code: 'idempotency_conflict',
    });
  });

  it('returns the stored response unchanged', async () => {
    const response = { z: [1, { b: null, a: '\u0000' }], a: -1.5e300, __typename: 'x', 10: true };
    await idempotency.run(request, () => Promise.resolve(response));
    const retry = await idempotency.run(request, effect);
    assert.equal(JSON.stringify(retry.response), JSON.stringify(response));
  });

  it('rejects the key for another request', async () => {
    await idempotency.run(request, effect);
    const other = { ...request, fingerprint: asking({ a: 2 }) };
    await assert.rejects(idempotency.run(other, effect), { code: 'idempotency_conflict' });
    assert.equal(await effects(), 1);
  });

  it('separates projects, principals and operations', async () => {
    await idempotency.run(request, effect);
    const others = [{ project: randomUUID() }, { principal: 'k2' }, { operation: 'p' }, { key: 'other' }];
    for (const other of others) assert.equal((await idempotency.run({ ...request, ...other }, effect)).replayed, false);
    assert.equal(await effects(), 1 + others.length);
  });

  it('runs the work once for many concurrent duplicates, with fewer connections than duplicates', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => idempotency.run(request, effect)));
    assert.equal(outcomes.filter(({ replayed }) => !replayed).length, 1);
    assert.equal(new Set(outcomes.map(({ response }) => response['id'])).size, 1);
    assert.equal(await effects(), 1);
  });

  it('rejects a concurrent different request with a conflict', async () => {
    const bodies = Array.from({ length: 6 }, (_, nth) => asking({ nth }));
    const outcomes = await Promise.allSettled(
      bodies.map((fingerprint) => idempotency.run({ ...request, fingerprint }, effect)),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [toCode(outcome.reason)] : []));
    assert.deepEqual(
      refusals,
      Array.from({ length: 5 }, () => 'idempotency_conflict'),
    );
    assert.equal(await effects(), 1);
  });

  it('asks a duplicate to retry later while the first request is still running', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const first = idempotency.run(request, async (transaction) => {
      started.resolve();
      await finish.promise;
      return effect(transaction);
    });
    await started.promise;
    const impatient = createIdempotency(database.relational, { patienceMs: 300 });
    await assert.rejects(impatient.run(request, effect), (error: ServiceError) => {
      assert.equal(error.httpStatus, 409);
      assert.equal(error.retryAfterSeconds, 1);
      return true;
    });
    finish.resolve();
    assert.equal((await first).replayed, false);
    assert.equal((await idempotency.run(request, effect)).replayed, true);
  });

  it('rolls back a failed request with all its writes', async () => {
    const failing = idempotency.run(request, async (transaction) => {
      await effect(transaction);
      throw new ServiceError('version_conflict');
    });
    await assert.rejects(failing, { code: 'version_conflict' });
    assert.equal(await effects(), 0);
    assert.equal((await idempotency.run(request, effect)).replayed, false);
  });

  it('runs the work for a waiting duplicate when the first request fails', async () => {
    const started = Promise.withResolvers<void>();
    const fail = Promise.withResolvers<never>();
    const first = idempotency.run(request, () => {
      started.resolve();
      return fail.promise;
    });
    await started.promise;
    const second = idempotency.run(request, effect);
    fail.reject(new ServiceError('not_found'));
    await assert.rejects(first, { code: 'not_found' });
    assert.equal((await second).replayed, false);
    assert.equal(await effects(), 1);
  });

  it('runs the work in a transaction if there is no key', async () => {
    const unkeyed = { ...request, key: undefined };
    await idempotency.run(unkeyed, effect);
    await idempotency.run(unkeyed, effect);
    assert.equal(await effects(), 2);
    const failing = idempotency.run(unkeyed, async (transaction) => {
      await effect(transaction);
      throw new ServiceError('not_found');
    });
    await assert.rejects(failing, { code: 'not_found' });
    assert.equal(await effects(), 2);
  });
});

function toCode(reason: unknown): string {
  assert.ok(reason instanceof ServiceError);
  return reason.code;
}
