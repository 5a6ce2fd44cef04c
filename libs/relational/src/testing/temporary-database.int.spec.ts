import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createRelational } from '../relational.js';
import type { ServerAddresses } from './shared-server.js';
import { startTemporaryDatabase } from './temporary-database.js';

describe('a temporary database', () => {
  it('starts empty, and separate from others on the same server', async () => {
    const [one, other] = [await startTemporaryDatabase(), await startTemporaryDatabase()];
    try {
      await one.relational.client.organization.create({ data: { name: 'Example' } });
      assert.equal(await one.relational.client.organization.count(), 1);
      assert.equal(await other.relational.client.organization.count(), 0);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('allows removal while a client is connected, which ends the connection', async () => {
    const database = await startTemporaryDatabase();
    const client = createRelational({ url: database.url, poolSize: 1 });
    await client.client.organization.count();
    await database.stop();
    await assert.rejects(client.client.organization.count());
    await client.close();
  });

  it('ends with its server and files when the process of the specs ends', async () => {
    const child = fork(path.join(import.meta.dirname, 'shared-server.process.js'));
    const [{ url }] = (await once(child, 'message')) as [ServerAddresses];
    const directory = path.dirname(new URL(url).searchParams.get('host') ?? '');
    assert.ok(existsSync(path.join(directory, 'data')));
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(existsSync(directory), false);
  });
});
