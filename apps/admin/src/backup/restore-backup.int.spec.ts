import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryDirectories } from '@svc/test-servers';
import { writeManifest, type Manifest } from './manifest.js';
import { restoreBackup, verifyBackup } from './restore-backup.js';

const temporaryDirectory = temporaryDirectories();
const FILES = { 'secrets.json': '{"cursor":"c"}', 'event-log/values-1': 'requests' };

async function newBackup(change: Partial<Manifest> = {}): Promise<string> {
  const backup = await temporaryDirectory();
  mkdirSync(path.join(backup, 'state/event-log'), { recursive: true });
  const files: Manifest['files'] = {};
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(path.join(backup, 'state', name), text);
    files[name] = { bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  }
  await writeManifest(backup, {
    format: 1,
    version: '0.1.0',
    createdAt: '2026-01-01T00:00:00.000Z',
    pausedMs: 0,
    migrations: { relational: [], columns: [] },
    rows: {},
    totals: { files: 2, bytes: 22 },
    directories: ['event-log', 'empty'],
    links: { 'event-log/link': 'values-1' },
    files,
    ...change,
  });
  return backup;
}

describe('a restore', () => {
  it('puts everything in place, readable by its user only', async () => {
    const state = path.join(await temporaryDirectory(), 'state');
    await restoreBackup(await newBackup(), state);
    assert.deepEqual(readdirSync(state).sort(), ['empty', 'event-log', 'secrets.json']);
    for (const [name, text] of Object.entries(FILES)) assert.equal(readFileSync(path.join(state, name), 'utf8'), text);
    assert.equal(readlinkSync(path.join(state, 'event-log/link')), 'values-1');
    assert.equal(statSync(path.join(state, 'secrets.json')).mode & 0o077, 0);
  });

  it('continues in a directory where an earlier one was killed, and stops before one with data', async () => {
    const state = await temporaryDirectory();
    mkdirSync(path.join(state, 'restoring/event-log'), { recursive: true });
    await restoreBackup(await newBackup(), state);
    await assert.rejects(restoreBackup(await newBackup(), state), /is not empty/);
  });

  it('changes nothing when the backup is damaged', async () => {
    const damages: readonly ((file: string) => void)[] = [
      (file) => writeFileSync(file, 'requestz'),
      (file) => writeFileSync(file, 'request'),
      (file) => rmSync(file),
    ];
    for (const damage of damages) {
      const backup = await newBackup();
      damage(path.join(backup, 'state/event-log/values-1'));
      await assert.rejects(verifyBackup(backup), /damaged: event-log\/values-1 is/);
      const state = await temporaryDirectory();
      await assert.rejects(restoreBackup(backup, state), /damaged: event-log\/values-1 is/);
      assert.deepEqual(readdirSync(state), []);
    }
  });

  it('refuses the backup of a later version, by the migrations that it may have', async () => {
    for (const migrations of [
      { relational: ['20991231000000_later'], columns: [] },
      { relational: [], columns: ['0099_later'] },
    ]) {
      const backup = await newBackup({ migrations });
      const state = path.join(await temporaryDirectory(), 'state');
      await assert.rejects(restoreBackup(backup, state), /A later version made the backup, with the migration .*later/);
      assert.throws(() => statSync(state), { code: 'ENOENT' });
    }
  });
});
