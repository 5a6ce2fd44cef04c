import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { BatchLoader } from './batch-loader.js';

const project = { id: 'p' };

describe('BatchLoader', () => {
  it('reads keys together while one read runs, each key once, and each project by itself', async () => {
    const reads: string[][] = [];
    const slow = Promise.withResolvers<undefined>();
    const loader = new BatchLoader(async ({ id }: { id: string }, keys: readonly string[]) => {
      reads.push([id, ...keys]);
      await slow.promise;
      return (key: string) => `${id}/${key}`;
    }, 1_000);
    const first = ['a', 'a'].map((key) => loader.load(project, key));
    const other = loader.load({ id: 'q' }, 'a');
    await turn();
    const later = ['b', 'c', 'b'].map((key) => loader.load(project, key));
    slow.resolve(undefined);
    assert.deepEqual(await Promise.all([...first, other, ...later]), ['p/a', 'p/a', 'q/a', 'p/b', 'p/c', 'p/b']);
    assert.deepEqual(reads, [
      ['p', 'a'],
      ['q', 'a'],
      ['p', 'b', 'c'],
    ]);
  });

  it('rejects keys that waited too long for a slow read, and reads the others', async () => {
    let now = 0;
    const slow = Promise.withResolvers<undefined>();
    const read = async (_: typeof project, keys: readonly string[]) => {
      if (keys.includes('slow')) await slow.promise;
      return (key: string) => key;
    };
    const loader = new BatchLoader(read, 15, () => now);
    const first = loader.load(project, 'slow');
    await turn();
    const kept = assert.rejects(loader.load(project, 'kept'), /waited too long/);
    now = 16;
    const fresh = loader.load(project, 'fresh');
    slow.resolve(undefined);
    assert.deepEqual(await Promise.all([first, fresh]), ['slow', 'fresh']);
    await kept;
    assert.equal(await loader.load(project, 'next'), 'next');
  });

  it('rejects every key of a read that fails', async () => {
    let fails = true;
    const loader = new BatchLoader((_: typeof project, _keys: readonly string[]): Promise<(key: string) => string> => {
      return fails ? Promise.reject(new Error('gone')) : Promise.resolve((key) => key);
    }, 1_000);
    const results = await Promise.allSettled([loader.load(project, 'a'), loader.load(project, 'b')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    fails = false;
    assert.equal(await loader.load(project, 'a'), 'a');
  });
});
