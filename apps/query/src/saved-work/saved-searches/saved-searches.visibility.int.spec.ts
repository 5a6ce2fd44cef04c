import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ServiceError, notFound } from '@svc/service-error';
import { caller, startSavedSearches, type SavedSearchesServer } from './saved-searches.fixture.js';

describe('visibility and ownership of saved searches', () => {
  let server: SavedSearchesServer;
  beforeAll(async () => {
    server = await startSavedSearches();
  });
  afterAll(() => server.stop());

  const save = (as: ReturnType<typeof caller>, name: string, isShared: boolean) =>
    server.client.create({ name, signal: 'logs', query: { q: name }, isShared }, as);

  it("shows the caller's own searches and shared ones, in get and in list", async () => {
    const project = randomUUID();
    const [ann, bob, eve] = [caller({ project }), caller({ project }), caller()];
    const own = await save(ann, 'private', false);
    const shared = await save(ann, 'shared', true);
    await save(bob, "bob's", false);
    await save(eve, 'elsewhere', true);

    assert.deepEqual(await listNames(ann), ['private', 'shared']);
    assert.deepEqual(await listNames(bob), ["bob's", 'shared']);
    assert.deepEqual(await server.client.get({ searchId: shared.id }, bob), shared);
    assert.deepEqual(await server.client.get({ searchId: own.id }, ann), own);
  });

  it('hides a private, a foreign and an unknown search with the same 404, in every method', async () => {
    const project = randomUUID();
    const [ann, bob, eve] = [caller({ project }), caller({ project }), caller()];
    const hidden = await save(ann, 'private', false);
    const elsewhere = await save(eve, 'elsewhere', true);
    const strangers = [
      randomUUID(),
      'x',
      '',
      ' ',
      '\u0000',
      'x'.repeat(1000),
      hidden.id.toUpperCase(),
      `{${hidden.id}}`,
    ];

    for (const searchId of [hidden.id, elsewhere.id, ...strangers]) {
      const at = { searchId, expectedVersion: 1n };
      for (const attempt of [
        () => server.client.get({ searchId }, bob),
        () => server.client.update({ ...at, name: 'mine' }, bob),
        () => server.client.update({ ...at, expectedVersion: 9n, name: 'mine' }, bob),
        () => server.client.duplicate({ ...at, idempotencyKey: 'k' }, bob),
        () => server.client.duplicate({ ...at, expectedVersion: 9n, idempotencyKey: 'k' }, bob),
        () => server.client.delete(at, bob),
      ])
        assert.deepEqual((await failure(attempt())).toBody(), notFound().toBody());
    }
    assert.deepEqual(await server.client.get({ searchId: hidden.id }, ann), hidden);
    assert.deepEqual(await server.client.get({ searchId: elsewhere.id }, eve), elsewhere);
  });

  it('lets only the owner change and delete a shared search, and reports it to others who can see it', async () => {
    const project = randomUUID();
    const [ann, bob] = [caller({ project }), caller({ project })];
    const shared = await save(ann, 'shared', true);
    for (const expectedVersion of [1n, 9n]) {
      const at = { searchId: shared.id, expectedVersion };
      assert.equal((await failure(server.client.update({ ...at, name: 'mine' }, bob))).code, 'permission_denied');
      assert.equal((await failure(server.client.delete(at, bob))).code, 'permission_denied');
    }
    assert.deepEqual(await server.client.get({ searchId: shared.id }, bob), shared);
  });

  it('hides a search when it is no longer shared', async () => {
    const project = randomUUID();
    const [ann, bob] = [caller({ project }), caller({ project })];
    const { id: searchId } = await save(ann, 'shared', true);
    await server.client.update({ searchId, expectedVersion: 1n, isShared: false }, ann);
    assert.equal((await failure(server.client.get({ searchId }, bob))).code, 'not_found');
    assert.deepEqual(await listNames(bob), []);
  });

  it('gives the copy of a shared search to its creator only', async () => {
    const project = randomUUID();
    const [ann, bob] = [caller({ project }), caller({ project })];
    const shared = await save(ann, 'shared', true);
    const at = { searchId: shared.id, expectedVersion: 1n };
    const copy = await server.client.duplicate({ ...at, idempotencyKey: 'k' }, bob);
    assert.deepEqual(
      { ...copy, id: shared.id, name: shared.name, isShared: true, createdBy: shared.createdBy },
      { ...shared },
    );
    assert.deepEqual(
      [copy.name, copy.isShared, copy.createdBy, copy.version],
      ['shared (copy)', false, bob.context.principalId, 1n],
    );
    assert.deepEqual(await listNames(ann), ['shared']);
    const named = await server.client.duplicate({ ...at, idempotencyKey: 'l', name: 'My own' }, bob);
    assert.equal(named.name, 'My own');
  });

  async function listNames(as: ReturnType<typeof caller>): Promise<string[]> {
    const { savedSearches } = await server.client.list({}, as);
    return savedSearches.map(({ name }) => name).sort();
  }
});

async function failure(attempt: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await attempt.then(
    () => assert.fail('The call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}
