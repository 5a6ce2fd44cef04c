import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { caller, startSavedSearches, type SavedSearchesServer } from './saved-searches.fixture.js';

type ListArguments = Parameters<SavedSearchesServer['client']['list']>[0];

describe('the list of saved searches', () => {
  let server: SavedSearchesServer;
  beforeAll(async () => {
    server = await startSavedSearches();
  });
  afterAll(() => server.stop());

  const save = async (as: ReturnType<typeof caller>, signal = 'logs') => {
    const { id } = await server.client.create({ name: 'n', signal, query: {} }, as);
    return id;
  };
  const page = async (as: ReturnType<typeof caller>, request: ListArguments) => {
    const { savedSearches, pagination } = await server.client.list(request, as);
    assert.equal(pagination?.hasMore, pagination?.nextCursor !== undefined);
    return { ids: savedSearches.map(({ id }) => id), next: pagination?.nextCursor };
  };
  /** Creates three searches at each of three times; returns their IDs in the order of the list. */
  const saveNine = async (as: ReturnType<typeof caller>) => {
    let newestFirst: string[] = [];
    for (let instant = 0; instant < 3; instant += 1) {
      server.clock.nowMs += 1;
      const ids = [await save(as), await save(as), await save(as)];
      newestFirst = [...ids.sort().reverse(), ...newestFirst];
    }
    return newestFirst;
  };

  it('lists searches newest first, each once, whatever the page size and however many have the same time', async () => {
    const ann = caller();
    const newestFirst = await saveNine(ann);
    for (const limit of [1, 2, 3, 4, 8, 9, 10]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { ids, next } = await page(ann, { limit, cursor });
        assert.ok(ids.length === limit || next === undefined);
        seen.push(...ids);
        cursor = next;
      } while (cursor);
      assert.deepEqual(seen, newestFirst);
    }
  });

  it('neither repeats nor skips a search while others are created and deleted', async () => {
    const ann = caller();
    const newestFirst = await saveNine(ann);
    const first = await page(ann, { limit: 4 });
    await saveNine(ann);
    const [last = ''] = first.ids.slice(-1);
    await server.client.delete({ searchId: last, expectedVersion: 1n }, ann);
    const second = await page(ann, { limit: 4, cursor: first.next });
    const third = await page(ann, { limit: 4, cursor: second.next });
    assert.deepEqual([...first.ids, ...second.ids, ...third.ids], newestFirst);
    assert.equal(third.next, undefined);
  });

  it('shows only the requested signal', async () => {
    const ann = caller();
    const traces = await save(ann, 'traces');
    const logs = await save(ann, 'logs');
    assert.deepEqual((await page(ann, { signal: 'traces' })).ids, [traces]);
    assert.equal((await page(ann, {})).ids.length, 2);
    assert.deepEqual((await page(ann, { signal: 'metrics' })).ids, []);
    assert.deepEqual((await page(ann, { signal: 'logs', limit: 1000 })).ids, [logs]);
    await assert.rejects(server.client.list({ signal: 'events' }, ann), { code: 'invalid_request' });
    for (const limit of [0, -1]) await assert.rejects(server.client.list({ limit }, ann), { code: 'invalid_request' });
  });

  it('returns 50 searches per page by default, and at most 100', async () => {
    const ann = caller();
    await Promise.all(Array.from({ length: 101 }, () => save(ann)));
    assert.equal((await page(ann, {})).ids.length, 50);
    assert.equal((await page(ann, { limit: 101 })).ids.length, 100);
  });

  it('rejects a cursor of another caller, project or signal, or a modified one', async () => {
    const project = randomUUID();
    const ann = caller({ project });
    await saveNine(ann);
    const { next: cursor = '' } = await page(ann, { limit: 2 });
    const { next: logsCursor = '' } = await page(ann, { limit: 2, signal: 'logs' });
    const attempts: [ReturnType<typeof caller>, ListArguments][] = [
      [caller({ project }), { cursor }],
      [caller(), { cursor }],
      [ann, { cursor, signal: 'logs' }],
      [ann, { cursor: logsCursor }],
      [ann, { cursor: logsCursor, signal: 'traces' }],
      [ann, { cursor: cursor.slice(0, -1) }],
      [ann, { cursor: ` ${cursor}` }],
      [ann, { cursor: 'nonsense' }],
      [ann, { cursor: '0' }],
    ];
    for (const [as, request] of attempts)
      await assert.rejects(
        server.client.list(request, as),
        (error: { code?: string; details?: { path: string }[] }) => {
          assert.deepEqual([error.code, error.details?.[0]?.path], ['invalid_request', 'cursor']);
          return true;
        },
      );
    assert.equal((await page(ann, { cursor, limit: 5 })).ids.length, 5, 'the page size is free');
    assert.equal((await page(ann, { cursor: '' })).ids.length, 9, 'an empty cursor requests the first page');
  });
});
