import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServiceError } from '@svc/service-error';
import { caller, startSavedSearches, type SavedSearchesServer } from './saved-searches.fixture.js';

const logs = { name: 'Errors', signal: 'logs', query: { level: 'error' } };

describe('changes of a saved search', () => {
  let server: SavedSearchesServer;
  beforeAll(async () => {
    server = await startSavedSearches();
  });
  afterAll(() => server.stop());

  it('changes only the fields that are present', async () => {
    const ann = caller();
    const before = await server.client.create({ ...logs, isShared: true }, ann);
    server.clock.nowMs += 1_000;
    const after = await server.client.update({ searchId: before.id, expectedVersion: 1n, name: 'Failures' }, ann);
    assert.deepEqual(after, {
      ...before,
      name: 'Failures',
      version: 2n,
      updatedAt: { ...before.updatedAt, seconds: (before.updatedAt?.seconds ?? 0n) + 1n },
    });
    assert.deepEqual(await server.client.get({ searchId: before.id }, ann), after);
    const emptied = await server.client.update({ searchId: before.id, expectedVersion: 2n, query: {} }, ann);
    assert.deepEqual([emptied.query, emptied.isShared], [{}, true]);
  });

  it('keeps the document of a search as it was sent', async () => {
    const ann = caller();
    const query = { z: [1, -1.5e300, { b: null, a: '\u0000\u2028' }], a: {}, 10: 'x', 9: [[], [null]] };
    const { id: searchId } = await server.client.create({ ...logs, query }, ann);
    assert.equal(JSON.stringify((await server.client.get({ searchId }, ann)).query), JSON.stringify(query));
  });

  it('requires the current version: an outdated one changes, copies and deletes nothing', async () => {
    const ann = caller();
    const { id: searchId } = await server.client.create(logs, ann);
    const current = await server.client.update({ searchId, expectedVersion: 1n, isShared: true }, ann);
    for (const expectedVersion of [1n, 3n, 9007199254740991n]) {
      const at = { searchId, expectedVersion };
      await assert.rejects(server.client.update({ ...at, name: 'x' }, ann), { code: 'version_conflict' });
      await assert.rejects(server.client.delete(at, ann), { code: 'version_conflict' });
      await assert.rejects(server.client.duplicate({ ...at, idempotencyKey: 'k' }, ann), { code: 'version_conflict' });
    }
    const { savedSearches } = await server.client.list({}, ann);
    assert.deepEqual(savedSearches, [current]);
    await server.client.delete({ searchId, expectedVersion: 2n }, ann);
    await assert.rejects(server.client.get({ searchId }, ann), { code: 'not_found' });
  });

  it('applies changes exactly once when many arrive with one expected version', async () => {
    const ann = caller();
    const { id: searchId } = await server.client.create(logs, ann);
    const names = Array.from({ length: 8 }, (_, nth) => `n${nth}`);
    const outcomes = await Promise.allSettled(
      names.map((name) => server.client.update({ searchId, expectedVersion: 1n, name }, ann)),
    );
    const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    assert.equal(winners.length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal((outcome.reason as ServiceError).code, 'version_conflict');
    assert.deepEqual([await server.client.get({ searchId }, ann)], winners);
  });
});

describe('a repeated request', () => {
  let server: SavedSearchesServer;
  beforeAll(async () => {
    server = await startSavedSearches();
  });
  afterAll(() => server.stop());

  it('returns the first result, also when the search was changed and deleted since', async () => {
    const ann = caller();
    const create = { ...logs, idempotencyKey: 'k' };
    const first = await server.client.create(create, ann);
    server.clock.nowMs += 1_000;
    await server.client.update({ searchId: first.id, expectedVersion: 1n, name: 'Changed' }, ann);
    assert.deepEqual(await server.client.create(create, ann), first);
    await server.client.delete({ searchId: first.id, expectedVersion: 2n }, ann);
    assert.deepEqual(await server.client.create(create, ann), first);
    assert.deepEqual((await server.client.list({}, ann)).savedSearches, []);
  });

  it('returns the same copy, also when the original was changed and hidden since', async () => {
    const project = randomUUID();
    const [ann, bob] = [caller({ project }), caller({ project })];
    const { id: searchId } = await server.client.create({ ...logs, isShared: true }, ann);
    const duplicate = { searchId, expectedVersion: 1n, idempotencyKey: 'k' };
    const copy = await server.client.duplicate(duplicate, bob);
    await server.client.update({ searchId, expectedVersion: 1n, isShared: false }, ann);
    assert.deepEqual(await server.client.duplicate(duplicate, bob), copy);
  });

  it('conflicts if an argument differs, and not if only the project selector does', async () => {
    const ann = caller();
    const create = { ...logs, idempotencyKey: 'k' };
    const first = await server.client.create(create, ann);
    const others = [{ name: 'x' }, { signal: 'traces' }, { query: {} }, { isShared: true }];
    for (const other of others)
      await assert.rejects(server.client.create({ ...create, ...other }, ann), { code: 'idempotency_conflict' });
    const again = await server.client.create({ ...create, projectId: ann.context.project?.id ?? '' }, ann);
    assert.deepEqual(again, first);

    const duplicate = { searchId: first.id, expectedVersion: 1n, idempotencyKey: 'k' };
    const copy = await server.client.duplicate(duplicate, ann);
    assert.notEqual(copy.id, first.id, 'create and duplicate do not share keys');
    for (const other of [{ name: 'x' }, { expectedVersion: 2n }, { searchId: copy.id }])
      await assert.rejects(server.client.duplicate({ ...duplicate, ...other }, ann), { code: 'idempotency_conflict' });
    assert.equal((await server.client.list({}, ann)).savedSearches.length, 2);
  });

  it('creates one search however many concurrent requests arrive', async () => {
    const ann = caller();
    const made = await Promise.all(
      Array.from({ length: 12 }, () => server.client.create({ ...logs, idempotencyKey: 'k' }, ann)),
    );
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.equal((await server.client.list({}, ann)).savedSearches.length, 1);
  });

  it('distinguishes repeated requests of callers with the same key', async () => {
    const project = randomUUID();
    const ids = await Promise.all(
      [caller({ project }), caller({ project }), caller()].map(async (as) => {
        const { id } = await server.client.create({ ...logs, idempotencyKey: 'k' }, as);
        return id;
      }),
    );
    assert.equal(new Set(ids).size, 3);
  });

  it('needs a key: always for a copy, and from organization-level callers for a new search', async () => {
    const [bound, organizationLevel] = [caller(), caller({ isBound: false })];
    const { id } = await server.client.create(logs, bound);
    await server.client.create({ ...logs, idempotencyKey: 'k' }, organizationLevel);
    await assert.rejects(server.client.create(logs, organizationLevel), { code: 'idempotency_key_required' });
    const at = { searchId: id, expectedVersion: 1n };
    await assert.rejects(server.client.duplicate(at, bound), { code: 'idempotency_key_required' });
    for (const idempotencyKey of ['', ' k', 'ключ', 'k'.repeat(129)]) {
      await assert.rejects(server.client.create({ ...logs, idempotencyKey }, bound), {
        code: 'idempotency_key_invalid',
      });
      await assert.rejects(server.client.duplicate({ ...at, idempotencyKey }, bound), {
        code: 'idempotency_key_invalid',
      });
    }
  });
});
