import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ColumnStoreOptions } from '../connection.js';
import { nativeBlock } from './native-block.js';
import { sharedStore, type SharedStore } from './shared-store.js';
import { GENEROUS } from './temporary-store.js';

const insert = ({ store }: SharedStore) =>
  store.insertBlock(nativeBlock('person_seen', { distinct_id: { type: 'String', values: ['ann'] } }), {
    deduplicationToken: 'same',
  });

async function count({ store }: SharedStore): Promise<number> {
  const [row] = await store.query<{ rows: string }>({
    sql: 'SELECT count() AS rows FROM person_seen',
    limits: GENEROUS,
  });
  return Number(row?.rows);
}

describe('a shared store', () => {
  it('empties the store for the next user, and forgets earlier inserts', async () => {
    for (let turn = 0; turn < 2; turn++) {
      await using taken = await sharedStore();
      assert.equal(await count(taken), 0);
      await insert(taken);
      await insert(taken);
      assert.equal(await count(taken), 1);
    }
  });

  it('provides another store while the first is taken', async () => {
    await using one = await sharedStore();
    await using other = await sharedStore();
    await insert(one);
    assert.deepEqual([await count(one), await count(other)], [1, 0]);
  });

  it('ends with its engine and files when the process of the specs ends', async () => {
    const child = fork(join(import.meta.dirname, 'shared-engine.process.js'));
    const [{ socketPath = '' }] = (await once(child, 'message')) as [ColumnStoreOptions];
    const directory = dirname(socketPath);
    assert.ok(existsSync(directory));
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(existsSync(directory), false);
  });
});
