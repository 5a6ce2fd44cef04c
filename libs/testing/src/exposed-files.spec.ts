import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findExposedFiles } from './exposed-files.js';

it('finds files that other users can read or write, at any depth', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-files-'));
  await mkdir(path.join(directory, 'open/deep'), { recursive: true });
  await writeFile(path.join(directory, 'open/deep/read'), '');
  await writeFile(path.join(directory, 'private'), '', { mode: 0o600 });
  await chmod(path.join(directory, 'open'), 0o711);
  await chmod(path.join(directory, 'open/deep'), 0o755);
  await chmod(path.join(directory, 'open/deep/read'), 0o640);
  assert.deepEqual((await findExposedFiles(directory)).sort(), ['open/deep', 'open/deep/read']);
  await rm(directory, { recursive: true });
});
