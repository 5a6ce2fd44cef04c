/**
 * Packs the recorder for bundlers: `npm install <address of ingestion>/replay/v1/recorder.tgz`. It has no dependencies, and its recording
 * is a part of its own, so that an application loads it only when it records. Needs the output of the compiler, for the types. Equal input
 * gives equal bytes.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { create } from 'tar';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const TARGET = path.join(ROOT, 'apps/ingest/assets/recorder/recorder.tgz');
const { name, version, description, license, type } = JSON.parse(
  readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'),
);
const EXPORTS = { '.': { types: './index.d.ts', default: './index.js' } };
const TYPES = ['index.d.ts', 'settings.d.ts'];

const directory = mkdtempSync(path.join(tmpdir(), 'svc-recorder-'));
try {
  await build({
    absWorkingDir: PACKAGE,
    entryPoints: [path.join(PACKAGE, 'src/index.ts')],
    outdir: directory,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    define: { SVC_RECORDER_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  });
  const manifest = { name, version, description, license, type, sideEffects: false, exports: EXPORTS };
  writeFileSync(path.join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of TYPES) {
    const types = readFileSync(path.join(PACKAGE, 'dist', file), 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
    writeFileSync(path.join(directory, file), types);
  }
  cpSync(path.join(ROOT, 'LICENSE'), path.join(directory, 'LICENSE'));
  cpSync(path.join(PACKAGE, 'scripts/rrweb-notice.txt'), path.join(directory, 'THIRD-PARTY-LICENSES.txt'));
  mkdirSync(path.dirname(TARGET), { recursive: true });
  const options = { gzip: { level: 9 }, cwd: directory, prefix: 'package', portable: true, mtime: new Date(0) };
  await create({ ...options, file: `${TARGET}.next` }, ['.']);
  renameSync(`${TARGET}.next`, TARGET);
} finally {
  rmSync(directory, { recursive: true });
}
