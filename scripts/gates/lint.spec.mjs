import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lintParts } from './lint.mjs';
import { openPassed } from './passed.mjs';

const manifest = (name, dependencies = {}) => JSON.stringify({ name, dependencies });
const FILES = {
  'eslint.config.mjs': 'rules',
  'libs/a/package.json': manifest('@svc/a'),
  'libs/a/src/index.ts': 'export const a = 1;',
  'libs/b/package.json': manifest('@svc/b', { '@svc/a': 'workspace:*' }),
  'libs/b/src/index.ts': '',
  'apps/c/package.json': manifest('@svc/c', { '@svc/b': 'workspace:*', fastify: '5' }),
  'apps/c/src/main.ts': '',
  'libs/d/package.json': manifest('@svc/d'),
  'libs/d/src/index.ts': '',
  'scripts/build.mjs': 'build();',
  'docs/index.md': '',
};

/** The paths that are linted again after a change. */
function relinted(changes) {
  const before = new Set(hashed(FILES).map(({ hash }) => hash));
  return hashed({ ...FILES, ...changes })
    .filter(({ hash }) => !before.has(hash))
    .flatMap(({ paths }) => paths);
}

function hashed(files) {
  return lintParts(Object.keys(files), (file) => Buffer.from(files[file]));
}

const ALL = ['libs/a', 'libs/b', 'apps/c', 'libs/d', 'eslint.config.mjs', 'scripts/build.mjs'];

describe('the packages to lint', () => {
  it('lints a package whose file has changed, and each that depends on it', () => {
    assert.deepEqual(relinted({ 'libs/a/src/index.ts': 'export const a = Promise.resolve(1);' }), ALL.slice(0, 3));
    assert.deepEqual(relinted({ 'apps/c/src/main.ts': 'a();' }), ['apps/c']);
    assert.deepEqual(relinted({ 'libs/d/src/new.ts': '' }), ['libs/d']);
  });

  it('lints everything when the rules, the dependencies or the manifest of a package have changed', () => {
    for (const [file, content] of [
      ['eslint.config.mjs', 'other rules'],
      ['.oxlintrc.json', '{}'],
      ['pnpm-lock.yaml', ''],
      ['libs/d/package.json', manifest('@svc/d', { fastify: '5' })],
    ])
      assert.deepEqual(relinted({ [file]: content }), ALL, file);
  });

  it('lints the scripts outside of packages together, and nothing for a document', () => {
    assert.deepEqual(relinted({ 'scripts/build.mjs': '' }), ['eslint.config.mjs', 'scripts/build.mjs']);
    assert.deepEqual(relinted({ 'docs/index.md': 'changed' }), []);
  });
});

describe('the hashes of passed checks', () => {
  let folder;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'svc-passed-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps passed hashes for later runs of the same check, together with those of a concurrent run', () => {
    const [one, other] = [openPassed('lint', folder), openPassed('lint', folder)];
    one.add(['a']);
    other.add(['b']);
    const later = openPassed('lint', folder);
    assert.deepEqual(['a', 'b', 'c'].map(later.has), [true, true, false]);
    assert.equal(openPassed('formatting', folder).has('a'), false);
  });
});
