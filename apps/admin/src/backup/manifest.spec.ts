import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryDirectories } from '@svc/test-servers';
import { readManifest, writeManifest, type Manifest } from './manifest.js';

const temporaryDirectory = temporaryDirectories();
const MANIFEST: Manifest = {
  format: 1,
  version: '0.1.0',
  createdAt: '2026-01-01T00:00:00.000Z',
  pausedMs: 5,
  migrations: { relational: [], columns: [] },
  rows: { logs: 7 },
  totals: { files: 1, bytes: 2 },
  directories: ['event-log'],
  links: {},
  files: { 'secrets.json': { bytes: 2, sha256: 'ab' } },
};

describe('the manifest of a backup', () => {
  it('reads a manifest as it was written', async () => {
    const backup = await temporaryDirectory();
    await writeManifest(backup, MANIFEST);
    assert.deepEqual(await readManifest(backup), MANIFEST);
  });

  it('refuses a manifest with one changed byte, and a backup without one', async () => {
    const backup = await temporaryDirectory();
    await assert.rejects(readManifest(backup), /is not a backup/);
    await writeManifest(backup, MANIFEST);
    const file = path.join(backup, 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"logs": 7', '"logs": 8'));
    await assert.rejects(readManifest(backup), /damaged/);
  });

  it('refuses a manifest of a later format, or one that names a file outside the backup', async () => {
    const refused: readonly (readonly [Partial<Manifest>, RegExp])[] = [
      [{ format: 2 }, /later version/],
      [{ files: { '../secrets.json': { bytes: 0, sha256: '' } } }, /files/],
      [{ directories: ['/etc'] }, /directories/],
      [{ links: { columnar: '../../etc' } }, /leads out/],
    ];
    for (const [change, reason] of refused) {
      const backup = await temporaryDirectory();
      await writeManifest(backup, { ...MANIFEST, ...change });
      await assert.rejects(readManifest(backup), reason);
    }
  });
});
