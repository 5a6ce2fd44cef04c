import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectStoreConformance } from '../conformance.js';
import { DirectoryStore } from './directory-store.js';

objectStoreConformance('a directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'objects-'));
  return {
    store: await DirectoryStore.open({ directory }),
    stop: () => rm(directory, { recursive: true }),
  };
});

it('removes unfinished files after a day, and keeps younger ones', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'objects-'));
  const unfinished = join(directory, '~unfinished');
  await mkdir(unfinished);
  await writeFile(join(unfinished, 'old'), 'x');
  await writeFile(join(unfinished, 'young'), 'x');
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
  await utimes(join(unfinished, 'old'), twoDaysAgo, twoDaysAgo);
  await DirectoryStore.open({ directory });
  assert.deepEqual(await readdir(unfinished), ['young']);
  await rm(directory, { recursive: true });
});

it('reports an unusable directory as unavailable', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'objects-'));
  await writeFile(join(parent, 'file'), '');
  await assert.rejects(DirectoryStore.open({ directory: join(parent, 'file') }), { code: 'unavailable' });
  const directory = join(parent, 'store');
  const store = await DirectoryStore.open({ directory });
  await rm(directory, { recursive: true });
  await symlink('/dev/null', directory);
  await assert.rejects(store.check(), { code: 'unavailable' });
  await assert.rejects(store.put('a', Buffer.alloc(1)), { code: 'unavailable' });
  await rm(parent, { recursive: true });
});
