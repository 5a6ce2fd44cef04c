import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Gathered } from './gathered.js';

const project = { id: 'p' };

describe('reads that are gathered', () => {
  it('go together while one runs, each key once, and each project by itself', async () => {
    const reads: string[][] = [];
    const slow = Promise.withResolvers<undefined>();
    const gathered = new Gathered(async ({ id }: { id: string }, keys: readonly string[]) => {
      reads.push([id, ...keys]);
      await slow.promise;
      return (key: string) => `${id}/${key}`;
    }, 1_000);
    const first = ['a', 'a'].map((key) => gathered.get(project, key));
    const other = gathered.get({ id: 'q' }, 'a');
    await turn();
    const later = ['b', 'c', 'b'].map((key) => gathered.get(project, key));
    slow.resolve(undefined);
    assert.deepEqual(await Promise.all([...first, other, ...later]), ['p/a', 'p/a', 'q/a', 'p/b', 'p/c', 'p/b']);
    assert.deepEqual(reads, [
      ['p', 'a'],
      ['q', 'a'],
      ['p', 'b', 'c'],
    ]);
  });

  it('refuse those whom a slow read kept waiting, and read on for the others', async () => {
    let now = 0;
    const slow = Promise.withResolvers<undefined>();
    const read = async (_: typeof project, keys: readonly string[]) => {
      if (keys.includes('slow')) await slow.promise;
      return (key: string) => key;
    };
    const gathered = new Gathered(read, 15, () => now);
    const first = gathered.get(project, 'slow');
    await turn();
    const kept = assert.rejects(gathered.get(project, 'kept'), /waited too long/);
    now = 16;
    const fresh = gathered.get(project, 'fresh');
    slow.resolve(undefined);
    assert.deepEqual(await Promise.all([first, fresh]), ['slow', 'fresh']);
    await kept;
    assert.equal(await gathered.get(project, 'next'), 'next');
  });

  it('tell everybody who asked together of a failure', async () => {
    let fails = true;
    const gathered = new Gathered((_: typeof project, _keys: readonly string[]): Promise<(key: string) => string> => {
      return fails ? Promise.reject(new Error('gone')) : Promise.resolve((key) => key);
    }, 1_000);
    const results = await Promise.allSettled([gathered.get(project, 'a'), gathered.get(project, 'b')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    fails = false;
    assert.equal(await gathered.get(project, 'a'), 'a');
  });
});
