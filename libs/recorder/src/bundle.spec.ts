import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { extract } from 'tar';
import type * as recorder from './index.js';

const read = (name: string): Buffer =>
  readFileSync(new URL(`../../../apps/ingest/assets/recorder/${name}`, import.meta.url));

describe('the bundles of the recorder', () => {
  it.each([
    ['recorder.js', 4_000],
    ['record.js', 26_000],
  ])('%s has at most %i bytes with gzip', (name, limit) => {
    const { length } = gzipSync(read(name), { level: 9 });
    assert.ok(length <= limit, `${length} bytes`);
  });

  it('carry the notice that the licence of rrweb asks for', () => {
    const text = read('record.js').toString('utf8');
    for (const part of ['SmartX Inc.', 'Niklas von Hertzen', 'Permission is hereby granted'])
      assert.ok(text.includes(part));
  });

  it('belong together: the loader loads the version of the recording', () => {
    const { version } = JSON.parse(read('version.json').toString('utf8')) as { version: string };
    assert.match(version, /^\d+\.\d+\.\d+-[0-9a-f]{8}$/);
    assert.ok(read('recorder.js').includes(version));
  });
});

describe('the package for bundlers', () => {
  it('does nothing where there is no browser, such as on a server that renders pages', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-recorder-'));
    try {
      const file = new URL('../../../apps/ingest/assets/recorder/recorder.tgz', import.meta.url);
      await extract({ file: file.pathname, cwd: directory, strip: 1 });
      const manifest = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as { name: string };
      assert.equal(manifest.name, '@svc/recorder');
      for (const name of ['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'index.d.ts', 'settings.d.ts'])
        assert.ok(readFileSync(path.join(directory, name)).length > 100, name);
      const url = pathToFileURL(path.join(directory, 'index.js')).href;
      const { start, identify, stop, recorder: made } = (await import(url)) as typeof recorder;
      start({ key: 'k', host: 'http://127.0.0.1:9' });
      identify('ada');
      stop();
      assert.equal(made.sessionId, undefined);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
