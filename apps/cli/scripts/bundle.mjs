/**
 * Bundles the client into one file that runs on Node 20 and newer: `node scripts/bundle.mjs [--outfile=<path> [--entry=<path>]]`.
 * `npx svc` runs the bundle with the Node of the machine, so nothing in it may be newer than Node 20.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
/** The definitions that CommonJS packages in the bundle expect from Node, which an ES module lacks. */
const COMMONJS = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
];
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const outfile = option('outfile');
const target = outfile ?? path.join(PACKAGE, 'dist', 'svc.js');

const { metafile } = await build({
  metafile: true,
  absWorkingDir: PACKAGE,
  entryPoints: [path.join(PACKAGE, 'src', option('entry') ?? 'main.ts')],
  // The file is renamed when it is complete.
  outfile: `${target}.next`,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Native and optional: the client works without it.
  external: ['@napi-rs/keyring'],
  minify: true,
  legalComments: 'none',
  define: { SVC_CLI_VERSION: JSON.stringify(version) },
  banner: { js: ['#!/usr/bin/env node', ...COMMONJS].join('\n') },
  logLevel: 'warning',
});
renameSync(`${target}.next`, target);

const inputs = Object.keys(metafile.inputs).map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
const folders = [...new Set(inputs.filter((folder) => folder !== undefined))]
  .sort()
  .map((folder) => path.join(PACKAGE, folder));
if (outfile === undefined) {
  // The licenses of the packages in the bundle, which their authors require to be passed on.
  writeFileSync(path.join(PACKAGE, 'dist', 'THIRD-PARTY-LICENSES.txt'), folders.map(readLicense).join('\n'));
  // For bills of materials, in the form of apps/standalone/scripts/bundle.mjs.
  const packages = { 'apps/cli/dist/svc.js': folders.map((folder) => path.relative(ROOT, folder)) };
  writeFileSync(path.join(PACKAGE, 'dist', 'packages.json'), JSON.stringify(packages));
}

function readLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}
