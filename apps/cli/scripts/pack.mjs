/**
 * Packs the bundled client for `npm install --global <address of the service>/cli.tgz`: one file without dependencies, so that an
 * installation needs nothing but the service. `node scripts/bundle.mjs` comes first. Equal input gives equal bytes.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from 'tar';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const TARGET = path.join(ROOT, 'apps', 'gateway', 'assets', 'client', 'cli.tgz');
const { version, description, license, engines } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
const MANIFEST = {
  name: 'svc-client',
  version,
  description,
  license,
  type: 'module',
  engines,
  bin: { svc: 'bin/svc.mjs' },
};

const FILES = ['bin/svc.mjs', 'dist/svc.js', 'dist/THIRD-PARTY-LICENSES.txt'];

const directory = mkdtempSync(path.join(tmpdir(), 'svc-pack-'));
try {
  writeFileSync(path.join(directory, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  for (const file of FILES) cpSync(path.join(PACKAGE, file), path.join(directory, file));
  cpSync(path.join(ROOT, 'LICENSE'), path.join(directory, 'LICENSE'));
  mkdirSync(path.dirname(TARGET), { recursive: true });
  await create(
    {
      file: `${TARGET}.next`,
      gzip: { level: 9 },
      cwd: directory,
      prefix: 'package',
      portable: true,
      mtime: new Date(0),
    },
    ['package.json', 'LICENSE', ...FILES],
  );
  renameSync(`${TARGET}.next`, TARGET);
} finally {
  rmSync(directory, { recursive: true });
}
