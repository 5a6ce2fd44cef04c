/**
 * Bundles the script and the style sheet of the player document, which the gateway serves: `node scripts/bundle.mjs`. The script ends with
 * the licenses of what it contains, because whoever opens a recording gets a copy.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const TARGET = path.join(ROOT, 'apps/gateway/assets/replay');
const licenses = readFileSync(path.join(PACKAGE, 'third-party-licenses.txt'), 'utf8').trim();

const { metafile, outputFiles } = await build({
  metafile: true,
  write: false,
  absWorkingDir: PACKAGE,
  entryPoints: { frame: 'src/frame/main.ts', style: 'src/frame/frame.css' },
  outdir: 'out',
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  footer: { js: `/*!\n${licenses}\n*/` },
  logLevel: 'warning',
});
mkdirSync(TARGET, { recursive: true });
for (const { path: file, contents } of outputFiles) write(path.join(TARGET, path.basename(file)), contents);

// For bills of materials, in the form of apps/standalone/scripts/bundle.mjs.
const folders = Object.keys(metafile.inputs).map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
const packages = [...new Set(folders.filter((folder) => folder !== undefined))]
  .toSorted()
  .map((folder) => path.relative(ROOT, path.join(PACKAGE, folder)));
mkdirSync(path.join(PACKAGE, 'dist'), { recursive: true });
write(path.join(PACKAGE, 'dist/packages.json'), JSON.stringify({ 'apps/gateway/assets/replay/frame.js': packages }));

/** A file is written beside the one that it replaces, so that it is never half of one. */
function write(file, contents) {
  writeFileSync(`${file}.next`, contents);
  renameSync(`${file}.next`, file);
}
