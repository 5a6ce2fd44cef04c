/**
 * Bundles the recorder for the service, which serves it (`apps/ingest/assets/recorder`): the recording, and the loader, which loads that
 * very recording. Pages of any site run them, so they are as small as they can be; `src/bundle.spec.ts` limits their sizes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const TARGET = path.join(ROOT, 'apps/ingest/assets/recorder');
const release = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')).version;
/** The licence of rrweb asks for this notice in each copy; its packages do not have it. */
const NOTICE = readFileSync(path.join(PACKAGE, 'scripts/rrweb-notice.txt'), 'utf8').trim();
const packages = {};

mkdirSync(TARGET, { recursive: true });
mkdirSync(path.join(PACKAGE, 'dist'), { recursive: true });
const recording = await bundle('recording/recording.ts', { format: 'esm', banner: { js: `/*!\n${NOTICE}\n*/` } });
write('record.js', recording);
// Browsers never ask for a recording again, so its version changes with its bytes, also between two releases.
const version = `${release}-${createHash('sha256').update(recording).digest('hex').slice(0, 8)}`;
write(
  'recorder.js',
  await bundle('loader.ts', { format: 'iife', define: { SVC_RECORDER_VERSION: JSON.stringify(version) } }),
);
write('version.json', JSON.stringify({ version }));
// For bills of materials, in the form of apps/standalone/scripts/bundle.mjs.
writeFileSync(path.join(PACKAGE, 'dist', 'packages.json'), JSON.stringify(packages));

async function bundle(entry, options) {
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: PACKAGE,
    entryPoints: [path.join(PACKAGE, 'src', entry)],
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    legalComments: 'inline',
    logLevel: 'warning',
    ...options,
  });
  const inputs = Object.keys(metafile.inputs).map(
    (input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0],
  );
  const folders = [...new Set(inputs.filter((folder) => folder !== undefined))];
  if (folders.length > 0)
    packages['apps/ingest/assets/recorder/record.js'] = folders.map((folder) =>
      path.relative(ROOT, path.join(PACKAGE, folder)),
    );
  return outputFiles[0].contents;
}

/** A file is renamed when it is complete. */
function write(name, contents) {
  const target = path.join(TARGET, name);
  writeFileSync(`${target}.next`, contents);
  renameSync(`${target}.next`, target);
}
