import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectories } from '@svc/test-servers';
import { repairTruncatedFiles } from './truncated-files.js';

const temporaryDirectory = temporaryDirectories();

it('repairs files that a full disk has emptied, and keeps complete ones', async () => {
  const engine = await temporaryDirectory();
  const table = join(engine, 'store', 'abc', 'abc0');
  const definitions = join(engine, 'store', 'abd', 'abd0');
  await mkdir(join(table, 'detached'), { recursive: true });
  await mkdir(definitions, { recursive: true });
  await writeFile(join(table, 'format_version.txt'), '');
  await writeFile(join(table, 'mutation_1.txt'), 'format version: 1');
  await writeFile(join(table, 'mutation_2.txt'), '');
  await repairTruncatedFiles(engine);
  assert.equal(await readFile(join(table, 'format_version.txt'), 'utf8'), '1');
  assert.deepEqual((await readdir(table)).toSorted(), ['detached', 'format_version.txt', 'mutation_1.txt']);
  assert.deepEqual(await readdir(definitions), []);
});
