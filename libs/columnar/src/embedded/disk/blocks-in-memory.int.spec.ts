import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColumnStore } from '../../client/client.js';
import { nativeBlock } from '../../testing/native-block.js';
import { rawRequest } from '../../testing/raw-request.js';
import { spooledFiles } from '../../testing/spooled-files.js';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../../testing/temporary-store.js';
import { ROWS_HEADER } from '../protocol/request.js';
import { MemoryFiles } from './memory-files.js';
import { spoolInMemory } from './spool.js';

const ROWS = 20_000;
const block = nativeBlock('left_blocks', {
  day: { type: 'Date', values: Array.from({ length: ROWS }, () => 20_000) },
  id: { type: 'UInt32', values: Array.from({ length: ROWS }, (_, row) => row) },
  payload: { type: 'String', values: Array.from({ length: ROWS }, (_, row) => `row ${row}\n\nDROP TABLE left_blocks`) },
});

describe('a block passed as a file in memory', () => {
  let scene: TemporaryStore;
  beforeAll(async () => {
    scene = await temporaryStore();
    await scene.store.command(
      'CREATE TABLE left_blocks (day Date, id UInt32, payload String) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 100',
    );
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const count = async () => {
    const [row] = await scene.store.query<{ n: string; ids: string }>({
      sql: 'SELECT count() AS n, uniqExact(id) AS ids FROM left_blocks',
      limits: GENEROUS,
    });
    return [Number(row?.n), Number(row?.ids)];
  };

  it('stores a block once per token, also when it is sent again, and removes its file', async () => {
    const { blockDirectory, ...sending } = scene.embedded.store;
    assert.equal(blockDirectory, spoolInMemory(scene.directory));
    const other = createColumnStore(sending);
    await scene.store.insertBlock(block, { deduplicationToken: 't/0/0-1' });
    await other.insertBlock(block, { deduplicationToken: 't/0/0-1' });
    await scene.store.insertBlock(block, { deduplicationToken: 't/0/0-1' });
    await other.close();
    assert.deepEqual(await count(), [ROWS, ROWS]);
    assert.deepEqual(await spooledFiles(scene), []);
  });

  it('removes a block that cannot be stored', async () => {
    const unknown = { ...block, table: 'nowhere' };
    await assert.rejects(scene.store.insertBlock(unknown, { deduplicationToken: 't/0/2-3' }));
    const broken = { ...block, bytes: block.bytes.subarray(0, block.bytes.length / 2) };
    await assert.rejects(scene.store.insertBlock(broken, { deduplicationToken: 't/0/4-5' }));
    assert.deepEqual(await count(), [ROWS, ROWS]);
    assert.deepEqual(await spooledFiles(scene), []);
  });

  it('refuses a block whose file does not exist or is in another folder', async () => {
    const directory = spoolInMemory(scene.directory);
    await writeFile(join(directory, 'other.bin'), block.bytes);
    for (const name of ['0123456789abcdef01234567', '../other.bin', 'other.bin', '/etc/passwd', '']) {
      const answer = await rawRequest(scene.embedded, {
        fields: { query: 'INSERT INTO left_blocks FORMAT Native' },
        headers: { [ROWS_HEADER]: name },
      });
      assert.equal(answer.status, 400, name);
    }
    await rm(join(directory, 'other.bin'));
    assert.deepEqual(await count(), [ROWS, ROWS]);
  });

  it('sends a block over the socket if no folder is private to this user', async () => {
    const open = await mkdtemp(join(tmpdir(), 'svc-open-'));
    const closed = await mkdtemp(join(tmpdir(), 'svc-closed-'));
    const link = `${closed}-link`;
    await symlink(closed, link);
    await chmod(open, 0o755);
    for (const blockDirectory of [open, join(open, 'absent'), link]) {
      assert.equal(await new MemoryFiles(blockDirectory).write(block.bytes), undefined);
      const store = createColumnStore({ ...scene.embedded.store, blockDirectory });
      await store.insertBlock(block, { deduplicationToken: blockDirectory });
      await store.close();
    }
    for (const folder of [open, closed]) assert.deepEqual(await readdir(folder), []);
    for (const made of [open, closed, link]) await rm(made, { recursive: true });
    assert.deepEqual(await count(), [4 * ROWS, ROWS]);
  });
});
