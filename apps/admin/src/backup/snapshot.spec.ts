import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryDirectories } from '@svc/test-servers';
import { takeSnapshot } from './snapshot.js';

const temporaryDirectory = temporaryDirectories();
const PART = 'columnar/engine/store/56e/56ed57dd-3a46-4872-8530-6cd5d005aa6a/30-20614_1_1_0';

async function newState(files: Readonly<Record<string, string>>) {
  const [state, staging] = [await temporaryDirectory(), await temporaryDirectory()];
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(state, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(state, name), text);
  }
  return { state, staging };
}

describe('a snapshot of a state directory', () => {
  it('links files that never change, copies the rest, and leaves out files of processes', async () => {
    const { state, staging } = await newState({
      'secrets.json': '{}',
      'run/svc.sock': '',
      'event-log/values-1': 'closed',
      'event-log/values-2': 'open',
      [`${PART}/data.bin`]: 'columns',
      [`${PART}/count.txt`]: '7',
      'postgres/data/postmaster.pid': '1',
    });
    mkdirSync(path.join(state, 'postgres/data/pg_notify'));
    mkdirSync(path.join(state, 'columnar/engine/data/svc'), { recursive: true });
    symlinkSync('../../store/56e', path.join(state, 'columnar/engine/data/svc/logs'));
    const snapshot = takeSnapshot(state, staging, Infinity, 'late');
    assert.deepEqual([...snapshot.files].sort(), [
      `${PART}/count.txt`,
      `${PART}/data.bin`,
      'event-log/values-1',
      'event-log/values-2',
      'secrets.json',
    ]);
    assert.ok(snapshot.directories.includes('postgres/data/pg_notify'));
    assert.deepEqual(snapshot.links, { 'columnar/engine/data/svc/logs': '../../store/56e' });
    const linked = snapshot.files.filter((name) => statSync(path.join(staging, name)).nlink > 1);
    assert.deepEqual(linked.sort(), [`${PART}/data.bin`, 'event-log/values-1']);
    writeFileSync(path.join(state, 'event-log/values-2'), 'more');
    assert.equal(readFileSync(path.join(staging, 'event-log/values-2'), 'utf8'), 'open');
  });

  it('refuses a link to another volume, whose files it would miss', async () => {
    const { state, staging } = await newState({ 'secrets.json': '{}' });
    symlinkSync('/var', path.join(state, 'columnar'));
    assert.throws(
      () => takeSnapshot(state, staging, Infinity, 'late'),
      /columnar is a link out of the state directory/,
    );
  });

  it('ends when its time is over', async () => {
    const { state, staging } = await newState({ 'secrets.json': '{}' });
    assert.throws(() => takeSnapshot(state, staging, 0, 'late'), /^Error: late$/);
  });
});
